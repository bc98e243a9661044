import { expect, it } from 'vitest';
import { Tally } from './statistics.js';

const LOAD = { workers: 3, active: 2, unconsumed: 2 };
const QUEUE = { queued: 7, known: 20, sites: 2, busySites: 1 };

it('S-04 counts ends, pages and bytes, and shows load and queue beside them', () => {
  const tally = new Tally(1000);
  for (const end of ['succeeded', 'succeeded', 'failed', 'noop', 'retry'] as const) tally.count(end);
  tally.countPage();
  tally.countPage();
  tally.countBytes(500);
  expect(tally.view(3000, LOAD, QUEUE)).toMatchObject({
    elapsedMs: 2000,
    workers: 3,
    active: 2,
    queued: 7,
    known: 20,
    sites: 2,
    busySites: 1,
    completed: 4,
    succeeded: 2,
    failed: 1,
    noops: 1,
    pages: 2,
    bytes: 500,
    perSecond: 2,
  });
});

it('the recent rate looks at the last seconds only', () => {
  const tally = new Tally(0);
  for (let i = 0; i < 100; i++) tally.count('succeeded');
  tally.view(10_000, LOAD, QUEUE);
  for (let i = 0; i < 10; i++) tally.count('succeeded');
  const { perSecond, recentPerSecond } = tally.view(11_000, LOAD, QUEUE);
  expect(perSecond).toBe(10);
  expect(recentPerSecond).toBe(10);
  const quiet = tally.view(60_000, LOAD, QUEUE);
  const quieter = tally.view(61_000, LOAD, QUEUE);
  expect(quieter.recentPerSecond).toBeLessThan(quiet.perSecond);
});

it('a run that has just begun has no rate', () => {
  expect(new Tally(5).view(5, LOAD, QUEUE)).toMatchObject({ perSecond: 0, recentPerSecond: 0, completed: 0 });
});
