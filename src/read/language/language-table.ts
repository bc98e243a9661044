/**
 * Which languages a text resembles, by a table of letter sequences and words with their weights in each language.
 *
 * The table is `languages.bin` beside this file, made by scripts/train-languages.mjs from texts; both hash the same
 * sequences: up to four letters of a word, its edges included, and every longer word whole. It is used as it lies in
 * memory: nothing is parsed, and a thread that recognises languages pays for the file's size only.
 *
 * The file, little-endian: four 32-bit numbers (magic, classes, bytes of codes, units of entries), then
 *   bucket   32 bits per bucket     its first entry, in units (by the upper fifteen bits of the hash), and one number more for the end
 *   entries  16-bit units           per sequence: lower half of its hash; the bit above it, and the number of postings times two;
 *                                   postings: class in the lower six bits, weight above
 *   letters  one bit for each of 65,536 UTF-16 units
 *   handicap 16 bits per class      what every text begins with, zero or less
 *   codes    of the classes, separated by spaces: `sr`, `sr-latn`
 *
 * All that is known of a sequence stands in one place: a page asks for hundreds of them, each somewhere else in the table,
 * and what takes the time is the way to memory.
 */
import { readFileSync } from 'node:fs';

const MAGIC = 0x33544c57;
const HEADER = 16;
const BUCKET_BITS = 15;
const LONGEST_GRAM = 4;
const LONGEST_WORD = 24;
/** Most units of a text to look at. */
const LOOKED_AT = 1000;
/** Average weight of a sequence in a perfectly matching text. */
const PERFECT = 400;
const SPACE = 0x20;
/** After this many sequences, about forty letters, nobody catches up with such a lead. */
const FIRST_LOOK = 150;
const FAR_AHEAD = 4000;

/** What the table says about one text. */
export interface Resemblance {
  /** ISO 639-1 code of the language that matches best. */
  readonly language: string;
  /** 0 to 1: how well it matches. Decodings of unknown bytes are compared by it. */
  readonly fit: number;
  /** 0 to 1: how certain it is that the text is in this language and no other of the table. */
  readonly confidence: number;
  /** The confidence another language would have; 0 for those the table lacks. */
  confidenceOf(language: string): number;
}

export class LanguageTable {
  /** Language of each class. */
  readonly languages: readonly string[];
  readonly #bucket: Uint32Array;
  readonly #entries: Uint16Array;
  readonly #letters: Uint8Array;
  readonly #handicap: Int16Array;
  readonly #totals: Float64Array;
  #grams = 0;

  constructor(file: Uint8Array) {
    const buffer = file.buffer;
    const [magic, classes = 0, codes = 0, units = 0] = new Uint32Array(buffer, file.byteOffset, HEADER / 4);
    if (magic !== MAGIC) throw new Error('languages.bin is no language table for this machine: build or install the program again.');
    let offset = file.byteOffset + HEADER;
    const next = (bytes: number): number => (offset += bytes) - bytes;
    this.#bucket = new Uint32Array(buffer, next(4 * ((1 << BUCKET_BITS) + 1)), (1 << BUCKET_BITS) + 1);
    this.#entries = new Uint16Array(buffer, next(2 * units), units);
    this.#letters = new Uint8Array(buffer, next(0x10000 / 8), 0x10000 / 8);
    this.#handicap = new Int16Array(buffer, next(2 * classes), classes);
    const names = Buffer.from(buffer, next(codes), codes).toString('latin1').split(' ');
    this.languages = names.map((name) => name.replace(/-.*/, ''));
    this.#totals = new Float64Array(names.length);
  }

  /**
   * Null when the text shares nothing with any language. Looks at the first 1,000 units at most, and stops earlier when
   * one language, or the expected one, is far ahead. `whole` reads on, to measure how well all of it matches.
   */
  recognise(text: string, { whole = false, expected = '' } = {}): Resemblance | null {
    this.#totals.set(this.#handicap);
    this.#grams = 0;
    this.#read(text.slice(0, LOOKED_AT).toLowerCase(), whole, expected);
    const best = greatest(this.#totals);
    return best < 0 ? null : this.#verdict(best);
  }

  #verdict(best: number): Resemblance {
    const { languages } = this;
    const totals = this.#totals;
    const top = totals[best] as number;
    const sharpness = STEP / (2 * Math.sqrt(this.#grams));
    const shares = new Map<string, number>();
    let sum = 0;
    for (const [at, language] of languages.entries()) {
      const share = Math.exp(((totals[at] as number) - top) * sharpness);
      sum += share;
      if (share > 1e-4) shares.set(language, (shares.get(language) ?? 0) + share);
    }
    const confidenceOf = (language: string): number => (shares.get(language) ?? 0) / sum;
    const language = languages[best] as string;
    const average = top / this.#grams;
    return { language, fit: Math.min(1, average / PERFECT), confidence: confidenceOf(language), confidenceOf };
  }

  #read(text: string, whole: boolean, expected: string): void {
    const letters = this.#letters;
    const end = text.length;
    let next = whole ? Number.POSITIVE_INFINITY : FIRST_LOOK;
    for (let at = 0; at < end; at++) {
      let unit = text.charCodeAt(at);
      if (((letters[unit >> 3] as number) & (1 << (unit & 7))) === 0) continue;
      const start = at;
      do unit = ++at < end ? text.charCodeAt(at) : SPACE;
      while (((letters[unit >> 3] as number) & (1 << (unit & 7))) !== 0);
      this.#readWord(text, start, at);
      if (this.#grams < next) continue;
      if (this.languages[greatest(this.#totals)] === expected || leadOf(this.#totals) > FAR_AHEAD) return;
      next = this.#grams + FIRST_LOOK;
    }
  }

  #readWord(text: string, start: number, end: number): void {
    for (let from = start - 1; from < end; from++) {
      let hash = 0;
      const last = Math.min(from + LONGEST_GRAM, end + 1);
      for (let at = from; at < last; at++) {
        hash = grow(hash, at < start || at >= end ? SPACE : text.charCodeAt(at));
        if (at > from) this.#addWeights(seal(hash));
      }
    }
    if (end - start + 2 <= LONGEST_GRAM || end - start > LONGEST_WORD) return;
    let hash = grow(0, SPACE);
    for (let at = start; at < end; at++) hash = grow(hash, text.charCodeAt(at));
    this.#addWeights(seal(grow(hash, SPACE)));
  }

  #addWeights(key: number): void {
    this.#grams++;
    const entries = this.#entries;
    const bucket = key >>> (32 - BUCKET_BITS);
    const end = this.#bucket[bucket + 1] as number;
    for (let at = this.#bucket[bucket] as number; at < end; ) {
      const head = entries[at + 1] as number;
      const next = at + 2 + (head >> 1);
      if (entries[at] === (key & 0xffff) && (head & 1) === ((key >>> 16) & 1)) return this.#addPostings(at + 2, next);
      at = next;
    }
  }

  #addPostings(first: number, end: number): void {
    const totals = this.#totals;
    for (let at = first; at < end; at++) {
      const posting = this.#entries[at] as number;
      totals[posting & 63] = (totals[posting & 63] as number) + (posting >> 6);
    }
  }
}

/** The lead of the greatest total over the second. Classes of one language compete like any others. */
function leadOf(totals: Float64Array): number {
  let [most, second] = [0, 0];
  for (let at = 0; at < totals.length; at++) {
    const total = totals[at] as number;
    if (total > most) [most, second] = [total, most];
    else if (total > second) second = total;
  }
  return most - second;
}

/** A weight of one, as a logarithm of probabilities. */
const STEP = 0.02;

const grow = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x9e3779b1) ^ (hash >>> 15);

function seal(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Index of the greatest total, the first of equals; -1 when all are zero. */
function greatest(totals: Float64Array): number {
  let best = -1;
  let most = 0;
  for (let at = 0; at < totals.length; at++) {
    const total = totals[at] as number;
    if (total > most) [best, most] = [at, total];
  }
  return best;
}

let table: LanguageTable | null = null;

/** The table of this thread, read on first use; synchronously, because readers are. */
export function languageTable(): LanguageTable {
  table ??= new LanguageTable(readFileSync(new URL('./languages.bin', import.meta.url)));
  return table;
}
