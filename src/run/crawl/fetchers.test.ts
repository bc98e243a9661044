import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { definitionFromInput } from '../../definition/crawl/index.js';
import { discard, httpFetcher } from '../../fetch/index.js';
import { type Plugin, Registry } from '../../plugins/index.js';
import { FetcherSet } from './fetchers.js';

/** Gives each visitor without a cookie one of its own, and keeps what it was sent. */
async function cookieServer(): Promise<{ url: string; cookies: (string | undefined)[] }> {
  const cookies: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie);
    response.writeHead(200, request.headers.cookie ? {} : { 'set-cookie': `s=${cookies.length}` }).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, cookies };
}

it('E-52 forgets the cookies of a session that is over, and of no other', async () => {
  const { url, cookies } = await cookieServer();
  const input = { seeds: [url], fetch: { contact: 'me@example.org', allowAddresses: ['127.0.0.1'] } };
  const { definition } = await definitionFromInput(input, { environment: {} });
  const set = new FetcherSet(definition, new Registry([httpFetcher as unknown as Plugin]), [], tmpdir(), tmpdir());
  onTestFinished(() => set.close());
  const ask = async (jar: string): Promise<void> => discard(await set.fetch({ url, jar }));
  for (const jar of ['a', 'b', 'a']) await ask(jar);
  set.forget('a');
  for (const jar of ['a', 'b']) await ask(jar);
  expect(cookies).toEqual([undefined, undefined, 's=1', undefined, 's=2']);
});
