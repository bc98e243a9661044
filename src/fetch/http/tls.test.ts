import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, type Certificate, rawServer, selfSigned, text } from '../../../test/support/raw-server.js';
import type { SpooledFile } from '../../model/index.js';
import { httpFetcher, openHttpFetcher } from './http-fetcher.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const good = selfSigned(['site.test', '127.0.0.1']);

/** A fetcher that trusts `good` and knows where site.test lives. */
function fetcherFor(port: number, options: object = {}, ca: readonly string[] | null = [good.cert]) {
  const parsed = httpFetcher.options.parse({ allowAddresses: ['127.0.0.1'], resolve: { '*.test': `127.0.0.1:${port}` }, ...options });
  const fetcher = openHttpFetcher(parsed, ca ? { ca } : {});
  open.push(fetcher);
  return fetcher;
}

describe('TLS', () => {
  async function secureServer(certificate: Certificate = good) {
    const server = await rawServer((socket) => socket.write(answer('secret')), certificate);
    open.push(server);
    return server;
  }

  it('A-42 checks the certificate and records the verdict', async () => {
    const server = await secureServer();
    const exchange = await fetcherFor(server.port).fetch({ url: 'https://site.test/' });
    expect(text(exchange.body)).toBe('secret');
    expect(exchange.tls).toMatchObject({
      protocol: 'TLSv1.3',
      authorized: true,
      problem: null,
      subject: 'CN=site.test',
      issuer: 'CN=site.test',
    });
    expect(Date.parse(exchange.tls?.validTo ?? '')).toBeGreaterThan(Date.now());
  });

  it('works on addresses, which have no server name', async () => {
    const server = await secureServer();
    expect((await fetcherFor(server.port).fetch({ url: `https://127.0.0.1:${server.port}/` })).tls?.authorized).toBe(true);
  });

  it.each([
    ['unknown authority', 'https://site.test/', null, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['another name', 'https://other.test/', [good.cert], 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('G-15 refuses: %s; by setting lets it through and records why', async (_name, url, ca, problem) => {
    const server = await secureServer();
    const refused = fetcherFor(server.port, {}, ca).fetch({ url });
    await expect(refused).rejects.toMatchObject({ code: 'FETCH_TLS_UNTRUSTED', verdict: 'drop', detail: expect.stringContaining(problem) });
    expect(server.heads).toEqual([]);
    const exchange = await fetcherFor(server.port, { insecureTls: true }, ca).fetch({ url });
    expect(exchange).toMatchObject({ status: 200, tls: { authorized: false, problem } });
  });

  it('gives up on a handshake that never ends', async () => {
    const plain = await rawServer(() => {}, undefined);
    open.push(plain);
    const fetching = fetcherFor(plain.port, { connectTimeout: 300 }).fetch({ url: 'https://site.test/' });
    await expect(fetching).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
  });

  it('names a server that does not speak TLS', async () => {
    const { createServer } = await import('node:net');
    const server = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    const fetching = fetcherFor((server.address() as AddressInfo).port).fetch({ url: 'https://site.test/' });
    await expect(fetching).rejects.toMatchObject({ code: 'FETCH_TLS_FAILED', verdict: 'retry' });
  });

  it('speaks plainly to a server that resolve names with http://, and says so', async () => {
    const plain = await rawServer((socket) => socket.write(answer('plain')), undefined);
    open.push(plain);
    const fetcher = fetcherFor(plain.port, { resolve: { 'site.test': `http://127.0.0.1:${plain.port}` } });
    const exchange = await fetcher.fetch({ url: 'https://site.test/a?b=1' });
    expect(exchange).toMatchObject({
      url: 'https://site.test/a?b=1',
      status: 200,
      tls: { authorized: false, problem: 'PLAIN_BY_RESOLVE' },
    });
    expect(plain.heads[0]).toMatch(/^GET \/a\?b=1 HTTP\/1\.1\r\nHost: site\.test\r\n/);
    const guarded = fetcherFor(plain.port, { resolve: { 'site.test': `http://127.0.0.1:${plain.port}` }, allowAddresses: [] });
    await expect(guarded.fetch({ url: 'https://site.test/' })).rejects.toMatchObject({ code: 'FETCH_ADDRESS_FORBIDDEN' });
  });

  it('sends the server name', async () => {
    const names: unknown[] = [];
    const server = createHttpsServer(
      {
        ...good,
        SNICallback: (name, done) => {
          names.push(name);
          done(null);
        },
      },
      (_request, response) => response.end('x'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve()) && server.closeAllConnections()) });
    await fetcherFor((server.address() as AddressInfo).port).fetch({ url: 'https://site.test/' });
    expect(names).toEqual(['site.test']);
  });
});

describe('HTTP/2', () => {
  type Handler = (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void;

  async function h2Server(handler: Handler): Promise<{ port: number; sessions: () => number; server: Http2SecureServer }> {
    const server = createSecureServer({ ...good, allowHTTP1: true, maxSendHeaderBlockLength: 2_000_000 }, (request, response) => {
      if (request.httpVersion === '1.1') response.end('over http/1.1');
    });
    let sessions = 0;
    const live = new Set<{ destroy(): void }>();
    server.on('session', (session) => {
      sessions++;
      live.add(session);
      session.on('error', () => {});
    });
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      handler(stream, headers as Record<string, unknown>);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({
      close: () => {
        for (const session of live) session.destroy();
        return new Promise((resolve) => server.close(() => resolve()));
      },
    });
    return { port: (server.address() as AddressInfo).port, sessions: () => sessions, server };
  }

  it('synthesises a head in the form of HTTP/1.1', async () => {
    const seen: Record<string, unknown>[] = [];
    const { port } = await h2Server((stream, headers) => {
      seen.push(headers);
      stream.respond({ ':status': 200, 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] });
      stream.end('<p>two</p>');
    });
    const exchange = await fetcherFor(port, { userAgent: 'Probe' }).fetch({ url: 'https://site.test/p?q=1' });
    expect(exchange).toMatchObject({
      protocol: 'h2',
      status: 200,
      statusText: 'OK',
      tls: { authorized: true },
      remoteAddress: '127.0.0.1',
    });
    expect(text(exchange.body)).toBe('<p>two</p>');
    expect(exchange.wire).toBe(exchange.body);
    expect(text(exchange.responseHead)).toMatch(
      /^HTTP\/1\.1 200 OK\r\ncontent-type: text\/html\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ndate: .*\r\n\r\n$/,
    );
    expect(text(exchange.requestHead)).toMatch(/^GET \/p\?q=1 HTTP\/1\.1\r\nHost: site\.test\r\n/);
    expect(seen[0]).toMatchObject({ ':authority': 'site.test', ':path': '/p?q=1', 'user-agent': 'Probe' });
  });

  it('carries many exchanges on one connection', async () => {
    const { port, sessions } = await h2Server((stream) => setTimeout(() => stream.respond({ ':status': 200 }) ?? stream.end('x'), 10));
    const fetcher = fetcherFor(port);
    await Promise.all(Array.from({ length: 20 }, (_unused, at) => fetcher.fetch({ url: `https://site.test/${at}` })));
    await fetcher.fetch({ url: 'https://site.test/last' });
    expect(sessions()).toBe(1);
  });

  it('is not offered when it is switched off', async () => {
    const { port } = await h2Server(() => {});
    const exchange = await fetcherFor(port, { http2: false }).fetch({ url: 'https://site.test/' });
    expect([exchange.protocol, text(exchange.body)]).toEqual(['http/1.1', 'over http/1.1']);
  });

  it('posts, and answers HEAD and 304 without a body', async () => {
    const { port } = await h2Server((stream, headers) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        stream.respond({ ':status': headers['if-none-match'] ? 304 : 200 }, { endStream: headers['if-none-match'] !== undefined });
        if (!headers['if-none-match']) stream.end(headers[':method'] === 'HEAD' ? undefined : Buffer.concat(parts));
      });
    });
    const fetcher = fetcherFor(port);
    expect(text((await fetcher.fetch({ url: 'https://site.test/', method: 'POST', body: Buffer.from('a=1') })).body)).toBe('a=1');
    expect((await fetcher.fetch({ url: 'https://site.test/', method: 'HEAD' })).body).toHaveLength(0);
    expect((await fetcher.fetch({ url: 'https://site.test/', validators: { etag: '"x"' } })).status).toBe(304);
  });

  it('spools large bodies and cuts them at the limit', async () => {
    const spoolFolder = await mkdtemp(path.join(tmpdir(), 'winnow-h2-'));
    open.push({ close: () => rm(spoolFolder, { recursive: true }) });
    const big = Buffer.alloc(3_000_000, 'winnow ');
    const { port } = await h2Server((stream) => {
      stream.respond({ ':status': 200 });
      stream.end(big);
    });
    const fetcher = fetcherFor(port, { spoolFolder });
    const whole = await fetcher.fetch({ url: 'https://site.test/' });
    expect((await readFile((whole.body as SpooledFile).path)).equals(big)).toBe(true);
    expect(await fetcher.fetch({ url: 'https://site.test/', maxBytes: 1_000 })).toMatchObject({
      truncated: 'length',
      body: { length: 1_000 },
    });
    expect(await fetcher.fetch({ url: 'https://site.test/', maxBytes: 10 })).toMatchObject({ truncated: 'length', body: { length: 10 } });
  });

  it.each([
    ['a reset stream', 'FETCH_RESET', (stream: ServerHttp2Stream) => stream.close(2)],
    ['a stream that never answers', 'FETCH_TIMEOUT', () => {}],
    ['a lost connection', 'FETCH_RESET', (stream: ServerHttp2Stream) => stream.session?.destroy()],
    [
      'a head of 1 MB',
      'FETCH_HEAD_TOO_LARGE',
      (stream: ServerHttp2Stream) =>
        stream.respond(Object.fromEntries(Array.from({ length: 30 }, (_unused, at) => [`x-${at}`, 'y'.repeat(4_000)]))),
    ],
    [
      'a body that breaks off',
      'FETCH_RESET',
      (stream: ServerHttp2Stream) => {
        stream.respond({ ':status': 200 });
        stream.write('half', () => stream.session?.destroy());
      },
    ],
  ])('ends with an error on %s, and goes on', async (_name, code, misbehave) => {
    let count = 0;
    const { port } = await h2Server((stream) =>
      count++ < 1 ? misbehave(stream) : (stream.respond({ ':status': 200 }) ?? stream.end('next')),
    );
    const fetcher = fetcherFor(port, { timeout: 500 });
    await expect(fetcher.fetch({ url: 'https://site.test/' })).rejects.toMatchObject({ code });
    expect(text((await fetcher.fetch({ url: 'https://site.test/' })).body)).toBe('next');
  });

  it('falls back when the server asks for HTTP/1.1', async () => {
    const { port } = await h2Server((stream) => stream.close(13));
    const fetcher = fetcherFor(port);
    expect((await fetcher.fetch({ url: 'https://site.test/' })).protocol).toBe('http/1.1');
    expect((await fetcher.fetch({ url: 'https://site.test/' })).protocol).toBe('http/1.1');
  });
});
