/** a file of 2 GB over TLS, in bounded memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discard } from '../../src/fetch/index.js';
import type { SpooledFile } from '../../src/model/index.js';
import { openFetcher, selfSigned } from '../support/raw-server.js';

const GB = 1024 ** 3;
const SIZE = 2 * GB;
const BLOCK = 1024 ** 2;
const EXTRA = 150 * 1024 ** 2;

/** Serves the same pseudo-random megabyte again and again, each with its number in front; runs in a process of its own. */
const SERVER = `
const { createServer } = require('node:https');
const { createHash } = require('node:crypto');
const [key, cert, size, block] = JSON.parse(process.env.SETTINGS);
const piece = Buffer.alloc(block);
for (let at = 0; at < block; at += 32) createHash('sha256').update(String(at)).digest().copy(piece, at);
createServer({ key, cert }, (request, response) => {
  if (request.url === '/length') response.setHeader('Content-Length', size);
  let sent = 0;
  const more = () => {
    while (sent < size) {
      const next = Buffer.from(piece);
      next.writeUInt32BE(sent / block, 0);
      sent += block;
      if (!response.write(next)) return response.once('drain', more);
    }
    response.end();
  };
  more();
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
process.stdin.on('end', () => process.exit()).resume();
`;

let server: ChildProcess;
let port: number;
let spoolFolder: string;

beforeAll(async () => {
  const { key, cert } = selfSigned(['127.0.0.1']);
  server = spawn(process.execPath, ['-e', SERVER], {
    env: { ...process.env, SETTINGS: JSON.stringify([key, cert, SIZE, BLOCK]) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  port = await new Promise<number>((resolve) => server.stdout?.once('data', (line) => resolve(Number(line))));
  spoolFolder = await mkdtemp(path.join(tmpdir(), 'winnow-large-'));
});

afterAll(async () => {
  server.stdin?.end();
  await rm(spoolFolder, { recursive: true });
});

/** Runs `work` and returns by how much memory grew at its highest. */
async function peakOf<T>(work: () => Promise<T>): Promise<{ result: T; extra: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 20);
  const result = await work();
  clearInterval(timer);
  sample();
  return { result, extra: peak - before };
}

/** The number at the start of each block, checked against its place: nothing lost, doubled or out of order. */
async function countBlocks(file: string): Promise<number> {
  let at = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
    if (chunk.readUInt32BE(0) !== at) throw new Error(`block ${at} is number ${chunk.readUInt32BE(0)}`);
    at++;
  }
  return at;
}

it('A-42 fetches 2 GB over TLS with at most 150 MB of extra memory', async () => {
  const fetcher = await openFetcher({ insecureTls: true, spoolFolder, maxSize: SIZE + 1 });
  const { result: exchange, extra } = await peakOf(() => fetcher.fetch({ url: `https://127.0.0.1:${port}/length` }));
  await fetcher.close();
  const body = exchange.body as SpooledFile;
  console.log(`2 GB in ${(exchange.durationMs / 1000).toFixed(1)} s, ${Math.round(extra / 1024 ** 2)} MB of extra memory at the highest`);
  expect(exchange).toMatchObject({ status: 200, truncated: null, tls: { problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  expect([body.length, (await stat(body.path)).size]).toEqual([SIZE, SIZE]);
  expect(extra).toBeLessThanOrEqual(EXTRA);
  expect(await countBlocks(body.path)).toBe(SIZE / BLOCK);
  await discard(exchange);
});

it('A-42 cuts an answer without length at the limit, in as little memory', async () => {
  const fetcher = await openFetcher({ insecureTls: true, spoolFolder, maxSize: SIZE / 8 });
  const { result: exchange, extra } = await peakOf(() => fetcher.fetch({ url: `https://127.0.0.1:${port}/chunked` }));
  await fetcher.close();
  expect([exchange.body.length, exchange.truncated]).toEqual([SIZE / 8, 'length']);
  expect((exchange.wire as SpooledFile).path).not.toBe((exchange.body as SpooledFile).path);
  expect(extra).toBeLessThanOrEqual(EXTRA);
  await discard(exchange);
});
