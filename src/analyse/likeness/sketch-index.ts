/**
 * An index of sketches: from a key to the numbers that were added under it.
 *
 * One table of 32-bit slots: eight bits of the key's hash and twenty-four of the number. Keys are not stored, so growing
 * needs all of them again; the caller reads them from the database. With four keys per text it takes about 21 bytes per
 * text. A key that many texts share (a template, a notice on every page) takes no further numbers, so a look-up costs
 * the same however many texts are known.
 */

/** Most numbers under one key; a key with more is common. */
const MOST_UNDER_KEY = 48;
/** How many numbers of a common key a look-up returns. */
const FROM_COMMON = 4;
/** Most slots to look at for one key. */
const MOST_STEPS = 512;
const FULLEST = 0.85;
const GROWTH = 1.25;
const SMALLEST = 1024;
/** Bits of a number in a slot; numbers beyond that go to another table. */
const NUMBER_BITS = 24;
const NUMBERS = 2 ** NUMBER_BITS;

/** Calls `tell` for everything that was added so far. */
export type StoredKeys = (tell: (number: number, keys: readonly number[]) => void) => void;

export class SketchIndex {
  readonly #stored: StoredKeys;
  #tables: Uint32Array[] = [];
  #used: number[] = [];

  /** `stored` is read when the index grows: it must name everything that was added, and nothing else. */
  constructor(stored: StoredKeys) {
    this.#stored = stored;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#tables.reduce((sum, table) => sum + table.byteLength, 0);
  }

  /** Reads everything that is stored, with room for `count` keys. */
  load(count: number): void {
    this.#tables = [];
    this.#used = [];
    this.#fill(Math.max(SMALLEST, Math.ceil((count * 1.1) / FULLEST)));
  }

  /** Numbers above 0, each once. */
  add(number: number, keys: readonly number[]): void {
    const part = Math.floor(number / NUMBERS);
    const size = this.#tables[part]?.length ?? 0;
    if ((this.#used[part] ?? 0) + keys.length > FULLEST * size) this.#grow(part, size);
    this.#insert(number, keys);
  }

  /** Numbers that share keys, with how many keys they share, most first. May name some that share none. */
  find(keys: readonly number[], most: number): number[] {
    const found = new Map<number, number>();
    for (const [part, table] of this.#tables.entries())
      for (const [place, key] of keys.entries()) for (const number of look(table, key, place)) count(found, part * NUMBERS + number);
    return [...found]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, most)
      .map(([number]) => number);
  }

  #insert(number: number, keys: readonly number[]): void {
    const part = Math.floor(number / NUMBERS);
    const table = this.#tables[part] as Uint32Array;
    for (const [place, key] of keys.entries()) this.#used[part] = (this.#used[part] ?? 0) + put(table, key, place, number % NUMBERS);
  }

  #grow(part: number, size: number): void {
    while (this.#tables.length < part) {
      this.#tables.push(new Uint32Array(SMALLEST));
      this.#used.push(0);
    }
    const next = Math.max(SMALLEST, Math.ceil(size * GROWTH));
    this.#tables[part] = new Uint32Array(next);
    this.#used[part] = 0;
    if (size > 0) this.#fill(next, part);
  }

  #fill(size: number, only?: number): void {
    this.#stored((number, keys) => {
      const part = Math.floor(number / NUMBERS);
      if (only !== undefined && part !== only) return;
      if (!this.#tables[part]) this.#grow(part, 0);
      if (only === undefined && this.#used[part] === 0 && (this.#tables[part]?.length ?? 0) < size)
        this.#tables[part] = new Uint32Array(size);
      this.#insert(number, keys);
    });
  }
}

const count = (counts: Map<number, number>, number: number): void => void counts.set(number, (counts.get(number) ?? 0) + 1);

/** The hash includes the key's place among the keys of its text. */
function hashOf(key: number, place: number): number {
  let hash = Math.imul((key + Math.imul(place + 1, 0x9e3779b1)) ^ (key >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Works for any size, not only powers of two: the upper bits of the hash give the start, the lower ones are stored. */
const startOf = (hash: number, size: number): number => Math.floor((hash / 2 ** 32) * size);

/** Returns how many slots it used: none when the key is common already. */
function put(table: Uint32Array, key: number, place: number, number: number): number {
  const hash = hashOf(key, place);
  const tag = hash & 0xff;
  let same = 0;
  let at = startOf(hash, table.length);
  for (let step = 0; step < MOST_STEPS && same < MOST_UNDER_KEY; step++) {
    const slot = table[at] as number;
    if (slot === 0) {
      table[at] = (tag * NUMBERS + number) >>> 0;
      return 1;
    }
    same += Number(slot >>> NUMBER_BITS === tag);
    if (++at === table.length) at = 0;
  }
  return 0;
}

/** Of a common key, returns the first few numbers: when a thousand pages are the same, any of them may be the original. */
function look(table: Uint32Array, key: number, place: number): number[] {
  const hash = hashOf(key, place);
  const tag = hash & 0xff;
  const found: number[] = [];
  let at = startOf(hash, table.length);
  for (let step = 0; step < MOST_STEPS; step++) {
    const slot = table[at] as number;
    if (slot === 0) return found;
    if (slot >>> NUMBER_BITS === tag) found.push(slot & (NUMBERS - 1));
    if (found.length >= MOST_UNDER_KEY) return found.slice(0, FROM_COMMON);
    if (++at === table.length) at = 0;
  }
  return found;
}
