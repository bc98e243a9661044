/**
 * Which keys are known, and under which row: fingerprint → row in about 14 bytes an entry.
 *
 * Memory follows the number of entries closely at any size, because nothing big is ever doubled: entries live in pages
 * of one size, a table is a handful of pages and grows by one, and a table at its largest splits in two by the next bit
 * of the fingerprint. Pages that fall free are used again. Removing is not offered: a key that was seen stays seen.
 *
 * Within a table entries lie in the order of their hash, from where that points to onwards. So a search can end early,
 * and laying a table out anew is one pass. Halves of fingerprints are signed numbers in here: those stay plain
 * integers, where unsigned ones would become objects on the heap.
 */

/** A slot is three words: low half, high half, row. A row of zero marks it as free. */
const SLOT_WORDS = 3;
const PAGE_SLOTS = 128;
const PAGE_SHIFT = 7;
const PAGE_WORDS = PAGE_SLOTS * SLOT_WORDS;
/** Pages are allocated this many at a time: 384 KiB. */
const CHUNK_PAGES = 256;
const CHUNK_SHIFT = 8;
/** A table of this many pages is split instead of grown, so that either stays a matter of microseconds. */
const MOST_PAGES = 16;
/** A table of this many pages grows by two. */
const LARGE = 12;
/** Beyond this share of filled slots a table gets another page. */
const FULL = 0.92;
/** Slots at the end of a table that no hash points to: entries pushed onwards from before end up there. */
const SPARE = 16;
/** Uniform fingerprints need a directory of this many bits at billions of entries. */
const DEEPEST = 22;

/** What is kept of each table, as words of one array: the numbers of its pages follow. */
const COUNT = 0;
const SLOTS = 1;
const LIMIT = 2;
const DEPTH = 3;
const PAGES = 4;
const TABLE_WORDS = PAGES + MOST_PAGES;

export class KnownTable {
  readonly #chunks: Int32Array[] = [];
  readonly #freePages: number[] = [];
  #pages = 0;
  /** First word of the table, by the leading `#depth` bits; a table of less depth is listed several times. */
  #directory = new Int32Array(1);
  #depth = 0;
  #tables = new Int32Array(4 * TABLE_WORDS);
  #tablesEnd = TABLE_WORDS;
  #size = 0;
  /** Entries of the table that is being laid out anew. */
  readonly #moving = new Int32Array(MOST_PAGES * PAGE_WORDS);

  constructor() {
    this.#resize(0, 1);
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes held. */
  get bytes(): number {
    return 4 * (this.#chunks.length * CHUNK_PAGES * PAGE_WORDS + this.#moving.length + this.#directory.length + this.#tables.length);
  }

  /** Makes room for about so many entries at once, when there are none yet: quicker than growing again and again. */
  reserve(entries: number): void {
    if (this.#size > 0 || this.#depth > 0) return;
    while (entries / 2 ** this.#depth > FULL * MOST_PAGES * PAGE_SLOTS) this.#deepen();
    const each = entries / this.#directory.length;
    // As full as a table is on average, so that few have to grow.
    const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(each / (0.94 * FULL * PAGE_SLOTS))));
    for (let i = 0; i < this.#directory.length; i++) {
      const table = i === 0 ? 0 : this.#newTable();
      this.#directory[i] = table;
      this.#tables[table + DEPTH] = this.#depth;
      this.#resize(table, pages);
    }
  }

  /** Row that has this fingerprint; -1 when it is not known. */
  find(high: number, low: number): number {
    const spread = spreadOf(high);
    return this.#search(this.#tableOf(spread), spread, low | 0, 0);
  }

  /** Stores the fingerprint under `row` when it is new. Returns -1 then, else the row that has it. */
  add(high: number, low: number, row: number): number {
    const spread = spreadOf(high);
    let table = this.#tableOf(spread);
    while (this.#isFull(table)) {
      this.#extend(table, spread);
      table = this.#tableOf(spread);
    }
    const known = this.#search(table, spread, low | 0, row | 0);
    if (known !== -1) return known;
    (this.#tables[table + COUNT] as number)++;
    this.#size++;
    return -1;
  }

  #tableOf(high: number): number {
    // A shift by 32 would be a shift by 0.
    return this.#directory[this.#depth === 0 ? 0 : high >>> (32 - this.#depth)] as number;
  }

  /** The last slot is kept free: an insertion moves the entries after it by one slot at most. */
  #isFull(table: number): boolean {
    const tables = this.#tables;
    if ((tables[table + COUNT] as number) >= (tables[table + LIMIT] as number)) return true;
    const page = tables[table + PAGES - 1 + ((tables[table + SLOTS] as number) >>> PAGE_SHIFT)] as number;
    return (this.#chunks[page >>> CHUNK_SHIFT] as Int32Array)[startOf(page) + PAGE_WORDS - 1] !== 0;
  }

  /** The row of the fingerprint; -1 when there is none, and then it was put under `row`, unless that is zero. */
  #search(table: number, high: number, low: number, row: number): number {
    const hash = hashOf(high, low);
    const slots = this.#tables[table + SLOTS] as number;
    let slot = homeOf(hash, slots);
    for (;;) {
      const page = this.#tables[table + PAGES + (slot >>> PAGE_SHIFT)] as number;
      const words = this.#chunks[page >>> CHUNK_SHIFT] as Int32Array;
      const end = startOf(page) + PAGE_WORDS;
      for (let at = startOf(page) + (slot & (PAGE_SLOTS - 1)) * SLOT_WORDS; at < end; at += SLOT_WORDS) {
        const known = words[at + 2] as number;
        const knownLow = words[at] as number;
        const knownHigh = words[at + 1] as number;
        if (known === 0 || hashOf(knownHigh, knownLow) > hash) {
          if (row !== 0) this.#insert(table, slot, high, low, row);
          return -1;
        }
        if (knownLow === low && knownHigh === high) return known >>> 0;
        slot++;
      }
      if (slot === slots) return -1;
    }
  }

  /** Puts an entry into a slot and moves what is there by one, up to the next free slot. */
  #insert(table: number, slot: number, high: number, low: number, row: number): void {
    let newHigh = high;
    let newLow = low;
    let newRow = row;
    let place = slot;
    for (;;) {
      const page = this.#tables[table + PAGES + (place >>> PAGE_SHIFT)] as number;
      const words = this.#chunks[page >>> CHUNK_SHIFT] as Int32Array;
      const end = startOf(page) + PAGE_WORDS;
      for (let at = startOf(page) + (place & (PAGE_SLOTS - 1)) * SLOT_WORDS; at < end; at += SLOT_WORDS) {
        const movedLow = words[at] as number;
        const movedHigh = words[at + 1] as number;
        const movedRow = words[at + 2] as number;
        fill(words, at, newHigh, newLow, newRow);
        if (movedRow === 0) return;
        newLow = movedLow;
        newHigh = movedHigh;
        newRow = movedRow;
        place++;
      }
    }
  }

  /** Some more pages, or two tables out of one: every entry of it is laid out anew. */
  #extend(table: number, high: number): void {
    const pages = (this.#tables[table + SLOTS] as number) >>> PAGE_SHIFT;
    const depth = this.#tables[table + DEPTH] as number;
    if (pages === MOST_PAGES && depth === DEEPEST)
      throw new RangeError('Too many fingerprints are alike: they are not made as they should be.');
    const words = this.#takeOut(table);
    if (pages < MOST_PAGES) {
      // What fits in so many pages fits in more, because homes move onwards by no more than the slots that are added.
      this.#layOut(table, words, Math.min(MOST_PAGES, pages + (pages < LARGE ? 1 : 2)), 0, 0);
      return;
    }
    const bit = 1 << (31 - depth);
    const sister = this.#newSister(table, high);
    this.#layOut(table, words, this.#pagesFor(words, bit, 0), bit, 0);
    this.#layOut(sister, words, this.#pagesFor(words, bit, bit), bit, bit);
  }

  /** A table that shares one more bit of the fingerprint with its entries, listed for those where it is set. */
  #newSister(table: number, high: number): number {
    const depth = (this.#tables[table + DEPTH] as number) + 1;
    if (depth > this.#depth) this.#deepen();
    const sister = this.#newTable();
    this.#tables[table + DEPTH] = depth;
    this.#tables[sister + DEPTH] = depth;
    const span = 2 ** (this.#depth - depth);
    const first = Math.floor((high >>> (32 - this.#depth)) / (2 * span)) * 2 * span;
    this.#directory.fill(sister, first + span, first + 2 * span);
    return sister;
  }

  #deepen(): void {
    const deeper = new Int32Array(2 * this.#directory.length);
    for (let i = 0; i < deeper.length; i++) deeper[i] = this.#directory[i >>> 1] as number;
    this.#directory = deeper;
    this.#depth++;
  }

  /** Moves the table's entries aside and leaves its pages clean. Returns how many words they take. */
  #takeOut(table: number): number {
    const pages = (this.#tables[table + SLOTS] as number) >>> PAGE_SHIFT;
    let words = 0;
    for (let i = 0; i < pages; i++) {
      const page = this.#tables[table + PAGES + i] as number;
      const from = this.#chunks[page >>> CHUNK_SHIFT] as Int32Array;
      const start = startOf(page);
      for (let at = start; at < start + PAGE_WORDS; at += SLOT_WORDS) {
        const row = from[at + 2] as number;
        if (row === 0) continue;
        fill(this.#moving, words, from[at + 1] as number, from[at] as number, row);
        words += SLOT_WORDS;
      }
      from.fill(0, start, start + PAGE_WORDS);
    }
    return words;
  }

  /** Gives the table so many pages and those entries moved aside that have this bit as wanted. */
  #layOut(table: number, words: number, pages: number, bit: number, wanted: number): void {
    this.#resize(table, pages);
    const moving = this.#moving;
    const tables = this.#tables;
    let count = 0;
    let next = 0;
    for (let at = 0; at < words; at += SLOT_WORDS) {
      const high = moving[at + 1] as number;
      if ((high & bit) !== wanted) continue;
      const low = moving[at] as number;
      const home = homeOf(hashOf(high, low), pages * PAGE_SLOTS);
      if (home > next) next = home;
      const page = tables[table + PAGES + (next >>> PAGE_SHIFT)] as number;
      const slot = startOf(page) + (next & (PAGE_SLOTS - 1)) * SLOT_WORDS;
      fill(this.#chunks[page >>> CHUNK_SHIFT] as Int32Array, slot, high, low, moving[at + 2] as number);
      next++;
      count++;
    }
    tables[table + COUNT] = count;
  }

  /** Fewest pages in which these entries find their places and room for more. */
  #pagesFor(words: number, bit: number, wanted: number): number {
    for (let pages = MOST_PAGES / 2; pages < MOST_PAGES; pages++) {
      let count = 0;
      let next = 0;
      for (let at = 0; at < words; at += SLOT_WORDS) {
        const high = this.#moving[at + 1] as number;
        if ((high & bit) !== wanted) continue;
        next = Math.max(next, homeOf(hashOf(high, this.#moving[at] as number), pages * PAGE_SLOTS)) + 1;
        count++;
      }
      if (next < pages * PAGE_SLOTS && count < Math.floor(FULL * pages * PAGE_SLOTS)) return pages;
    }
    return MOST_PAGES;
  }

  #resize(table: number, pages: number): void {
    const tables = this.#tables;
    let held = (tables[table + SLOTS] as number) >>> PAGE_SHIFT;
    while (held > pages) this.#freePages.push(tables[table + PAGES + --held] as number);
    while (held < pages) tables[table + PAGES + held++] = this.#freePages.pop() ?? this.#newPage();
    tables[table + SLOTS] = pages * PAGE_SLOTS;
    tables[table + LIMIT] = Math.floor(FULL * pages * PAGE_SLOTS);
  }

  #newPage(): number {
    if (this.#pages === this.#chunks.length * CHUNK_PAGES) this.#chunks.push(new Int32Array(CHUNK_PAGES * PAGE_WORDS));
    return this.#pages++;
  }

  #newTable(): number {
    if (this.#tablesEnd === this.#tables.length) {
      const larger = new Int32Array(Math.ceil((1.5 * this.#tables.length) / TABLE_WORDS) * TABLE_WORDS);
      larger.set(this.#tables);
      this.#tables = larger;
    }
    this.#tablesEnd += TABLE_WORDS;
    return this.#tablesEnd - TABLE_WORDS;
  }
}

/** Fingerprints are random already; this spreads those that are not, and keeps different ones different. */
const spreadOf = (high: number): number => Math.imul(high, 0x85eb_ca6b);

/** What entries of a table are ordered by: 16 bits. */
const hashOf = (high: number, low: number): number => Math.imul(low ^ high, 0x9e37_79b1) >>> 16;

/** Where the search begins, scaled to a number of slots that need not be a power of two. */
const homeOf = (hash: number, slots: number): number => (hash * (slots - SPARE)) >>> 16;

const startOf = (page: number): number => (page & (CHUNK_PAGES - 1)) * PAGE_WORDS;

function fill(words: Int32Array, at: number, high: number, low: number, row: number): void {
  words[at] = low;
  words[at + 1] = high;
  words[at + 2] = row;
}
