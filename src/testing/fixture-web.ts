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
  /** Instead of an answer: the connection is cut, or a byte of the body comes now and then, without end. */
  readonly instead?: 'cut' | 'drip';
}

/** A page: HTML, a whole answer, or a function of the request; `earlier` counts the requests for it so far. */
export type FixturePage = string | FixtureAnswer | ((request: IncomingMessage, earlier: number) => Given | Promise<Given>);

type Given = FixtureAnswer | string;

/** Path with query → page. */
export type FixturePages = Readonly<Record<string, FixturePage>>;

export interface FixtureRequest {
  readonly host: string;
  readonly path: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds of arrival, by the wall clock where no other was given, and of the end of the answer; null while it is under way. */
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

export async function startFixtureWeb(hosts: Readonly<Record<string, FixturePages>>, now: () => number = Date.now): Promise<FixtureWeb> {
  const requests: FixtureRequest[] = [];
  const server = createServer((request, response) => void answer(hosts, { requests, now }, request, response));
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
  { requests, now }: { requests: FixtureRequest[]; now: () => number },
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
    at: now(),
    endedAt: null as number | null,
    open,
  };
  requests.push(entry);
  response.once('close', () => {
    entry.endedAt = now();
  });
  const page = hosts[host]?.[path] ?? { status: 404, body: 'Not found.\n' };
  await send(typeof page === 'function' ? await page(request, earlier) : page, response);
}

async function send(page: FixtureAnswer | string, response: ServerResponse): Promise<void> {
  const {
    status = 200,
    headers = { 'Content-Type': 'text/html; charset=utf-8' },
    body = '',
    delayMs = 0,
  } = typeof page === 'string' ? { body: page } : page;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  const { instead = null } = typeof page === 'string' ? {} : page;
  if (instead === 'cut') response.destroy();
  else if (instead === 'drip') drip(response.writeHead(status, headers));
  else response.writeHead(status, headers).end(body);
}

const DRIP_MS = 20;

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('.'), DRIP_MS);
  response.once('close', () => clearInterval(timer));
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
