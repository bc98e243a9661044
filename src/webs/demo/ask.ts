/**
 * Asks the demo web for one URL by plain node:http, with the resolve table as its hosts file.
 * A second client beside the fetcher, so that tests of either do not lean on the code they test.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { DemoPlaces } from './demo-definition.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The answer ended as its head promised. */
  readonly complete: boolean;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Stop reading after this many bytes. */
  readonly maxBytes?: number;
}

export function ask(
  web: Pick<DemoPlaces, 'resolve'>,
  url: string,
  { method = 'GET', headers = {}, maxBytes = 64 << 20 }: AskOptions = {},
): Promise<Reply> {
  const { host, pathname, search } = new URL(url);
  const [address = '', port = ''] = (web.resolve[host] ?? '').split(':');
  if (!address) return Promise.reject(new Error(`The demo web has no host ${host}.`));
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: address,
      port,
      method,
      path: pathname + search,
      headers: { Host: host, ...headers },
      agent: false,
      maxHeaderSize: 4 << 20,
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => resolve(readReply(incoming, maxBytes)));
    outgoing.end();
  });
}

async function readReply(incoming: IncomingMessage, maxBytes: number): Promise<Reply> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // A body that breaks off is still a reply; `complete` tells.
  }
  incoming.destroy();
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks), complete: incoming.complete };
}
