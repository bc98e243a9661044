/** The pool with threads of a dozen lines, so that each way a thread can fail is at hand. */
import { afterEach, describe, expect, it } from 'vitest';
import { ReaderPool, type ReaderPoolOptions, ReadFailed } from './reader-pool.js';
import type { Reading, ReadTask } from './reading.js';

/** Does what the URL of its task says. */
const THREAD = `
  import { parentPort, threadId } from 'node:worker_threads';
  let begun;
  parentPort.on('message', ({ id, task, begin }) => {
    if (!task) {
      begun = begin;
      return parentPort.postMessage({ id: 0 });
    }
    if (task.exchange.url === 'begun') return parentPort.postMessage({ id, reading: { url: begun + ' ' + threadId } });
    const { url } = task.exchange;
    if (task.unread) return parentPort.postMessage({ id, reading: { url: task.unread + ' ' + task.exchange.body.length } });
    if (url === 'buffers') for (const all = []; ; ) all.push(Buffer.alloc(20_000_000, 1));
    if (url === 'die') process.exit(3);
    if (url === 'throw') throw new Error('a parser gave up');
    if (url === 'loop') for (;;) {}
    if (url === 'memory') for (const all = []; ; ) all.push(new Array(100_000).fill(url));
    if (url === 'refuse') parentPort.postMessage({ id, error: 'no reader' });
    else if (url === 'wait') setTimeout(() => parentPort.postMessage({ id, reading: { url: String(threadId) } }), 100);
    else parentPort.postMessage({ id, reading: { url: url === 'which' ? String(threadId) : url } });
  });
`;
const STILLBORN = `throw new Error('a module is missing');`;

const urlOf = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

const pools: ReaderPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function openPool(more: Partial<ReaderPoolOptions> = {}): ReaderPool {
  const pool = new ReaderPool({ threads: 1, threadUrl: urlOf(THREAD), workerData: null, taskMs: 20_000, heapMb: 64, ...more });
  pools.push(pool);
  return pool;
}

const EMPTY = new Uint8Array();
const task = (url: string): ReadTask =>
  ({ exchange: { url, wire: EMPTY, body: EMPTY, responseHead: EMPTY, headers: [] } }) as unknown as ReadTask;
const largeTask = (url: string): ReadTask =>
  ({
    exchange: { url, wire: EMPTY, body: { path: 'nowhere', length: 100_000_000 }, responseHead: EMPTY, headers: [] },
  }) as unknown as ReadTask;
const fileTask = (url: string): ReadTask =>
  ({ exchange: { url, wire: EMPTY, body: Buffer.from('%PDF-1.7\n'), responseHead: EMPTY, headers: [] } }) as unknown as ReadTask;
const reads = async (pool: ReaderPool, url: string, alone = false): Promise<string> =>
  ((await pool.read(task(url), { alone })) as Reading & { url: string }).url;

describe('ReaderPool', () => {
  it('a thread that has nothing left to do is taken over by the next crawl, with what that one wants', async () => {
    const first = openPool({ workerData: 'one', isReusable: true });
    const [, thread] = (await reads(first, 'begun')).split(' ');
    await first.close();
    expect(await reads(openPool({ workerData: 'two', isReusable: true }), 'begun')).toBe(`two ${thread}`);
  });

  it('no thread is taken over that is still at work, or has code of its own', async () => {
    const [busy, own] = [openPool({ isReusable: true }), openPool()];
    const threads = [await reads(busy, 'which'), await reads(own, 'which')];
    const lost = reads(busy, 'wait').catch(String);
    await Promise.all([busy.close(), own.close()]);
    expect(await lost).toMatch(/thread ended/);
    expect(threads).not.toContain(await reads(openPool({ isReusable: true }), 'which'));
  });

  it('answers each task with its own reading, over several threads', async () => {
    const pool = openPool({ threads: 2 });
    const urls = Array.from({ length: 40 }, (_, i) => `page ${i}`);
    expect(await Promise.all(urls.map((url) => reads(pool, url)))).toEqual(urls);
  });

  it.each([
    ['dies', 'die', /thread ended/, {}],
    ['throws', 'throw', /a parser gave up/, {}],
    ['runs away', 'loop', /more than 0\.3 s/, { taskMs: 300 }],
    ['eats all memory', 'memory', /memory/i, {}],
    ['is refused', 'refuse', /no reader/, {}],
  ])('M-05 a task on which the thread %s fails, the next one is read', async (_name, url, message, more) => {
    const pool = openPool(more);
    await reads(pool, 'before');
    const failure = await reads(pool, url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReadFailed);
    expect(String(failure)).toMatch(message);
    expect(await reads(pool, 'after')).toBe('after');
  });

  it('M-05 tasks beside a fatal one fail with it, and succeed alone while the fatal one fails again', async () => {
    const pool = openPool();
    await reads(pool, 'before');
    const urls = ['a', 'die', 'b', 'c'];
    const together = await Promise.allSettled(urls.map((url) => reads(pool, url)));
    expect(together[1]?.status).toBe('rejected');
    const alone = await Promise.allSettled(urls.map((url) => reads(pool, url, true)));
    expect(alone.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });

  it('one thread does until it cannot keep up', async () => {
    const pool = openPool({ threads: 3 });
    const inTurn: string[] = [];
    for (let i = 0; i < 10; i++) inTurn.push(await reads(pool, 'which'));
    expect(new Set(inTurn).size).toBe(1);
    const atOnce = await Promise.all(Array.from({ length: 24 }, () => reads(pool, 'wait')));
    expect(new Set(atOnce).size).toBeGreaterThan(1);
  });

  it('G-47 pages are read while large bodies are, which have a thread of their own and one turn after the other', async () => {
    const pool = openPool();
    const large = Array.from({ length: 6 }, () => pool.read(largeTask('wait')));
    const pages = await Promise.all(Array.from({ length: 40 }, () => reads(pool, 'which')));
    const first = await Promise.race([Promise.all(large).then(() => 'large'), reads(pool, 'page')]);
    expect(first).toBe('page');
    await Promise.all(large);
    const { url } = (await pool.read(largeTask('which'))) as Reading & { url: string };
    expect(pages).not.toContain(url);
  });

  it.each([
    ['dies', 'die', /^the reader thread ended 9$/, {}],
    ['runs away', 'loop', /^reading took more than 0\.3 s 9$/, { taskMs: 300 }],
    ['eats all memory in buffers', 'buffers', /^reading took more than \d+ MB of memory 9$/, { filesGrowthMb: 150 }],
  ])(
    'G-26 a file over which the thread %s is kept unread, with the reason, and pages are read meanwhile',
    async (_name, url, reason, more) => {
      const pool = openPool(more);
      const file = pool.read(fileTask(url)) as Promise<Reading & { url: string }>;
      expect(await reads(pool, 'page')).toBe('page');
      expect((await file).url).toMatch(reason);
      expect(((await pool.read(fileTask('next'))) as Reading & { url: string }).url).toBe('next');
    },
  );

  it('a thread that does not start ends the crawl with its reason, instead of failing page after page', async () => {
    const pool = openPool({ threadUrl: urlOf(STILLBORN) });
    const failure = await reads(pool, 'page').catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(ReadFailed);
    expect(String(failure)).toContain('The reader threads do not start: a module is missing');
    await expect(reads(pool, 'another')).rejects.toThrow('do not start');
  });
});
