/** Sends the graphs of a crawl to the stores its definition names, beside the crawl. A store that fails ends nothing: it is tried again. */
import { createHash } from 'node:crypto';
import { openRemoteKnowledge, readTriples } from '../../backends/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import { consumerFile, followJournal, remarksOn } from '../../follow/consumers/index.js';
import { publishKnowledge, remoteTransport } from '../../follow/knowledge/index.js';
import type { RemoteTransport, Repository } from '../../store/index.js';

export interface PublisherOptions {
  readonly definition: Definition;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly repository: Repository;
  readonly onRemark: (remark: string) => void;
}

type Wish = Definition['publish'][number];

/** How long the end of a run waits for what is still to be sent. What is left is sent next time. */
const FLUSH_MS = 10_000;
const HURRIED_MS = 500;
const IDLE = { firstMs: 500, longestMs: 5000 };

export async function publishing<End extends { readonly state: string }>(
  options: PublisherOptions,
  crawl: () => Promise<End>,
): Promise<End> {
  if (!options.definition.publish.length) return crawl();
  const [stop, finish] = [new AbortController(), new AbortController()];
  const ended = options.definition.publish.map((wish) => publishTo(wish, options, stop.signal, finish.signal));
  let withinMs = HURRIED_MS;
  try {
    const end = await crawl();
    if (end.state !== 'stopped') withinMs = FLUSH_MS;
    return end;
  } finally {
    const timer = setTimeout(() => stop.abort(), withinMs);
    finish.abort();
    await Promise.all(ended);
    clearTimeout(timer);
  }
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
  { workspace, repository, onRemark }: PublisherOptions,
  signal: AbortSignal,
  finish: AbortSignal,
): Promise<void> {
  const remote = openRemoteKnowledge(transport);
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
