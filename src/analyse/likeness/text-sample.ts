/**
 * A sample of a page's text: some of its word runs, chosen by their hash, which tell how much of the text was seen
 * before. Two samples are compared at the coarser of their levels: at level n, the runs whose hash ends in n zero bits
 * count.
 *
 * Ignores what changes with every page without being written: days, months and years, numbers and identifiers that also
 * stand in the URL, session ids. A page of mostly figures has no sample: its numbers may be its subject.
 */
import type { Page } from '../../model/index.js';
import { asWord, isCjk } from './word-characters.js';

export interface TextSample {
  /** Words that are not numbers. */
  readonly words: number;
  readonly level: number;
  readonly runs: Uint32Array;
}

/** Most runs in a sample. */
const MOST_RUNS = 192;
const MOST_WORDS = 3000;
/** A text of fewer words has no sample. */
const FEWEST_WORDS = 16;
/** Share of figures, dates aside, from which a page counts as data. */
const DATA = 0.15;
/** A longer token of digits and letters is an identifier. */
const IDENTIFIER = 8;

const table = new Uint32Array(1024);
/** Separates most words from those of the URL without a look-up in the set. */
const maybeNamed = new Uint8Array(256);
const NUMBER_WORD = 0x3c6ef372;

/** Null when the text has too few words or consists mostly of figures. */
export function textSample(page: Pick<Page, 'text' | 'content'>, url: string): TextSample | null {
  table.fill(0);
  const scan = new SampleScan(namesIn(url));
  for (const pairs of page.content ? [page.content.text, page.content.tables] : [[0, page.text.length]])
    for (let at = 0; at < pairs.length && scan.words < MOST_WORDS; at += 2) scan.block(page.text, pairs[at] ?? 0, pairs[at + 1] ?? 0);
  if (scan.words < FEWEST_WORDS || scan.figures > DATA * (scan.words + scan.figures)) return null;
  return { words: scan.words, level: scan.level, runs: table.filter((run) => run !== 0) };
}

/** Words of the path and the query. A page that repeats its own address says nothing new by that. */
function namesIn(url: string): Set<number> {
  const names = new Set<number>();
  const start = url.indexOf('/', url.indexOf('://') + 3);
  let hash = SEED;
  for (let at = Math.max(start, 0); at <= url.length && names.size < 64; at++) {
    const letter = at < url.length ? asWord(url.charCodeAt(at)) : 0;
    if (letter !== 0) hash = Math.imul(hash ^ letter, PRIME);
    else if (hash !== SEED) {
      names.add(hash);
      hash = SEED;
    }
  }
  return names;
}

class SampleScan {
  words = 0;
  figures = 0;
  level = 0;
  #mask = 0;
  #kept = 0;
  readonly #named: ReadonlySet<number>;

  constructor(named: ReadonlySet<number>) {
    this.#named = named;
    maybeNamed.fill(0);
    for (const hash of named) maybeNamed[hash & 0xff] = 1;
  }

  /** One long loop on purpose: it runs for every character. */
  block(text: string, start: number, end: number): void {
    let before = 0;
    let last = 0;
    let hash = SEED;
    let from = start;
    let digits = 0;
    let counted = 0;
    let words = 0;
    for (let at = start; at <= end; at++) {
      const letter = at < end ? asWord(text.charCodeAt(at)) : 0;
      if (letter !== 0) {
        hash = Math.imul(hash ^ letter, PRIME);
        if (letter < 0x3a) digits++; // letters have greater codes than digits
        if (!isCjk(letter)) continue;
      } else if (hash === SEED) {
        from = at + 1;
        continue;
      }
      let word = hash;
      if (digits > 0 || maybeNamed[hash & 0xff] === 1) word = this.#uncommon(text, from, at, hash, digits);
      else words++;
      if (++counted > 2) {
        const run = spread(Math.imul(before, 0x85ebca6b) ^ Math.imul(last, 0xc2b2ae35) ^ word);
        if ((run & this.#mask) === 0) this.#add(run);
      }
      before = last;
      last = word;
      hash = SEED;
      digits = 0;
      from = at + 1;
      if (words > MOST_WORDS) break;
    }
    if (counted > 0 && counted < 3) this.#add(spread(Math.imul(before, 0x85ebca6b) ^ Math.imul(last, 0xc2b2ae35)));
    this.words += words;
  }

  /** Whether a word stands in the URL, is a number, or contains digits. */
  #uncommon(text: string, from: number, to: number, hash: number, digits: number): number {
    const length = to - from;
    const isNumber = digits === length;
    if (!isNumber) this.words++;
    if (this.#named.has(hash)) return NUMBER_WORD;
    if (!isNumber) return digits > 0 && length >= IDENTIFIER ? NUMBER_WORD : hash;
    if (!isDatePart(text, from, length)) this.figures++;
    return NUMBER_WORD;
  }

  #add(run: number): void {
    if (run === 0 || (run & this.#mask) !== 0 || !put(run)) return;
    if (++this.#kept > MOST_RUNS) this.#coarsen();
  }

  #coarsen(): void {
    this.level++;
    this.#mask = (1 << this.level) - 1;
    const kept = table.filter((run) => run !== 0 && (run & this.#mask) === 0);
    table.fill(0);
    for (const run of kept) put(run);
    this.#kept = kept.length;
  }
}

/** Returns false when the run is in the sample already. */
function put(run: number): boolean {
  for (let at = (run >>> 12) & 1023; ; at = (at + 1) & 1023) {
    if (table[at] === run) return false;
    if (table[at] !== 0) continue;
    table[at] = run;
    return true;
  }
}

/** A day, a month or a year. */
function isDatePart(text: string, from: number, length: number): boolean {
  if (length > 4) return false;
  const value = Number(text.slice(from, from + length));
  return value <= 31 || (length === 4 && value >= 1000 && value <= 2999);
}

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

function spread(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
