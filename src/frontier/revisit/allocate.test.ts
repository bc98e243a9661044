import { describe, expect, it } from 'vitest';
import { allocate, freshness, meanFreshness } from './allocate.js';

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
const spread = (count: number) => Float64Array.from({ length: count }, (_, index) => 2 ** (((index * 7919) % 170) / 10 - 10));

describe('allocation', () => {
  it('spends the budget, and what the next fetch is worth is the same wherever there is one', () => {
    const rates = spread(1000);
    const { frequencies, price, spent } = allocate(rates, { budget: 100 });
    // Pages at the edge get a fortieth of their rate or nothing: the last of the budget may find no taker.
    expect(spent).toBeLessThanOrEqual(100);
    expect(spent).toBeGreaterThan(98.5);
    expect(sum(frequencies)).toBeCloseTo(spent, 6);
    const step = 1e-4;
    frequencies.forEach((frequency, page) => {
      const rate = rates[page] as number;
      const gain = (freshness(rate, frequency * (1 + step)) - freshness(rate, frequency)) / (frequency * step);
      if (frequency > 0) expect(Math.abs(gain / price - 1)).toBeLessThan(0.01);
      else expect(rate * price).toBeGreaterThanOrEqual(1);
    });
  });

  it('gives nothing to pages that change too fast, and is not proportional', () => {
    const { frequencies } = allocate(Float64Array.of(0.05, 0.1, 24, 0), { budget: 0.2 });
    const [slow = 0, middle = 0, fast, never] = frequencies;
    expect(fast).toBe(0);
    expect(never).toBe(0);
    expect(middle / slow).toBeLessThan(2);
  });

  it('beats visiting all pages equally, or as often as they change', () => {
    const rates = spread(2000);
    const even = new Float64Array(2000).fill(0.05);
    const proportional = rates.map((rate) => (100 * rate) / sum(rates));
    const { freshness: best } = allocate(rates, { budget: 100 });
    expect(best).toBeGreaterThan(1.05 * meanFreshness(rates, even));
    expect(best).toBeGreaterThan(1.5 * meanFreshness(rates, proportional));
  });

  it('keeps sites below what politeness leaves them, and gives the rest to others', () => {
    const rates = new Float64Array(200).fill(0.1);
    const of = Uint32Array.from({ length: 200 }, (_, page) => Number(page >= 100));
    const { frequencies, spent } = allocate(rates, { budget: 50, sites: { of, most: Float64Array.of(5, Number.POSITIVE_INFINITY) } });
    expect(sum(frequencies.subarray(0, 100))).toBeCloseTo(5, 3);
    expect(spent).toBeCloseTo(50, 1);
  });

  it('keeps to the shortest and the longest interval', () => {
    const { frequencies } = allocate(Float64Array.of(0.1, 100), { budget: 1.01, most: 1, least: 0.01 });
    expect([...frequencies]).toEqual([1, 0.01]);
  });

  it('comes to its end with a million pages', () => {
    const { spent, freshness: share } = allocate(spread(1_000_000), { budget: 50_000 });
    expect(spent).toBeGreaterThan(49_000);
    expect(spent).toBeLessThanOrEqual(50_000);
    expect(share).toBeGreaterThan(0.2);
  });

  it('has something to say about no pages and about enough for all', () => {
    expect(allocate(new Float64Array(0), { budget: 5 })).toMatchObject({ spent: 0, freshness: 1 });
    expect(allocate(Float64Array.of(1, 1), { budget: 100, most: 10 }).spent).toBe(20);
  });
});
