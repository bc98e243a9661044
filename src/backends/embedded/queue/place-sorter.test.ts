import { describe, expect, it } from 'vitest';
import { PlaceSorter } from './place-sorter.js';
import { idOf, keyOf, type Places } from './places.js';

const placesOf = (count: number): Places =>
  Array.from({ length: count }, (_, n) => [(n * 7919) % 1000, keyOf(((n * 31) % count) + 1, 0)]).flat();

describe('PlaceSorter', () => {
  it.each([0, 1, 2, 11, 12, 13, 24, 25, 1000, 140_000, 200])('puts %d places in order and leaves out the unwanted', (count) => {
    const places = placesOf(count);
    const pairs = Array.from({ length: count }, (_, n) => places.slice(2 * n, 2 * n + 2) as [order: number, key: number]);
    const expected = pairs.filter(([, key]) => idOf(key) % 5 !== 0).sort(([a, x], [b, y]) => a - b || x - y);
    sorter.sort(places, (key) => idOf(key) % 5 !== 0);
    expect(places).toEqual(expected.flat());
  });
});

/** One for all sizes, since it keeps its buffers. */
const sorter = new PlaceSorter();
