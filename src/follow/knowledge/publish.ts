/**
 * Publishing: a consumer of the journal that keeps a remote store as the documents stand, a graph for each.
 *
 * What has been sent is noted graph by graph, so a store that goes away in the midst of a batch is sent the rest and nothing
 * twice; a graph whose document was taken down, and has no address any more, is still found and removed.
 */
import type { JournalEntry, RemoteKnowledge, TripleSource } from '../../store/index.js';
import type { Batch, JournalConsumer } from '../consumers/index.js';
import { ConsumerFile, type ConsumerFileOptions } from '../consumers/index.js';
import { statementsIn } from './statements.js';

export interface PublishOptions extends Pick<ConsumerFileOptions, 'name' | 'file'> {
  readonly triples: TripleSource;
  readonly remote: RemoteKnowledge;
  readonly onRemark?: (remark: string) => void;
}

export interface Publishing extends JournalConsumer {
  readonly file: ConsumerFile;
}

const TABLES = 'CREATE TABLE published (document INTEGER PRIMARY KEY, graph TEXT NOT NULL, version INTEGER NOT NULL)';

export function publishKnowledge({ name, file: path, triples, remote, onRemark }: PublishOptions): Publishing {
  const file = new ConsumerFile({ name, file: path, kind: 'publish', tables: TABLES });
  file.db.pragma('secure_delete = ON'); // addresses of what is taken down leave no trace
  const sent = new SentGraphs(file);
  const bringUpToDate = async (document: number, signal: AbortSignal): Promise<void> => {
    const [before, now] = [sent.of(document), triples.read(document)];
    const graph = now?.quads == null ? null : now.url;
    if (before && before.graph !== graph) {
      await remote.removeGraph(before.graph, signal);
      sent.forget(document);
    }
    if (now?.quads == null || (before?.graph === graph && before?.version === now.version)) return;
    await remote.replaceGraph(now.url, statementsIn(now, onRemark), signal);
    sent.note(document, now.url, now.version);
  };
  return {
    name,
    file,
    position: () => file.position(),
    async apply(batch: Batch<JournalEntry>, signal) {
      for (const document of new Set(batch.items.map((entry) => entry.document))) await bringUpToDate(document, signal);
      file.apply(batch, () => {});
    },
  };
}

/** What the remote store has from us. */
class SentGraphs {
  constructor(private readonly file: ConsumerFile) {}

  of(document: number): { graph: string; version: number } | undefined {
    return this.file.db.prepare('SELECT graph, version FROM published WHERE document = ?').get(document) as
      | { graph: string; version: number }
      | undefined;
  }

  note(document: number, graph: string, version: number): void {
    this.file.db.prepare('INSERT OR REPLACE INTO published (document, graph, version) VALUES (?, ?, ?)').run(document, graph, version);
  }

  forget(document: number): void {
    this.file.db.prepare('DELETE FROM published WHERE document = ?').run(document);
  }
}
