/** A question to a store somewhere else. Whoever asks has named the store, so it may be anywhere, this machine included. */
import { openRemoteKnowledge } from '../../backends/index.js';
import { definitionFromInput } from '../../definition/crawl/index.js';
import { remoteTransport } from '../../follow/knowledge/index.js';
import type { QueryResult } from '../../views/sparql/index.js';

export interface RemoteQuestion {
  /** Address that takes SPARQL 1.1 queries. */
  readonly endpoint: string;
  readonly text: string;
  readonly timeoutMs: number;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly token?: string | undefined;
}

const ANYWHERE = ['0.0.0.0/0', '::/0'];

/** SELECT alone: other forms are for the store's own tools. */
export async function askRemote({ endpoint, text, timeoutMs, ...credentials }: RemoteQuestion): Promise<QueryResult> {
  const { definition } = await definitionFromInput({
    fetch: { allowAddresses: ANYWHERE },
    publish: [{ to: endpoint, timeout: `${timeoutMs}ms`, ...credentials }],
  });
  const [wish] = definition.publish;
  if (!wish) throw new Error('unreachable: a store was named');
  const remote = openRemoteKnowledge(await remoteTransport(wish, definition.fetch));
  try {
    const { variables, rows } = await remote.select(text);
    const named = rows.map((row) => Object.fromEntries(variables.flatMap((name, at) => (row[at] ? [[name, row[at]]] : []))));
    return { kind: 'bindings', variables, rows: named, prefixes: {} };
  } finally {
    await remote.close();
  }
}
