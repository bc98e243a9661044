/**
 * Which languages a text resembles, by a table of byte sequences and their weights in 60 languages.
 *
 * The table is `languages.bin` beside this file, made by scripts/pack-languages.mjs from the smallest
 * data set of the npm package `eld`; the answers are those of `eld` to the last digit. It is used as it
 * lies in memory: nothing is parsed, and a thread that recognises languages pays for the file's size only.
 *
 * The file, little-endian: four 32-bit numbers (magic, languages, n-grams, postings), then
 *   low      32 bits per n-gram   its first four bytes; n-grams stand in the order of their buckets
 *   first    32 bits per n-gram   its first posting, and one number more for the end
 *   high     16 bits per n-gram   its last two bytes
 *   bucket   16 bits per bucket   its first n-gram, and one number more for the end
 *   posting  16 bits each         language in the lower six bits, weight above
 *   letters  one bit for each of 65,536 UTF-16 units
 *   folded   one byte for each of 256
 *   codes    two letters per language
 */
import { readFileSync } from 'node:fs';
import { LanguageNgrams, ngramHash } from './language-ngrams.js';

const MAGIC = 0x31544c57;
const HEADER = 16;
const BUCKET_BITS = 15;
/** Brings the average weight of an n-gram onto the scale from 0 to 1. */
const SCALE = 25;

/** What the table says about one text. */
export class Resemblance {
  constructor(
    /** ISO 639-1: the language that fits best. */
    readonly language: string,
    private readonly table: LanguageTable,
    private readonly totals: Int32Array,
    private readonly ngrams: number,
  ) {}

  /** 0..1, or undefined for a language the table lacks or with which the text shares nothing. */
  scoreOf(language: string): number | undefined {
    const total = this.totals[this.table.languages.indexOf(language)] ?? 0;
    if (total === 0) return undefined;
    const average = total / this.ngrams;
    return average / (average + SCALE);
  }

  /** How well the best language fits. */
  get score(): number {
    return this.scoreOf(this.language) ?? 0;
  }
}

export class LanguageTable {
  readonly languages: readonly string[];
  readonly #ngrams: LanguageNgrams;
  readonly #low: Int32Array;
  readonly #first: Uint32Array;
  readonly #high: Uint16Array;
  readonly #bucket: Uint16Array;
  readonly #posting: Uint16Array;

  constructor(file: Uint8Array) {
    const buffer = file.buffer;
    const [magic, languages = 0, ngrams = 0, postings = 0] = new Uint32Array(buffer, file.byteOffset, HEADER / 4);
    if (magic !== MAGIC) throw new Error('languages.bin is no language table for this machine: build or install the program again.');
    let offset = file.byteOffset + HEADER;
    const next = (bytes: number): number => (offset += bytes) - bytes;
    this.#low = new Int32Array(buffer, next(4 * ngrams), ngrams);
    this.#first = new Uint32Array(buffer, next(4 * (ngrams + 1)), ngrams + 1);
    this.#high = new Uint16Array(buffer, next(2 * ngrams), ngrams);
    this.#bucket = new Uint16Array(buffer, next(2 * ((1 << BUCKET_BITS) + 1)), (1 << BUCKET_BITS) + 1);
    this.#posting = new Uint16Array(buffer, next(2 * postings), postings);
    const letters = new Uint8Array(buffer, next(0x10000 / 8), 0x10000 / 8);
    const folded = new Uint8Array(buffer, next(256), 256);
    this.#ngrams = new LanguageNgrams(letters, folded);
    const codes = Buffer.from(buffer, next(2 * languages), 2 * languages).toString('latin1');
    this.languages = codes.match(/../g) ?? [];
  }

  /** Null where the text shares nothing with any language. Looks at no more than the first 1,000 units. */
  recognise(text: string): Resemblance | null {
    const ngrams = this.#ngrams;
    ngrams.read(text);
    const totals = new Int32Array(this.languages.length);
    for (let at = 0; at < ngrams.count; at++) this.#addWeights(ngrams.low[at] as number, ngrams.high[at] as number, totals);
    const best = this.languages[greatest(totals)];
    return best === undefined ? null : new Resemblance(best, this, totals, ngrams.total);
  }

  #addWeights(low: number, high: number, totals: Int32Array): void {
    const bucket = ngramHash(low, high) >>> (32 - BUCKET_BITS);
    const end = this.#bucket[bucket + 1] as number;
    for (let at = this.#bucket[bucket] as number; at < end; at++) {
      if (this.#low[at] !== low || this.#high[at] !== high) continue;
      const last = this.#first[at + 1] as number;
      for (let place = this.#first[at] as number; place < last; place++) {
        const posting = this.#posting[place] as number;
        totals[posting & 63] = (totals[posting & 63] as number) + (posting >> 6);
      }
      return;
    }
  }
}

/** Where the greatest total stands, the first of equals; -1 when all are zero. */
function greatest(totals: Int32Array): number {
  let best = -1;
  let most = 0;
  for (let at = 0; at < totals.length; at++) {
    const total = totals[at] as number;
    if (total > most) [best, most] = [at, total];
  }
  return best;
}

let table: LanguageTable | null = null;

/** The table of this thread, read by the first call: synchronously, because readers are. */
export function languageTable(): LanguageTable {
  table ??= new LanguageTable(readFileSync(new URL('./languages.bin', import.meta.url)));
  return table;
}
