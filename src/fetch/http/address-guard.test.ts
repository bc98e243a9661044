/** No private address gets through, however it is spelled and whichever way it comes in. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answer, openFetcher, type RawServer, rawServer, text } from '../../../test/support/raw-server.js';
import { asUrl } from '../../model/index.js';
import type { Fetcher } from '../../plugins/index.js';
import { privateAddressSpellings } from '../../testing/private-addresses.js';
import type { Lookup } from './dns-cache.js';
import type { FetchError } from './errors.js';
import { httpFetcher, openHttpFetcher } from './http-fetcher.js';
import { followRedirects } from './redirects.js';

const REFUSALS = ['FETCH_ADDRESS_FORBIDDEN', 'FETCH_BAD_URL', 'FETCH_DNS_NOT_FOUND'];
const spellings = privateAddressSpellings();

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** Counts every connection to loopback: it must stay at zero. */
let trap: RawServer;
beforeAll(async () => {
  trap = await rawServer((socket) => socket.write(answer('caught')));
});
afterAll(() => trap.close());

const nothing: Lookup = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

function guarded(options: object = {}, lookup: Lookup = nothing): Fetcher {
  const fetcher = openHttpFetcher(httpFetcher.options.parse({ connectTimeout: 500, ...options }), { lookup });
  open.push(fetcher);
  return fetcher;
}

/** The spelling with the port of the trap, so that a hole would be noticed. */
const atTrap = (url: string): string => url.replace(/^(\w+:\/\/(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:?#]*))(?::\d+)?/, `$1:${trap.port}`);

async function codesOf(urls: readonly string[], fetch: (url: string) => Promise<unknown>): Promise<Map<string, string>> {
  const through = new Map<string, string>();
  for (const url of urls) {
    const code = await fetch(url).then(
      () => 'fetched',
      (error: FetchError) => error.code ?? String(error),
    );
    if (!REFUSALS.includes(code)) through.set(url, code);
  }
  return through;
}

describe('private addresses', () => {
  it('there are at least 300 spellings to try', () => expect(spellings.length).toBeGreaterThanOrEqual(300));

  it('none gets through when it is fetched', async () => {
    const fetcher = guarded();
    const urls = spellings.flatMap(({ url }) => [url, atTrap(url), url.replace(/^http:/, 'https:')]);
    expect(await codesOf(urls, (url) => fetcher.fetch({ url }))).toEqual(new Map());
    expect(trap.connections()).toBe(0);
  });

  it('none gets through behind a redirect', async () => {
    let location = '';
    // The redirecting site is allowed by its own address only; the trap listens on another one.
    const start = await rawServer((socket) => socket.write(answer('', `Location: ${location}\r\n`, '302 Found')), undefined, '127.0.0.77');
    const fetcher = guarded({ allowAddresses: ['127.0.0.77'] });
    open.push(start);
    const through = await codesOf(
      spellings.map(({ url }) => atTrap(url)),
      async (url) => {
        location = url;
        const chain = await followRedirects(
          fetcher,
          { url: start.url },
          { maxRedirects: 1, allow: (target) => !target.startsWith(start.url) },
        );
        if (chain.length === 1) throw Object.assign(new Error(), { code: 'FETCH_BAD_URL' }); // unreadable, or back to where it came from
      },
    );
    expect(through).toEqual(new Map());
    expect(start.heads.length).toBe(spellings.length);
    expect(trap.connections()).toBe(0);
  });

  it('none gets through as the answer of a name server', async () => {
    const addresses = [...new Set(spellings.map(({ address }) => address))];
    let at = 0;
    const fetcher = guarded({}, async () => [{ address: addresses[at] ?? '', ttl: 0 }]);
    const through: string[] = [];
    for (at = 0; at < addresses.length; at++) {
      const error = await fetcher.fetch({ url: `http://name-${at}.test:${trap.port}/` }).catch((reason: FetchError) => reason);
      if (!('code' in error) || error.code !== 'FETCH_ADDRESS_FORBIDDEN') through.push(addresses[at] ?? '');
    }
    expect(through).toEqual([]);
    expect(trap.connections()).toBe(0);
  });

  it('none gets through in the spelling of the URL, should a name server repeat it', async () => {
    const fetcher = guarded({}, async (host) => [{ address: host, ttl: 0 }]);
    expect(
      await codesOf(
        spellings.map(({ url }) => atTrap(url)),
        (url) => fetcher.fetch({ url }),
      ),
    ).toEqual(new Map());
    expect(trap.connections()).toBe(0);
  });

  it('none gets through as a proxy, nor as the target of one', async () => {
    const usable = spellings.map(({ url }) => atTrap(url)).filter((url) => asUrl(url)?.protocol === 'http:');
    const asProxy = await codesOf(usable, (proxy) => guarded({ proxy }).fetch({ url: 'http://8.8.8.8/' }));
    expect(asProxy).toEqual(new Map());
    expect(trap.connections()).toBe(0);
    const proxied = guarded({ proxy: `http://127.0.0.1:${trap.port}`, allowAddresses: ['127.0.0.1'] });
    const targets = spellings.filter(({ address }) => address !== '127.0.0.1').flatMap(({ url }) => [url, url.replace(/^http:/, 'https:')]);
    expect(
      await codesOf(
        targets.filter((url) => !refersToAllowed(url)),
        (url) => proxied.fetch({ url }),
      ),
    ).toEqual(new Map());
    expect(trap.connections()).toBe(0);
  });

  it('none gets through by the resolve setting', async () => {
    const fetcher = guarded({
      resolve: { 'a.test': `127.0.0.1:${trap.port}`, '*.b.test': `[::1]:${trap.port}`, 'c.test': '169.254.169.254' },
    });
    expect(await codesOf(['http://a.test/', 'http://x.b.test/', 'http://c.test/'], (url) => fetcher.fetch({ url }))).toEqual(new Map());
    expect(trap.connections()).toBe(0);
  });
});

/** Spellings whose canonical host is the one address allowed in that test. */
const refersToAllowed = (url: string): boolean => asUrl(url)?.hostname === '127.0.0.1';

describe('name look-up', () => {
  it('uses only the allowed ones of several addresses', async () => {
    const server = await rawServer((socket) => socket.write(answer('public enough')));
    open.push(server);
    const lookup: Lookup = async () => [
      { address: '10.0.0.1', ttl: 60 },
      { address: '127.0.0.1', ttl: 60 },
    ];
    const exchange = await guarded({ allowAddresses: ['127.0.0.1/32'] }, lookup).fetch({ url: `http://name.test:${server.port}/` });
    expect([text(exchange.body), exchange.remoteAddress]).toEqual(['public enough', '127.0.0.1']);
  });

  it('tries the next address when one does not answer', async () => {
    const server = await rawServer((socket) => socket.write(answer('second')));
    open.push(server);
    const lookup: Lookup = async () => ['127.0.0.99', '127.0.0.1'].map((address) => ({ address, ttl: 60 }));
    const exchange = await guarded({ allowAddresses: ['127.0.0.0/8'] }, lookup).fetch({ url: `http://name.test:${server.port}/` });
    expect(exchange.remoteAddress).toBe('127.0.0.1');
  });

  it.each([
    ['ENOTFOUND', 'FETCH_DNS_NOT_FOUND', 'drop'],
    ['EAI_AGAIN', 'FETCH_DNS_FAILED', 'retry'],
    ['ETIMEOUT', 'FETCH_DNS_FAILED', 'retry'],
  ])('%s is %s', async (reason, code, verdict) => {
    const fetcher = guarded({}, () => Promise.reject(Object.assign(new Error(reason), { code: reason })));
    await expect(fetcher.fetch({ url: 'http://name.test/' })).rejects.toMatchObject({ code, verdict });
  });

  it('has a time limit', async () => {
    const fetcher = guarded({ connectTimeout: 100 }, () => new Promise(() => {}));
    await expect(fetcher.fetch({ url: 'http://name.test/' })).rejects.toMatchObject({
      code: 'FETCH_TIMEOUT',
      detail: expect.stringContaining('look-up'),
    });
  });

  it('maps hosts by the resolve setting: exact before longest wildcard', async () => {
    const servers = await Promise.all(['exact', 'deep', 'shallow'].map((name) => rawServer((socket) => socket.write(answer(name)))));
    open.push(...servers);
    const [exact, deep, shallow] = servers.map(({ port }) => `127.0.0.1:${port}`);
    const fetcher = await openFetcher({ resolve: { 'a.deep.test': exact, '*.deep.test': deep, '*.test': shallow } });
    open.push(fetcher);
    const bodies = [];
    for (const host of ['a.deep.test', 'b.deep.test', 'deep.test', 'c.test'])
      bodies.push(text((await fetcher.fetch({ url: `http://${host}/` })).body));
    expect(bodies).toEqual(['exact', 'deep', 'shallow', 'shallow']);
    expect(servers[0]?.heads[0]).toContain('\r\nHost: a.deep.test\r\n');
  });

  it('refuses a resolve setting that names no address', () => {
    expect(httpFetcher.options.safeParse({ resolve: { a: 'not-an-address' } }).success).toBe(false);
    expect(httpFetcher.options.safeParse({ resolve: { a: '127.0.0.1:99999' } }).success).toBe(false);
  });
});
