/**
 * Serves portals from their fixtures: one plain HTTP server on loopback, told apart by the Host header.
 *
 * The client reaches it under the real https host names by `resolve`, so nothing of a connector knows that it is a test.
 * What a fixture throws is a 500 and is kept, so that a mistake in a fixture is not taken for one of the connector.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Day, FixtureRequest, FixtureResponse, PortalFixture } from './fixture.js';
import { readRequest } from './read-request.js';

/** A request as it came, and what it was answered. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /** When it came, by the clock of the server. */
  readonly at: number;
}

export interface ServeOptions {
  /** Left out: a free one. */
  readonly port?: number;
  /** Its clock, in milliseconds. */
  readonly now?: () => number;
}

export interface FixtureServer {
  /** `127.0.0.1:8123` */
  readonly at: string;
  /** Settings by which a harvest finds the hosts. */
  readonly fetch: { readonly resolve: Readonly<Record<string, string>>; readonly allowAddresses: readonly string[] };
  /** In order of arrival; whoever looks at them may take them out. */
  readonly asked: Asked[];
  /** Errors that fixtures threw; whoever looks at them may take them out. */
  readonly failures: Error[];
  /** All portals as they are on another day, without memory of the one before. */
  turn(day: Day): void;
  close(): Promise<void>;
}

type Portal = ReturnType<PortalFixture['open']>;

export async function serveFixtures(fixtures: readonly PortalFixture[], day: Day, options: ServeOptions = {}): Promise<FixtureServer> {
  const { port = 0, now = Date.now } = options;
  const web = new FixtureWeb(fixtures, day, now);
  const server = createServer((request, response) => void web.answer(request, response));
  const at = await listen(server, port);
  const hosts = fixtures.flatMap((fixture) => fixture.hosts);
  return {
    at,
    fetch: { resolve: Object.fromEntries(hosts.map((host) => [host, `http://${at}`])), allowAddresses: ['127.0.0.1'] },
    asked: web.asked,
    failures: web.failures,
    turn: (next) => web.turn(next),
    close: () => close(server),
  };
}

class FixtureWeb {
  readonly asked: Asked[] = [];
  readonly failures: Error[] = [];
  readonly #portals = new Map<string, Portal>();

  constructor(
    private readonly fixtures: readonly PortalFixture[],
    day: Day,
    private readonly now: () => number,
  ) {
    this.turn(day);
  }

  turn(day: Day): void {
    for (const fixture of this.fixtures) {
      const portal = fixture.open(day);
      for (const host of fixture.hosts) this.#portals.set(host.toLowerCase(), portal);
    }
  }

  async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = this.now();
    const request = await readRequest(incoming).catch(() => null);
    if (!request) {
      response.writeHead(400).end();
      return;
    }
    const answer = await this.#ask(request);
    const { method, url, headers } = request;
    this.asked.push({ method, url: url.href, headers, status: answer.status ?? 200, at });
    await send(answer, method, response);
  }

  async #ask(request: FixtureRequest): Promise<FixtureResponse> {
    const portal = this.#portals.get(request.url.hostname);
    if (!portal) return { status: 404, headers: PLAIN, body: `No fixture serves ${request.url.hostname}.\n` };
    try {
      const answer = await portal(request);
      const isOpen = answer.status === 404 && request.url.pathname === '/robots.txt';
      return isOpen ? { headers: PLAIN, body: 'User-agent: *\nAllow: /\n' } : answer;
    } catch (error) {
      this.failures.push(error instanceof Error ? error : new Error(String(error)));
      return { status: 500, headers: PLAIN, body: 'The fixture failed.\n' };
    }
  }
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };

async function send(answer: FixtureResponse, method: string, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, body = '', after = 0, breakAt } = answer;
  if (after > 0) await new Promise((resolve) => setTimeout(resolve, after));
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, { ...(hasBody ? { 'content-length': bytes.length } : {}), ...copied(headers) });
  if (method === 'HEAD' || !hasBody) response.end();
  else if (breakAt === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, breakAt), () => response.destroy());
}

const copied = (headers: NonNullable<FixtureResponse['headers']>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]));

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
