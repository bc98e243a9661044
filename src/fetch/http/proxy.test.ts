import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, type RawServer, rawServer, type Script, selfSigned, text } from '../../../test/support/raw-server.js';
import type { Lookup } from './dns-cache.js';
import { httpFetcher, openHttpFetcher } from './http-fetcher.js';
import { parseProxy } from './proxy.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const certificate = selfSigned(['secure.test']);
const unknown: Lookup = () => Promise.reject(Object.assign(new Error('only the proxy knows'), { code: 'ENOTFOUND' }));

async function proxied(script: Script, userinfo = '', proxyResolves = true) {
  const proxy = await rawServer(script);
  const options = httpFetcher.options.parse({
    proxy: proxy.url.replace('//', `//${userinfo}`),
    proxyResolves,
    allowAddresses: ['127.0.0.1'],
    connectTimeout: 1_000,
  });
  const fetcher = openHttpFetcher(options, { lookup: unknown, ca: [certificate.cert] });
  open.push(proxy, fetcher);
  return { proxy, fetcher };
}

/** Connects the two sockets, whatever name was asked for. */
const tunnelTo =
  (target: () => RawServer): Script =>
  (socket, head) => {
    if (!head.startsWith('CONNECT')) return;
    socket.removeAllListeners('data');
    const upstream = connect(target().port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
  };

describe('a proxy', () => {
  it('is asked in absolute form for http, on a kept connection, with credentials that are not written down', async () => {
    const { proxy, fetcher } = await proxied((socket, head) => socket.write(answer(head.split(' ')[1] ?? '')), 'me:s%C3%A9cret@');
    const first = await fetcher.fetch({ url: 'http://plain.test/a?b' });
    await fetcher.fetch({ url: 'http://other.test/' });
    expect(text(first.body)).toBe('http://plain.test/a?b');
    expect(proxy.heads[0]).toContain(`\r\nProxy-Authorization: Basic ${Buffer.from('me:sécret').toString('base64')}\r\n`);
    expect(text(first.requestHead)).toContain('\r\nProxy-Authorization: [redacted]\r\n');
    expect(first.remoteAddress).toBeNull();
    expect(proxy.connections()).toBe(1);
  });

  it('tunnels https; the target never sees the proxy credentials', async () => {
    const target = await rawServer((socket) => socket.write(answer('through')), certificate);
    const { proxy, fetcher } = await proxied(
      tunnelTo(() => target),
      'me:secret@',
    );
    open.push(target);
    const exchange = await fetcher.fetch({ url: 'https://secure.test/x' });
    await fetcher.fetch({ url: 'https://secure.test/y' });
    expect(exchange).toMatchObject({ status: 200, tls: { authorized: true } });
    expect(proxy.heads[0]).toMatch(/^CONNECT secure\.test:443 HTTP\/1\.1\r\nHost: secure\.test:443\r\n/);
    expect(proxy.heads[0]).toContain('Proxy-Authorization: Basic ');
    expect(target.heads[0]).not.toContain('Proxy-Authorization');
    expect([proxy.heads.length, target.heads.length]).toEqual([1, 2]);
  });

  it.each([
    ['refuses', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'status 403'],
    ['wants credentials', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'asks for credentials'],
    ['talks nonsense', 'nonsense\r\n\r\n', 'no HTTP'],
    ['talks before it is asked', 'HTTP/1.1 200 OK\r\n\r\nearly', 'before the tunnel'],
    ['never stops', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(5_000)}`, 'endless head'],
  ])('that %s', async (_name, raw, detail) => {
    const { fetcher } = await proxied((socket) => socket.write(raw));
    await expect(fetcher.fetch({ url: 'https://secure.test/' })).rejects.toMatchObject({
      code: 'FETCH_PROXY_FAILED',
      detail: expect.stringContaining(detail),
    });
  });

  it.each(['http', 'https'])('is not asked for an %s name that cannot be looked up here, unless that is allowed', async (scheme) => {
    const { proxy, fetcher } = await proxied((socket) => socket.write(answer('inside')), '', false);
    await expect(fetcher.fetch({ url: `${scheme}://intranet.test/` })).rejects.toMatchObject({
      code: 'FETCH_DNS_NOT_FOUND',
      detail: expect.stringContaining('fetch.proxyResolves'),
    });
    expect(proxy.heads).toEqual([]);
  });

  it('that closes', async () => {
    const { fetcher } = await proxied((socket) => socket.end());
    await expect(fetcher.fetch({ url: 'https://secure.test/' })).rejects.toMatchObject({ code: 'FETCH_PROXY_FAILED' });
  });

  it('that wants credentials for http', async () => {
    const { fetcher } = await proxied((socket) => socket.write(answer('', '', '407 Proxy Authentication Required')));
    await expect(fetcher.fetch({ url: 'http://plain.test/' })).rejects.toMatchObject({ code: 'FETCH_PROXY_FAILED' });
  });

  it('that is not there', async () => {
    const { proxy, fetcher } = await proxied(() => {});
    await proxy.close();
    await expect(fetcher.fetch({ url: 'http://plain.test/' })).rejects.toMatchObject({ code: 'FETCH_PROXY_FAILED', verdict: 'retry' });
  });

  it('of another kind is refused before the crawl', () => {
    expect(httpFetcher.options.safeParse({ proxy: 'socks5://127.0.0.1' }).success).toBe(false);
  });
});

it('a password with a percent sign that escapes nothing is taken as it is written', () => {
  const { url, authorization, secret } = parseProxy('http://me:100%25%E4@proxy.example:3128');
  expect([url.href, secret]).toEqual(['http://proxy.example:3128/', '100%25%E4']);
  expect(authorization).toBe(`Basic ${Buffer.from('me:100%25%E4').toString('base64')}`);
});
