/** What a fixture is asked: the request as the client meant it, with its form and cookies taken apart. */
import type { IncomingMessage } from 'node:http';
import type { FixtureRequest } from './fixture.js';

const MOST_BYTES = 16 * 2 ** 20;

export async function readRequest(incoming: IncomingMessage): Promise<FixtureRequest> {
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
  const body = await bodyOf(incoming);
  return {
    method: incoming.method ?? 'GET',
    url: new URL(`https://${(headers['host'] ?? '').replace(/:\d+$/, '')}${incoming.url ?? '/'}`),
    headers,
    body,
    form: formOf(headers['content-type'] ?? '', body),
    cookies: cookiesOf(headers['cookie'] ?? ''),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) throw new Error('the request is too large for a fixture');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const formOf = (type: string, body: Uint8Array): URLSearchParams =>
  new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? Buffer.from(body).toString('utf8') : '');

const cookiesOf = (header: string): Record<string, string> =>
  Object.fromEntries(
    header
      .split(/;\s*/)
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
