/**
 * Fixture web: a few pages on loopback under names of the test's choosing, with a log of what was asked.
 *
 * For what one test needs and no other; what many share is in the demo web. URLs carry no port: the client finds the
 * hosts by the `resolve` table. What no page is given for answers 404, robots.txt included.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FixtureAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Wait before the answer. */
  readonly delayMs?: number;
}

/** A page: HTML, a whole answer, or a function of the request; `earlier` counts the requests for it so far. */
export type FixturePage = string | FixtureAnswer | ((request: IncomingMessage, earlier: number) => FixtureAnswer | string);

/** Path with query → page. */
export type FixturePages = Readonly<Record<string, FixturePage>>;

export interface FixtureRequest {
  readonly host: string;
  readonly path: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Wall-clock milliseconds of arrival, and of the end of the answer; null while it is under way. */
  readonly at: number;
  readonly endedAt: number | null;
  /** Requests under way when it came, itself included. */
  readonly open: number;
}

export interface FixtureWeb {
  readonly requests: readonly FixtureRequest[];
  /** Settings by which a crawl finds the hosts. */
  readonly fetch: { readonly resolve: Record<string, string>; readonly allowAddresses: string[] };
  /** Paths asked for at a host in order of arrival, without robots.txt and sitemap.xml. */
  asked(host?: string): string[];
  close(): Promise<void>;
}

const NOT_PAGES = new Set(['/robots.txt', '/sitemap.xml']);

export async function startFixtureWeb(hosts: Readonly<Record<string, FixturePages>>): Promise<FixtureWeb> {
  const requests: FixtureRequest[] = [];
  const server = createServer((request, response) => void answer(hosts, requests, request, response));
  const at = await listen(server);
  const [first = ''] = Object.keys(hosts);
  return {
    requests,
    fetch: { resolve: Object.fromEntries(Object.keys(hosts).map((host) => [host, at])), allowAddresses: ['127.0.0.1'] },
    asked: (host = first) => requests.filter((request) => request.host === host && !NOT_PAGES.has(request.path)).map(({ path }) => path),
    close: () => close(server),
  };
}

/** HTML with these links in it, each its own anchor text. */
export const linking = (...hrefs: string[]): string =>
  `<!doctype html><title>${hrefs.length} links</title>${hrefs.map((href) => `<p><a href="${href}">${href}</a>`).join('\n')}`;

async function answer(
  hosts: Readonly<Record<string, FixturePages>>,
  requests: FixtureRequest[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  const path = request.url ?? '/';
  const earlier = requests.filter((known) => known.host === host && known.path === path).length;
  const open = 1 + requests.filter(({ endedAt }) => endedAt === null).length;
  const entry = {
    host,
    path,
    url: `http://${host}${path}`,
    headers: request.headers,
    at: Date.now(),
    endedAt: null as number | null,
    open,
  };
  requests.push(entry);
  response.once('close', () => {
    entry.endedAt = Date.now();
  });
  const page = hosts[host]?.[path] ?? { status: 404, body: 'Not found.\n' };
  await send(typeof page === 'function' ? page(request, earlier) : page, response);
}

async function send(page: FixtureAnswer | string, response: ServerResponse): Promise<void> {
  const {
    status = 200,
    headers = { 'Content-Type': 'text/html; charset=utf-8' },
    body = '',
    delayMs = 0,
  } = typeof page === 'string' ? { body: page } : page;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  response.writeHead(status, headers).end(body);
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
