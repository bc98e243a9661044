import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownTable } from './known-table.js';

const half = fc.oneof(fc.constantFrom(0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff), fc.integer({ min: 0, max: 0xffff_ffff }));

/** Random 32-bit numbers, always the same. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    yield (mixed ^ (mixed >>> 14)) >>> 0;
  }
}

function filled(count: number): KnownTable {
  const table = new KnownTable();
  const random = numbers(1);
  for (let row = 1; row <= count; row++) table.add(random.next().value, random.next().value, row);
  return table;
}

describe('KnownTable', () => {
  it('answers as a map of both halves would', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(half, half, fc.boolean()), { maxLength: 300, size: 'max' }), (steps) => {
        const table = new KnownTable();
        const model = new Map<string, number>();
        for (const [i, [high, low, isAdded]] of steps.entries()) {
          const known = model.get(`${high} ${low}`) ?? -1;
          expect(isAdded ? table.add(high, low, i + 1) : table.find(high, low)).toBe(known);
          if (isAdded && known === -1) model.set(`${high} ${low}`, i + 1);
        }
        expect(table.size).toBe(model.size);
      }),
      { numRuns: 40 },
    );
  });

  it('finds every one of 300,000 keys under its row, and no other key', () => {
    const table = filled(300_000);
    const random = numbers(1);
    for (let row = 1; row <= 300_000; row++) {
      const [high, low] = [random.next().value, random.next().value];
      if (table.find(high, low) !== row || table.add(high, low, 7) !== row) expect.fail(`row ${row} is lost`);
      if (table.find(high, low ^ 1) !== -1 || table.find(high ^ 1, low) !== -1) expect.fail(`a neighbour of row ${row} is found`);
    }
    expect(table.size).toBe(300_000);
  });

  it.each([
    ['fewer than', 10_000],
    ['as many as', 50_000],
    ['more than', 400_000],
  ])('takes %s it has made room for', (_case, room) => {
    const table = new KnownTable();
    table.reserve(room);
    const random = numbers(3);
    for (let row = 1; row <= 50_000; row++) table.add(random.next().value, random.next().value, row);
    const again = numbers(3);
    for (let row = 1; row <= 50_000; row++)
      if (table.find(again.next().value, again.next().value) !== row) expect.fail(`row ${row} is lost`);
    expect(table.size).toBe(50_000);
    expect(table.bytes).toBeLessThan(17 * Math.max(room, 50_000) + 800_000);
  });

  it('tells keys apart that differ in one half only', () => {
    const table = new KnownTable();
    for (let i = 0; i < 1500; i++) expect(table.add(0, i, 2 * i + 1)).toBe(-1);
    for (let i = 1; i < 1500; i++) expect(table.add(i, 0, 2 * i)).toBe(-1);
    for (let i = 0; i < 1500; i++) expect(table.find(0, i)).toBe(2 * i + 1);
    for (let i = 1; i < 1500; i++) expect(table.find(i, 0)).toBe(2 * i);
  });

  it('keeps rows beyond two billion', () => {
    const table = new KnownTable();
    table.add(5, 6, 0xffff_fffe);
    expect(table.find(5, 6)).toBe(0xffff_fffe);
    expect(table.add(5, 6, 1)).toBe(0xffff_fffe);
  });

  it('says so instead of eating memory when fingerprints are all alike', () => {
    const table = new KnownTable();
    const fill = (): void => {
      for (let low = 0; low < 10_000; low++) table.add(77, low, low + 1);
    };
    expect(fill).toThrow('fingerprints');
    expect(table.bytes).toBeLessThan(150e6);
    expect(table.find(77, 500)).toBe(501);
  });

  it.each([60_000, 75_000, 90_000, 105_000, 130_000, 200_000, 400_000])('holds %d keys in at most 16 bytes each, and a little', (count) => {
    expect(filled(count).bytes).toBeLessThan(16 * count + 500_000);
  });

  it('is small when little is known', () => {
    expect(filled(100).bytes).toBeLessThan(500_000);
  });
});
