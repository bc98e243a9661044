import { expect, it } from 'vitest';
import { chanceOfNone, deviations, isFar, usualOf } from './statistics.js';

it('one odd run moves neither the median nor the spread', () => {
  expect(usualOf([100, 101, 99, 100, 5])).toEqual({ median: 100, spread: 1.4826, of: 5 });
  expect(usualOf([4, 8])).toMatchObject({ median: 6 });
  expect(usualOf([])).toBeNull();
});

it('what is far depends on how much runs differ', () => {
  expect(isFar(80, { median: 100, spread: 1, of: 9 }, 0)).toBe(true);
  expect(isFar(80, { median: 100, spread: 10, of: 9 }, 0)).toBe(false);
  expect(isFar(99, { median: 100, spread: 0, of: 9 }, 3)).toBe(false);
});

it('nothing in many is no chance; nothing in one may be', () => {
  expect(chanceOfNone(0.5, 1)).toBe(0.5);
  expect(chanceOfNone(0.5, 20)).toBeLessThan(1e-5);
  expect(deviations(50, 100, 0.5)).toBe(0);
  expect(deviations(10, 100, 0.5)).toBeLessThan(-4);
});
