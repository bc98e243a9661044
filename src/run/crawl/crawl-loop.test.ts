import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CrawlLoop, type LoopParts } from './crawl-loop.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a stop gives requests a second and readings half a second more: two seconds are promised', () => {
  const loop = new CrawlLoop({ now: Date.now, abort: undefined } as LoopParts);
  const gaveUp = vi.spyOn(loop.givingUp, 'giveUp');
  loop.stop();
  vi.advanceTimersByTime(999);
  expect([loop.signal.aborted, gaveUp.mock.calls.length]).toEqual([false, 0]);
  vi.advanceTimersByTime(1);
  expect([loop.signal.aborted, gaveUp.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(500);
  expect([loop.signal.aborted, gaveUp.mock.calls.length]).toEqual([true, 1]);
});
