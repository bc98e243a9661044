/** Servers that stall, drip, flood, break off and lie: every fetch ends, soon, with an error that names the reason. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, openFetcher, type RawServer, rawServer, type Script, text } from '../../../test/support/raw-server.js';
import type { Fetcher } from '../../plugins/index.js';
import { followRedirects } from './redirects.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function serving(script: Script, options: object = {}): Promise<{ server: RawServer; fetcher: Fetcher; spoolFolder: string }> {
  const spoolFolder = await mkdtemp(path.join(tmpdir(), 'winnow-hostile-'));
  const server = await rawServer(script);
  const fetcher = await openFetcher({ timeout: 400, deadline: 3_000, spoolFolder, ...options });
  open.push({ close: () => rm(spoolFolder, { recursive: true }) }, server, fetcher);
  return { server, fetcher, spoolFolder };
}

/** Writes `piece` every `ms` until the socket is gone. */
function drip(socket: Socket, piece: string | Buffer, ms: number): void {
  const timer = setInterval(() => socket.write(piece), ms);
  socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the reader takes it. */
function flood(socket: Socket, piece: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

const HEAD = 'HTTP/1.1 200 OK\r\n';

describe('each ends with its own error, and the next fetch works', () => {
  const rows: [name: string, code: string, first: (socket: Socket) => void, options?: object][] = [
    ['never answers', 'FETCH_TIMEOUT', () => {}],
    ['stops in the head', 'FETCH_TIMEOUT', (socket) => socket.write('HTTP/1.1 200 OK\r\nX: ')],
    ['stops in the body', 'FETCH_TIMEOUT', (socket) => socket.write(`${HEAD}Content-Length: 10\r\n\r\nhalf`)],
    ['drips the body', 'FETCH_TOO_SLOW', (socket) => drip(socket.write(`${HEAD}\r\n`) ? socket : socket, 'x', 20), { minRate: 10_000 }],
    ['drips the head', 'FETCH_TOO_SLOW', (socket) => drip(socket.write(HEAD) ? socket : socket, 'X: y\r\n', 20), { minRate: 10_000 }],
    [
      'drips fast enough for ever',
      'FETCH_DEADLINE',
      (socket) => drip(socket.write(`${HEAD}\r\n`) ? socket : socket, 'x'.repeat(500), 10),
      { deadline: 1_000 },
    ],
    [
      'sends interim answers for ever',
      'FETCH_HEAD_TOO_LARGE',
      (socket) => flood(socket, Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000))),
    ],
    ['sends a head of 1 MB', 'FETCH_HEAD_TOO_LARGE', (socket) => socket.write(`${HEAD}X: ${'y'.repeat(1_048_576)}\r\n\r\n`)],
    ['sends a head without end', 'FETCH_HEAD_TOO_LARGE', (socket) => flood(socket, Buffer.from(`${HEAD}${'X: y\r\n'.repeat(5_000)}`))],
    ['resets before an answer', 'FETCH_RESET', (socket) => socket.resetAndDestroy()],
    ['closes before an answer', 'FETCH_RESET', (socket) => socket.end()],
    [
      'resets in the body',
      'FETCH_RESET',
      (socket) => socket.write(`${HEAD}Content-Length: 10\r\n\r\nhalf`, () => socket.resetAndDestroy()),
    ],
    ['announces more than it sends', 'FETCH_RESET', (socket) => socket.end(`${HEAD}Content-Length: 10\r\n\r\nhalf`)],
    ['ends before the last chunk', 'FETCH_RESET', (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`)],
    ['speaks another protocol', 'FETCH_MALFORMED', (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')],
    ['speaks HTTP/0.9', 'FETCH_MALFORMED', (socket) => socket.end('<html>old</html>')],
    ['has no status', 'FETCH_MALFORMED', (socket) => socket.write('HTTP/1.1 OK\r\n\r\n')],
    ['switches protocols', 'FETCH_MALFORMED', (socket) => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n')],
    [
      'contradicts itself about the length',
      'FETCH_MALFORMED',
      (socket) => socket.write(`${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nhi`),
    ],
    ['sends bad chunks', 'FETCH_MALFORMED', (socket) => socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)],
    [
      'sends an endless chunk size',
      'FETCH_MALFORMED',
      (socket) => socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${'0'.repeat(9_000)}`),
    ],
    [
      'sends endless trailers',
      'FETCH_MALFORMED',
      (socket) =>
        flood(socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n0\r\n`) ? socket : socket, Buffer.from('X: y\r\n'.repeat(1_000))),
    ],
  ];

  it.each(rows)('%s: %s', async (_name, code, first, options) => {
    const { server, fetcher, spoolFolder } = await serving(
      (socket, _head, nth) => (nth === 0 ? first(socket) : socket.write(answer('next'))),
      options,
    );
    const error = await fetcher.fetch({ url: server.url }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'FetchError', code, url: server.url });
    expect((error as { detail: string }).detail.length).toBeGreaterThan(10);
    expect(text((await fetcher.fetch({ url: server.url })).body)).toBe('next');
    expect(await readdir(spoolFolder)).toEqual([]);
  });
});

describe('endless bodies are cut at the size limit', () => {
  it.each([
    ['until close', '\r\n', Buffer.alloc(65_536, 'x')],
    ['chunked', 'Transfer-Encoding: chunked\r\n\r\n', Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`)],
    ['announced as petabytes', 'Content-Length: 999999999999999\r\n\r\n', Buffer.alloc(65_536, 'x')],
  ])('%s', async (_name, rest, piece) => {
    const { server, fetcher, spoolFolder } = await serving((socket) => flood(socket.write(HEAD + rest) ? socket : socket, piece), {
      maxSize: 5_000_000,
    });
    const exchange = await fetcher.fetch({ url: server.url });
    expect([exchange.body.length, exchange.truncated]).toEqual([5_000_000, 'length']);
    expect((await readdir(spoolFolder)).length).toBeGreaterThan(0);
  });

  it('counts chunk framing too', async () => {
    const piece = Buffer.from(`1;${'e'.repeat(4_000)}\r\nx\r\n`.repeat(20));
    const { server, fetcher } = await serving(
      (socket) => flood(socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`) ? socket : socket, piece),
      { maxSize: 100_000 },
    );
    const exchange = await fetcher.fetch({ url: server.url });
    expect(exchange.truncated).toBe('length');
    expect(exchange.wire.length).toBeLessThan(2_500_000);
  });
});

it('gives up on endless redirects', async () => {
  const { server, fetcher } = await serving((socket, _head, nth) => socket.write(answer('', `Location: /${nth + 1}\r\n`, '302 Found')));
  await expect(followRedirects(fetcher, { url: server.url }, { maxRedirects: 10 })).rejects.toMatchObject({
    code: 'FETCH_TOO_MANY_REDIRECTS',
  });
  expect(server.heads).toHaveLength(11);
});

it('cannot connect where nobody listens', async () => {
  const { server, fetcher } = await serving(() => {});
  await server.close();
  await expect(fetcher.fetch({ url: server.url })).rejects.toMatchObject({ code: 'FETCH_CONNECT_FAILED', verdict: 'retry' });
});

describe('an AbortSignal', () => {
  it('that fired before ends the fetch before anything is sent', async () => {
    const { server, fetcher } = await serving((socket) => socket.write(answer('x')));
    await expect(fetcher.fetch({ url: server.url, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'FETCH_ABORTED' });
    expect(server.heads).toEqual([]);
  });

  it('ends a fetch under way', async () => {
    const controller = new AbortController();
    const { server, fetcher } = await serving(
      (socket) => {
        socket.write(`${HEAD}Content-Length: 10\r\n\r\nhalf`);
        setTimeout(() => controller.abort(), 30);
      },
      { timeout: 60_000, deadline: 60_000 },
    );
    await expect(fetcher.fetch({ url: server.url, signal: controller.signal })).rejects.toMatchObject({
      code: 'FETCH_ABORTED',
      verdict: 'stop',
    });
  });
});
