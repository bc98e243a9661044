/**
 * Index of sketches: from a key to the numbers that were added under it.
 *
 * One table of 32-bit slots: eight bits of the key's hash and twenty-four of the number. Keys are not kept, so growing needs
 * all of them once more; the caller reads them from where they are stored. At four keys a text it takes about 21 bytes a
 * text. A key that many texts have (a template, a notice on every page) takes no more of them,
 * so a look-up costs the same however many texts are known.
 */

/** Numbers under one key; what has more is common. */
const MOST_UNDER_KEY = 48;
/** Numbers taken from a common key. */
const FROM_COMMON = 4;
/** Slots looked at for one key, whatever they hold. */
const MOST_STEPS = 512;
const FULLEST = 0.85;
const GROWTH = 1.25;
const SMALLEST = 1024;
/** Numbers of a table; those beyond go to a table of their own. */
const NUMBER_BITS = 24;
const NUMBERS = 2 ** NUMBER_BITS;

/** Everything that was added so far, to be told again. */
export type StoredKeys = (tell: (number: number, keys: readonly number[]) => void) => void;

export class SketchIndex {
  readonly #stored: StoredKeys;
  #tables: Uint32Array[] = [];
  #used: number[] = [];

  /** `stored` is read when the index grows: it names all that was added, and nothing else. */
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

  /** Numbers that have one of these keys, with how many of them: those with most come first. May name some that have none. */
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

/** The place of a key among the keys of its text is part of it. */
function hashOf(key: number, place: number): number {
  let hash = Math.imul((key + Math.imul(place + 1, 0x9e3779b1)) ^ (key >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Any size, not only powers of two: the upper bits of the hash say where, the lower ones are kept. */
const startOf = (hash: number, size: number): number => Math.floor((hash / 2 ** 32) * size);

/** Returns how many slots it took: none when the key is common already. */
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

/** Of a key that is common, the first few: where a thousand pages are one and the same, any of them is the original. */
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
