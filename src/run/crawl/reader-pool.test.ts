/** The pool with threads of a dozen lines, so that each way a thread can fail is at hand. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    if (task.exchange.url === 'nowhere to go') return parentPort.postMessage({ id, error: 'no room' });
    if (task.exchange.url === 'begun') return parentPort.postMessage({ id, reading: { url: begun + ' ' + threadId } });
    const url = task.exchange.url.replace(/^http:\\/\\/[a-z.]+\\/(?=loop|which)|\\?.*/g, '');
    if (task.unread) return parentPort.postMessage({ id, reading: { url: task.unread + ' ' + task.exchange.body.length } });
    if (url === 'buffers') for (const all = []; ; ) all.push(Buffer.alloc(20_000_000, 1));
    if (url === 'die') process.exit(3);
    if (url === 'throw') throw new Error('a parser gave up');
    if (url === 'loop') for (;;) {}
    if (url === 'memory') for (const all = []; ; ) all.push(new Array(100_000).fill(url));
    if (url === 'swell') return parentPort.postMessage({ id, reading: { url: String(threadId) }, isSwollen: true });
    if (url === 'grow') return parentPort.postMessage({ id, reading: { url: String(threadId) }, hasGrown: true });
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
const reads = async (pool: ReaderPool, url: string): Promise<string> => ((await pool.read(task(url))) as Reading & { url: string }).url;

describe('ReaderPool', () => {
  it('a thread that has nothing left to do is taken over by the next crawl, with what that one wants', async () => {
    const first = openPool({ workerData: 'one', isReusable: true });
    const [, thread] = (await reads(first, 'begun')).split(' ');
    await first.close();
    expect(await reads(openPool({ workerData: 'two', isReusable: true }), 'begun')).toBe(`two ${thread}`);
  });

  it('a thread that has grown over a giant is ended, and nobody takes it over', async () => {
    const pool = openPool({ isReusable: true });
    const swollen = await reads(pool, 'swell');
    const next = await reads(pool, 'which');
    expect(next).not.toBe(swollen);
    expect(await reads(pool, 'which')).toBe(next);
    await pool.close();
    expect(await reads(openPool({ isReusable: true }), 'which')).toBe(next);
  });

  it('a thread for files is taken over by the next crawl, unless it has grown over the last', async () => {
    const readsFile = async (pool: ReaderPool, url: string) => ((await pool.read(fileTask(url))) as Reading & { url: string }).url;
    const first = openPool({ isReusable: true });
    const thread = await readsFile(first, 'which');
    await first.close();
    const second = openPool({ isReusable: true });
    expect(await readsFile(second, 'grow')).toBe(thread);
    expect(await readsFile(second, 'which')).toBe(thread);
    expect(await readsFile(second, 'grow')).toBe(thread);
    await second.close();
    expect(await readsFile(openPool({ isReusable: true }), 'which')).not.toBe(thread);
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
    ['dies', 'die', /^the reader thread ended 0$/, {}],
    ['throws', 'throw', /^a parser gave up 0$/, {}],
    ['runs away', 'loop', /^reading took more than 0\.3 s 0$/, { taskMs: 300 }],
    ['eats all memory', 'memory', /memory.* 0$/i, {}],
    ['is refused', 'refuse', /^no reader 0$/, {}],
  ])('M-05 a task on which the thread %s is kept unread, with the reason, and the next one is read', async (_name, url, reason, more) => {
    const pool = openPool(more);
    await reads(pool, 'before');
    expect(await reads(pool, url)).toMatch(reason);
    expect(await reads(pool, 'after')).toBe('after');
  });

  it('a page is not given up for what other programs take of the processors, unless it takes for ever', async () => {
    const starved = openPool({ taskMs: 60, processorMs: () => 0 });
    await reads(starved, 'before');
    expect(Number(await reads(starved, 'wait'))).toBeGreaterThan(0);
    expect(await reads(starved, 'loop')).toBe('reading took more than 0.06 s 0');
  });

  it('M-05 tasks beside a fatal one are read again, alone, and only the fatal one is not read', async () => {
    const pool = openPool();
    await reads(pool, 'before');
    const together = await Promise.all(['a', 'die', 'b', 'c'].map((url) => reads(pool, url)));
    expect(together).toEqual(['a', 'the reader thread ended 0', 'b', 'c']);
  });

  it('M-05 what cannot even be kept fails, and the file its body waits in is removed', async () => {
    const pool = openPool();
    const path = join(mkdtempSync(join(tmpdir(), 'winnow-pool-')), 'body');
    writeFileSync(path, 'body');
    const { exchange } = task('nowhere to go');
    const failure = await pool.read({ exchange: { ...exchange, body: { path, length: 4 } } } as ReadTask).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReadFailed);
    expect(existsSync(path)).toBe(false);
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

  describe('a page that runs away', () => {
    const of = (url: string): Promise<Reading & { url: string }> => pools[0]?.read(task(url)) as Promise<Reading & { url: string }>;
    const limits = { pageMs: 1000, taskMs: 1200 };

    it('is read again apart, and kept unread when it fails there too, while others are read', async () => {
      const pool = openPool(limits);
      const common = await reads(pool, 'which');
      const away = of('http://a.example/loop');
      expect(await reads(pool, 'http://b.example/innocent')).toBe('http://b.example/innocent');
      expect((await away).url).toMatch(/^reading took more than 1\.2 s/);
      expect(await reads(pool, 'which')).not.toBe(common); // the thread that was held up is gone
    });

    it('gives its site away: all of its pages are read apart, and the common threads go on', async () => {
      const pool = openPool(limits);
      await of('http://a.example/loop');
      const common = await reads(pool, 'which');
      const away = of('http://a.example/loop?again');
      for (let i = 0; i < 20; i++) expect(await reads(pool, 'which')).toBe(common);
      expect((await of('http://a.example/which')).url).not.toBe(common);
      expect((await away).url).toMatch(/^reading took more than 1 s/);
      expect(await reads(pool, 'which')).toBe(common);
      expect((await of('http://b.example/which')).url).toBe(common);
    });

    it('is read apart from the first when its last visit left it unread', async () => {
      const pool = openPool(limits);
      const common = await reads(pool, 'which');
      const again = {
        ...task('http://a.example/which'),
        previous: { digests: '{"content":"sha256:0","unread":true}' },
      } as unknown as ReadTask;
      expect(((await pool.read(again)) as Reading & { url: string }).url).not.toBe(common);
      expect((await of('http://a.example/which')).url).toBe(common);
    });
  });

  it('a thread that does not start ends the crawl with its reason, instead of failing page after page', async () => {
    const pool = openPool({ threadUrl: urlOf(STILLBORN) });
    const failure = await reads(pool, 'page').catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(ReadFailed);
    expect(String(failure)).toContain('The reader threads do not start: a module is missing');
    await expect(reads(pool, 'another')).rejects.toThrow('do not start');
  });
});
