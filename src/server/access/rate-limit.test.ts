import { expect, it } from 'vitest';
import { RateLimit } from './rate-limit.js';

it('gives a burst, then so many a second, to each address for itself', () => {
  let now = 0;
  const limit = new RateLimit({ burst: 3, perSecond: 2 }, () => now);
  expect([1, 2, 3].map(() => limit.take('a'))).toEqual([0, 0, 0]);
  expect(limit.take('a')).toBeCloseTo(0.5);
  expect(limit.take('b')).toBe(0);
  now = 500;
  expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBeGreaterThan(0);
});

it('remembers a bounded number of addresses', () => {
  const limit = new RateLimit({ burst: 1, perSecond: 1 }, () => 0);
  for (let index = 0; index < 20_000; index++) limit.take(`address ${index}`);
  expect(limit.take('address 19999')).toBeGreaterThan(0);
  expect(limit.take('address 0')).toBe(0);
});
