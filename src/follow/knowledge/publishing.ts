/** Sends the graphs of a crawl to the stores its definition names, beside the crawl. A store that fails ends nothing: it is tried again. */
import { createHash } from 'node:crypto';
import type { Definition } from '../../definition/crawl/index.js';
import { type Companion, patience } from '../../run/lifecycle/index.js';
import type { RemoteKnowledge, RemoteTransport, Repository, TripleSource } from '../../store/index.js';
import { consumerFile, followJournal, remarksOn } from '../consumers/index.js';
import { publishKnowledge } from './publish.js';
import { remoteTransport } from './remote-transport.js';

export interface PublisherOptions {
  readonly definition: Definition;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly repository: Repository;
  readonly onRemark: (remark: string) => void;
  openRemote(transport: RemoteTransport): RemoteKnowledge;
  readTriples(workspace: string): TripleSource & { close(): void };
}

type Wish = Definition['publish'][number];

/** How long the end of a run waits for what is still to be sent. What is left is sent next time. */
const FLUSH_MS = 10_000;
const IDLE = { firstMs: 500, longestMs: 5000 };

export function openPublishing(options: PublisherOptions): Companion {
  const [stop, finish] = [new AbortController(), new AbortController()];
  const ended = options.definition.publish.map((wish) => publishTo(wish, options, stop.signal, finish.signal));
  return {
    async finish(ending) {
      const timer = setTimeout(() => stop.abort(), patience(ending, FLUSH_MS));
      finish.abort();
      await Promise.all(ended);
      clearTimeout(timer);
    },
  };
}

/** Never rejects. */
async function publishTo(wish: Wish, options: PublisherOptions, signal: AbortSignal, finish: AbortSignal): Promise<void> {
  const name = wish.name ?? nameOf(wish.to);
  try {
    const transport = await remoteTransport(wish, options.definition.fetch);
    await following(name, transport, options, signal, finish);
  } catch (error) {
    options.onRemark(`${name} is not published to in this run: ${(error as Error).message}`);
  }
}

async function following(
  name: string,
  transport: RemoteTransport,
  { workspace, repository, onRemark, openRemote, readTriples }: PublisherOptions,
  signal: AbortSignal,
  finish: AbortSignal,
): Promise<void> {
  const remote = openRemote(transport);
  const triples = readTriples(workspace);
  const consumer = publishKnowledge({ name, file: consumerFile(workspace, name), triples, remote, onRemark });
  try {
    await followJournal(repository, consumer, { signal, finish, idle: IDLE, ...remarksOn(name, consumer.file, onRemark) });
  } finally {
    consumer.file.close();
    triples.close();
    await remote.close();
  }
}

/** From the address, so that it is the same each time. */
function nameOf(address: string): string {
  const digest = createHash('sha256').update(address).digest('hex').slice(0, 8);
  return `publish-${new URL(address).hostname.replace(/[^\w.-]/g, '').slice(0, 40)}-${digest}`;
}
