import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dealDomains } from './deal.js';

const domains = fc
  .dictionary(fc.domain(), fc.integer({ min: 1, max: 500 }), { maxKeys: 40 })
  .map((links) => new Map(Object.entries(links)));
const workers = fc.integer({ min: 1, max: 12 });

describe('dealing domains to workers', () => {
  it('G-05 gives each domain to one worker, uses no more workers than domains, and no worker has two domains more than another', () => {
    fc.assert(
      fc.property(domains, workers, (links, count) => {
        const shares = dealDomains(links, count);
        expect(new Map(shares.map(({ domain, links }) => [domain, links]))).toEqual(links);
        expect(shares).toHaveLength(links.size);
        const hands = Map.prototype.values.call(countedBy(shares.map(({ worker }) => worker)));
        const sizes = [...hands];
        expect(sizes.length).toBe(Math.min(count, links.size));
        expect(Math.max(0, ...sizes) - Math.min(...sizes, Number.MAX_SAFE_INTEGER)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('G-05 shares out the links as well: the difference between two workers is at most the largest domain', () => {
    fc.assert(
      fc.property(domains, workers, (links, count) => {
        const loads = new Map<number, number>();
        for (const { worker, links: own } of dealDomains(links, count)) loads.set(worker, (loads.get(worker) ?? 0) + own);
        const spread = Math.max(0, ...loads.values()) - Math.min(...loads.values(), Number.MAX_SAFE_INTEGER);
        expect(spread).toBeLessThanOrEqual(Math.max(0, ...links.values()));
      }),
    );
  });

  it('deals as one would by hand', () => {
    const links = new Map([
      ['a', 9],
      ['b', 5],
      ['c', 4],
      ['d', 1],
    ]);
    expect(dealDomains(links, 2)).toEqual([
      { worker: 1, domain: 'a', links: 9 },
      { worker: 2, domain: 'b', links: 5 },
      { worker: 2, domain: 'c', links: 4 },
      { worker: 1, domain: 'd', links: 1 },
    ]);
  });
});

function countedBy(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
