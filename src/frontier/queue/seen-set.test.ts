import { describe, expect, it } from 'vitest';
import { SeenSet } from './seen-set.js';

describe('SeenSet', () => {
  it('says once that a fingerprint is new', () => {
    const seen = new SeenSet();
    expect([seen.add(1, 2), seen.add(1, 2), seen.add(2, 1), seen.add(1, 3)]).toEqual([true, false, true, true]);
    expect(seen.size).toBe(3);
    expect([seen.has(1, 2), seen.has(3, 3)]).toEqual([true, false]);
  });

  it.each([
    ['zero', 0, 0],
    ['low half zero', 5, 0],
    ['high half zero', 0, 5],
    ['all bits', 0xffffffff, 0xffffffff],
  ])('takes the halves %s', (_name, high, low) => {
    const seen = new SeenSet();
    expect(seen.has(high, low)).toBe(false);
    expect(seen.add(high, low)).toBe(true);
    expect(seen.has(high, low)).toBe(true);
    expect(seen.add(high, low)).toBe(false);
  });

  it('keeps everything while it grows', () => {
    const seen = new SeenSet();
    const at = (i: number): [number, number] => [Math.imul(i, 2654435761) >>> 0, Math.imul(i, 40503) >>> 0];
    const numbers = Array.from({ length: 50_000 }, (_, i) => i + 1);
    expect(numbers.every((i) => seen.add(...at(i)))).toBe(true);
    expect(seen.size).toBe(50_000);
    expect(numbers.every((i) => seen.has(...at(i)))).toBe(true);
    expect(seen.has(...at(50_001))).toBe(false);
  });

  it('fingerprints that want the same slot do not displace each other', () => {
    const seen = new SeenSet();
    for (let high = 1; high <= 500; high++) expect(seen.add(high, 7)).toBe(true);
    for (let high = 1; high <= 500; high++) expect(seen.has(high, 7)).toBe(true);
    expect(seen.has(501, 7)).toBe(false);
  });
});
