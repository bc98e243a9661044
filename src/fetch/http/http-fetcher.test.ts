import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, openFetcher, type RawServer, rawServer, type Script, text } from '../../../test/support/raw-server.js';
import type { SpooledFile } from '../../model/index.js';
import type { Fetcher } from '../../plugins/index.js';
import { discard } from './discard.js';
import { httpFetcher } from './http-fetcher.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function serving(script: Script, options: object = {}): Promise<{ server: RawServer; fetcher: Fetcher }> {
  const server = await rawServer(script);
  const fetcher = await openFetcher(options);
  open.push(server, fetcher);
  return { server, fetcher };
}

describe('the exchange', () => {
  it('holds the exact bytes of both heads and of the body', async () => {
    const raw =
      'HTTP/1.1  200  Fine  \r\nX-Odd :  a\t\r\nX-Fold: one\r\n  two\r\nSET-cookie: a=1\r\nset-Cookie: b=2\r\njunk\r\nContent-Length: 5\r\n\r\n';
    const { server, fetcher } = await serving((socket) => socket.write(`${raw}hello`));
    const exchange = await fetcher.fetch({ url: `${server.url}p%20q?x=1#part` });
    expect(text(exchange.responseHead)).toBe(raw);
    expect(text(exchange.requestHead)).toBe(server.heads[0]);
    expect(text(exchange.body)).toBe('hello');
    expect(exchange.wire).toBe(exchange.body);
    expect(exchange).toMatchObject({
      url: `${server.url}p%20q?x=1`,
      method: 'GET',
      status: 200,
      protocol: 'http/1.1',
      remoteAddress: '127.0.0.1',
      tls: null,
      truncated: null,
    });
    expect(exchange.headers).toContainEqual(['X-Fold', 'one two']);
    expect(exchange.firstByteMs).toBeLessThanOrEqual(exchange.durationMs);
  });

  it('keeps chunk framing and trailers on the wire, not in the body', async () => {
    const wire = '5;x=y\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n';
    const { server, fetcher } = await serving((socket) => socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${wire}`));
    const exchange = await fetcher.fetch({ url: server.url });
    expect(text(exchange.wire)).toBe(wire);
    expect(text(exchange.body)).toBe('hello');
  });

  it('is the same however the bytes are cut on their way', async () => {
    const raw = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
    const { server, fetcher } = await serving(async (socket) => {
      for (const char of raw) {
        socket.write(char);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const exchange = await fetcher.fetch({ url: server.url });
    expect([text(exchange.responseHead), text(exchange.wire), text(exchange.body)]).toEqual([
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
      '5\r\nhello\r\n0\r\n\r\n',
      'hello',
    ]);
  });

  it('owns its memory, so that it can be handed to another thread', async () => {
    const { server, fetcher } = await serving((socket) => socket.write(answer('hello')));
    const { body, responseHead, requestHead } = await fetcher.fetch({ url: server.url });
    for (const part of [body as Uint8Array, responseHead, requestHead]) expect(part.buffer.byteLength).toBe(part.byteLength);
  });
});

/** Each row is one odd but readable answer; a second fetch must work after it, on the same connection or a new one. */
describe('reads, and goes on after', () => {
  const close: Script = (socket) => socket.end();
  const rows: [name: string, raw: string, body: string, status: number, connections: number, then?: Script][] = [
    ['Content-Length', answer('hi'), 'hi', 200, 1],
    ['empty body', answer(''), '', 200, 1],
    ['chunked with trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nA: b\r\n\r\n', 'hi', 200, 1],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', '', 204, 1],
    ['304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n', '', 304, 1],
    ['100 Continue first', `HTTP/1.1 100 Continue\r\n\r\n${answer('hi')}`, 'hi', 200, 1],
    [
      '103 Early Hints twice',
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${answer('hi')}`,
      'hi',
      200,
      1,
    ],
    ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nhi', 'hi', 200, 1],
    ['same length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi', 'hi', 200, 1],
    ['length and chunked', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n', 'hi', 200, 1],
    ['blank lines before', `\r\n\r\n${answer('hi')}`, 'hi', 200, 1],
    ['HTTP/1.0 without length', 'HTTP/1.0 200 OK\r\n\r\nhi', 'hi', 200, 2, close],
    ['HTTP/1.1 without length', 'HTTP/1.1 200 OK\r\n\r\nhi', 'hi', 200, 2, close],
    ['Connection: close', answer('hi', 'Connection: close\r\n'), 'hi', 200, 2],
    ['more than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi and more', 'hi', 200, 2],
    ['a second answer nobody asked for', answer('hi') + answer('ho'), 'hi', 200, 2],
    ['connection closed after the answer', answer('hi'), 'hi', 200, 2, close],
  ];

  it.each(rows)('%s', async (_name, raw, body, status, connections, then) => {
    const { server, fetcher } = await serving((socket, head, nth) => {
      socket.write(nth === 0 ? raw : answer('next'));
      if (nth === 0) then?.(socket, head, nth);
    });
    const first = await fetcher.fetch({ url: server.url });
    expect([first.status, text(first.body)]).toEqual([status, body]);
    await new Promise((resolve) => setTimeout(resolve, 20)); // let a close arrive
    expect(text((await fetcher.fetch({ url: server.url })).body)).toBe('next');
    expect(server.connections()).toBe(connections);
  });

  it('HEAD, whatever its length says and even when a body follows', async () => {
    const { server, fetcher } = await serving((socket, _head, nth) => socket.write(nth === 0 ? answer('surprise') : answer('next')));
    const head = await fetcher.fetch({ url: server.url, method: 'HEAD' });
    expect([head.status, text(head.body)]).toEqual([200, '']);
    expect(text((await fetcher.fetch({ url: server.url })).body)).toBe('next');
  });

  it('replaces a kept connection that the server dropped without a word', async () => {
    const { server, fetcher } = await serving((socket, _head, nth) => (nth === 1 ? socket.destroy() : socket.write(answer(`${nth}`))));
    expect(text((await fetcher.fetch({ url: server.url })).body)).toBe('0');
    expect(text((await fetcher.fetch({ url: server.url })).body)).toBe('2');
  });

  it('opens one connection per request in flight and keeps them for later', async () => {
    const { server, fetcher } = await serving((socket) => setTimeout(() => socket.write(answer('x')), 30));
    for (let round = 0; round < 3; round++) await Promise.all([1, 2, 3, 4].map(() => fetcher.fetch({ url: server.url })));
    expect(server.connections()).toBe(4);
  });
});

describe('the request', () => {
  const sent = async (options: object, request: object = {}) => {
    const { server, fetcher } = await serving((socket) => socket.write(answer('')), options);
    const exchange = await fetcher.fetch({ url: server.url, ...request });
    return { head: server.heads[0] ?? '', kept: text(exchange.requestHead), exchange };
  };

  it('S-05 G-15 names who is asking, by settings', async () => {
    expect((await sent({ agent: 'Probe', contact: 'https://x.test/bot' })).head).toMatch(
      /\r\nUser-Agent: Probe\/\d+\.\d+\.\d+\S* \(\+https:\/\/x\.test\/bot\)\r\n/,
    );
    expect((await sent({ userAgent: 'Mozilla/5.0 (mine)', contact: 'no' })).head).toContain('\r\nUser-Agent: Mozilla/5.0 (mine)\r\n');
  });

  it('S-52 negotiates type and language', async () => {
    const { head } = await sent({ acceptLanguage: 'sl, en;q=0.5' }, { accept: 'text/turtle, application/rdf+xml;q=0.9' });
    expect(head).toContain('\r\nAccept: text/turtle, application/rdf+xml;q=0.9\r\n');
    expect(head).toContain('\r\nAccept-Language: sl, en;q=0.5\r\n');
    expect(head).toContain('\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n');
  });

  it('is conditional where validators are known, and drops those that are no field value', async () => {
    const { head } = await sent({}, { validators: { etag: '"abc"', lastModified: 'Sun, 06 Nov 1994 08:49:37 GMT' } });
    expect(head).toContain('\r\nIf-None-Match: "abc"\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n');
    expect((await sent({}, { validators: { etag: '"a"\r\nEvil: 1' } })).head).not.toContain('Evil');
  });

  it('carries configured and given fields; given ones replace ours', async () => {
    const { head } = await sent(
      { headers: { 'X-One': '1', 'X-Two': '2' } },
      {
        headers: [
          ['x-two', 'mine'],
          ['Content-Length', '7'],
        ],
      },
    );
    expect(head).toContain('\r\nX-One: 1\r\n');
    expect(head).toContain('\r\nx-two: mine\r\n');
    expect(head).not.toContain('X-Two: 2');
    expect(head).not.toContain('Content-Length');
  });

  it('refuses fields that would smuggle in others', async () => {
    await expect(sent({}, { headers: [['X', 'a\r\nY: b']] })).rejects.toThrow(TypeError);
    expect(httpFetcher.options.safeParse({ headers: { X: 'a\nb' } }).success).toBe(false);
    expect(httpFetcher.options.safeParse({ headers: { Authorization: 'Bearer x' } }).success).toBe(false);
    expect(httpFetcher.options.safeParse({ headers: { Host: 'x' } }).success).toBe(false);
  });

  it('posts a body', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        bodies.push(`${request.method} ${request.headers['content-type']} ${body}`);
        response.end('ok');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fetcher = await openFetcher();
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) }, fetcher);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/form`;
    const body = Buffer.from('a=1&b=2');
    const exchange = await fetcher.fetch({ url, method: 'POST', body });
    await fetcher.fetch({ url, method: 'POST', body: Buffer.from('{}'), headers: [['Content-Type', 'application/json']] });
    await fetcher.fetch({ url, method: 'POST' });
    expect(bodies).toEqual(['POST application/x-www-form-urlencoded a=1&b=2', 'POST application/json {}', 'POST undefined ']);
    expect(exchange.requestBody).toBe(body);
  });

  it('keeps no secret in the recorded head', async () => {
    const { head, kept } = await sent({
      headers: { 'X-Api-Key': 'k3y', 'X-Note': 'uses hunter22' },
      credentials: [{ site: 'http://elsewhere.test', user: 'u', password: 'hunter22' }],
    });
    expect(head).toContain('X-Api-Key: k3y');
    expect(kept).toContain('\r\nX-Api-Key: [redacted]\r\nX-Note: [redacted]\r\n');
    expect(kept).not.toContain('hunter22');
  });

  it.each([
    ['not a url', 'FETCH_BAD_URL'],
    ['/relative', 'FETCH_BAD_URL'],
    ['ftp://127.0.0.1/', 'FETCH_SCHEME_UNKNOWN'],
    ['file:///etc/passwd', 'FETCH_SCHEME_UNKNOWN'],
  ])('refuses %s', async (url, code) => {
    const fetcher = await openFetcher();
    open.push(fetcher);
    await expect(fetcher.fetch({ url })).rejects.toMatchObject({ code });
  });
});

describe('IPv6', () => {
  const has = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
  it.runIf(has)('fetches from [::1]', async () => {
    const server = await rawServer((socket) => socket.write(answer('six')), undefined, '::1');
    const fetcher = await openFetcher();
    open.push(server, fetcher);
    const exchange = await fetcher.fetch({ url: server.url });
    expect([text(exchange.body), exchange.remoteAddress]).toEqual(['six', '::1']);
  });
});

describe('large bodies', () => {
  const MB = 1_048_576;
  const big = Buffer.alloc(3 * MB, 'winnow ');

  async function spooling(script: Script, options: object = {}) {
    const spoolFolder = await mkdtemp(path.join(tmpdir(), 'winnow-spool-'));
    open.push({ close: () => rm(spoolFolder, { recursive: true }) });
    return { spoolFolder, ...(await serving(script, { spoolFolder, ...options })) };
  }

  it('wait in a temporary file', async () => {
    const { server, fetcher, spoolFolder } = await spooling((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${big.length}\r\n\r\n`);
      socket.write(big);
    });
    const exchange = await fetcher.fetch({ url: server.url });
    const body = exchange.body as SpooledFile;
    expect(exchange.wire).toBe(body);
    expect(body.length).toBe(big.length);
    expect((await readFile(body.path)).equals(big)).toBe(true);
    await discard(exchange);
    expect(await readdir(spoolFolder)).toEqual([]);
  });

  it('wait in two files when they are chunked', async () => {
    const { server, fetcher, spoolFolder } = await spooling((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      for (let at = 0; at < big.length; at += 100_000) {
        const part = big.subarray(at, at + 100_000);
        socket.write(`${part.length.toString(16)}\r\n`);
        socket.write(part);
        socket.write('\r\n');
      }
      socket.write('0\r\n\r\n');
    });
    const { wire, body } = (await fetcher.fetch({ url: server.url })) as unknown as { wire: SpooledFile; body: SpooledFile };
    expect(wire.path).not.toBe(body.path);
    expect((await readFile(body.path)).equals(big)).toBe(true);
    const framed = await readFile(wire.path);
    expect([framed.subarray(0, 7).toString(), framed.subarray(-5).toString(), framed.length]).toEqual([
      '186a0\r\n',
      '0\r\n\r\n',
      wire.length,
    ]);
    expect(await readdir(spoolFolder)).toHaveLength(2);
  });

  it.each([
    ['announced', `HTTP/1.1 200 OK\r\nContent-Length: ${big.length}\r\n\r\n`, 100],
    ['not announced', 'HTTP/1.1 200 OK\r\n\r\n', 2 * MB],
    ['nothing wanted but the head', `HTTP/1.1 200 OK\r\nContent-Length: ${big.length}\r\n\r\n`, 0],
  ])('are cut at the limit: %s', async (_name, head, maxSize) => {
    const { server, fetcher } = await spooling(
      (socket) => {
        socket.write(head);
        socket.write(big);
      },
      { maxSize },
    );
    const exchange = await fetcher.fetch({ url: server.url });
    expect([exchange.body.length, exchange.truncated]).toEqual([maxSize, 'length']);
    await discard(exchange);
  });

  it.each([
    ['chunked', 'Transfer-Encoding: chunked\r\n'],
    ['until close', ''],
  ])('are not waited for when only the head is wanted: %s', async (_name, field) => {
    const { server, fetcher } = await serving((socket) => socket.write(`HTTP/1.1 200 OK\r\n${field}\r\n`), { timeout: 60_000 });
    expect(await fetcher.fetch({ url: server.url, maxBytes: 0 })).toMatchObject({ status: 200, truncated: 'length', body: { length: 0 } });
  });

  it.each([
    ['a page', 'text/html; charset=utf-8', 100],
    ['a page in XML', 'application/xhtml+xml', 100],
    ['a file', 'application/pdf', 1000],
    ['what does not say what it is', null, 1000],
    ['a sitemap', 'application/xml', 1000],
  ])('are cut at the limit of their kind: %s', async (_name, type, length) => {
    const { server, fetcher } = await serving(
      (socket) =>
        socket.write(`HTTP/1.1 200 OK\r\n${type ? `Content-Type: ${type}\r\n` : ''}Content-Length: 2000\r\n\r\n${'x'.repeat(2000)}`),
      { maxSize: 1000, maxPageSize: 100 },
    );
    expect(await fetcher.fetch({ url: server.url })).toMatchObject({ truncated: 'length', body: { length } });
  });

  it('are not cut when they are exactly as long as the limit', async () => {
    const { server, fetcher } = await serving(
      (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'),
      { maxSize: 5 },
    );
    expect(await fetcher.fetch({ url: server.url })).toMatchObject({ truncated: null });
    expect(await fetcher.fetch({ url: server.url, maxBytes: 4 })).toMatchObject({ truncated: 'length', body: { length: 4 } });
  });

  it.each([
    ['the server breaks off', false, 'FETCH_RESET'],
    ['the caller calls it off', true, 'FETCH_ABORTED'],
  ])('leave no file behind when %s', async (_name, calledOff, code) => {
    const controller = new AbortController();
    const { server, fetcher, spoolFolder } = await spooling((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${big.length * 2}\r\n\r\n`);
      setTimeout(() => (calledOff ? controller.abort() : socket.destroy()), 200);
      socket.write(big);
    });
    await expect(fetcher.fetch({ url: server.url, signal: controller.signal })).rejects.toMatchObject({ code });
    expect(await readdir(spoolFolder)).toEqual([]);
  });

  it('stop the crawl when they cannot be written', async () => {
    const { server, fetcher } = await serving(
      (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${big.length}\r\n\r\n`);
        socket.write(big);
      },
      { spoolFolder: '/nonexistent/folder' },
    );
    await expect(fetcher.fetch({ url: server.url })).rejects.toMatchObject({ code: 'FETCH_DISK_FULL', verdict: 'stop' });
  });
});

describe('close', () => {
  it('ends what is under way and refuses what comes after', async () => {
    const { server, fetcher } = await serving(() => {});
    const pending = fetcher.fetch({ url: server.url });
    setTimeout(() => void fetcher.close(), 30);
    await expect(pending).rejects.toMatchObject({ code: 'FETCH_ABORTED' });
    await expect(fetcher.fetch({ url: server.url })).rejects.toMatchObject({ code: 'FETCH_ABORTED' });
  });
});
