import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { Statistics } from '../run/crawl/index.js';
import { showProgress, stopOnInterrupt } from './progress.js';
import type { Terminal } from './terminal.js';

function listen(isLive: boolean): Terminal & { said: string[]; shown: string[] } {
  const [said, shown]: [string[], string[]] = [[], []];
  return {
    said,
    shown,
    isLive,
    width: 100,
    print: (text) => said.push(text),
    remark: (text) => said.push(text),
    live: (text) => shown.push(text),
    style: (_style, text) => text,
  };
}

const statistics = (over: Partial<Statistics>): Statistics => ({
  elapsedMs: 12_000,
  active: 2,
  workers: 4,
  completed: 1000,
  queued: 70,
  known: 1200,
  sites: 9,
  busySites: 5,
  succeeded: 990,
  failed: 3,
  noops: 7,
  pages: 980,
  bytes: 2_100_000,
  perSecond: 80,
  recentPerSecond: 28.34,
  ...over,
});

it('a terminal shows what matters first', () => {
  const terminal = listen(true);
  showProgress(terminal)(statistics({}));
  expect(terminal.shown).toEqual(['12s  980 pages  28.3/s  70 queued  3 sites waiting  2/4 workers  990 ok  3 failed  7 skipped  2.10 MB']);
  expect(terminal.said).toEqual([]);
});

it('piped, a line every thousand visits or ten seconds', () => {
  const terminal = listen(false);
  const show = showProgress(terminal);
  show(statistics({ completed: 999, elapsedMs: 9999 }));
  expect(terminal.said).toEqual([]);
  show(statistics({ completed: 1000, elapsedMs: 9999 }));
  show(statistics({ completed: 1999, elapsedMs: 19_998 }));
  show(statistics({ completed: 1999, elapsedMs: 19_999, active: 9 }));
  expect(terminal.said).toEqual([
    '10s  1000 done  70 queued  2/4 workers  990 ok  3 failed  7 skipped  28.3/s  2.10 MB  980 pages  3 sites waiting',
    '20s  1999 done  70 queued  9/4 workers  990 ok  3 failed  7 skipped  28.3/s  2.10 MB  980 pages  0 sites waiting',
  ]);
});

it('Ctrl-C stops the crawl, said once even when it arrives twice', () => {
  const [terminal, keys] = [listen(false), new EventEmitter()];
  const interrupts = stopOnInterrupt(terminal, keys);
  expect(interrupts.stop.aborted).toBe(false);
  keys.emit('SIGINT');
  keys.emit('SIGINT');
  expect(interrupts.stop.aborted).toBe(true);
  expect(terminal.said).toEqual(['Stopping: done in two seconds at most. Ctrl-C again ends at once.']);
  interrupts.release();
  expect(keys.listenerCount('SIGINT') + keys.listenerCount('SIGTERM')).toBe(0);
});

it('Ctrl-C after the crawl needs no explanation', () => {
  const [terminal, keys] = [listen(false), new EventEmitter()];
  const interrupts = stopOnInterrupt(terminal, keys);
  interrupts.idle();
  keys.emit('SIGTERM');
  expect(interrupts.stop.aborted).toBe(true);
  expect(terminal.said).toEqual([]);
});
