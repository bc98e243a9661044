/**
 * Sketch of a page's content: 148 bytes from which the likeness of two texts is told without the texts.
 *
 * A text is the set of its runs of three words. Each run falls into one of 128 bins by its hash, and of each bin the
 * smallest hash is kept: two texts agree in a bin as often as the union of their runs is common to both (one permutation
 * hashing). Eight bits a bin are stored for comparing, and four keys made of two whole bins each for finding. Running
 * text counts four times as much as short blocks, so that comments, captions and lists around one and the same article
 * do not hide it. Nothing here depends on the process, the workspace or the machine: sketches may be compared for ever.
 */
import { type Page, TextUnits } from '../../model/index.js';
import { FIRST_CJK, isCjk, letterTable } from './word-characters.js';

const BINS = 128;
const BANDS = 4;
/** Keys, hash of all words in order, number of words, bins. */
const KEYS_AT = 0;
const EXACT_AT = 4 * BANDS;
const WORDS_AT = EXACT_AT + 8;
const BINS_AT = WORDS_AT + 4;
const BYTES = BINS_AT + BINS;

/** A text of fewer words says nothing: two such pages are alike by accident. */
const FEWEST_WORDS = 16;
/** One of fewer words than this is a duplicate only when all of its words are the same. */
const FEWEST_FOR_LIKENESS = 64;
/** Blocks of at least so many words are running text. */
const RUNNING_TEXT = 24;
/** Beyond this, more words would change nothing; a text of a hundred megabytes must not cost seconds. */
const MOST_WORDS = 200_000;

const EMPTY = 0xffffffff;
const NO_BIN = 0;

/** What is known of the words that were seen; reused from page to page, since each thread works on one at a time. */
const bins = new Uint32Array(BINS);
/** Characters that are looked at in one go. A run belongs to its last word, and each word has a character at least. */
const PIECE = 1 << 13;
const words = new Int32Array(PIECE + 1);
const runs = new Uint32Array(PIECE + RUNNING_TEXT);
/** Hash of all words in order, in two halves, their number, and the last two of the block: in an array, since as variables they would be allocated at every word. */
const all = new Int32Array(5);
const [LOW, HIGH, WORDS, BEFORE, LAST] = [0, 1, 2, 3, 4] as const;
const units = new TextUnits();

/** Null when the text is too short to say anything. */
export const textSketch = (page: Pick<Page, 'text' | 'content'>): Uint8Array | null => sketchOf(page.text, sketchedParts(page));

/** Where the parts of a text begin and end that its sketch is made of. */
export const sketchedParts = ({ text, content }: Pick<Page, 'text' | 'content'>): readonly number[] =>
  content ? [...content.text, ...content.tables] : [0, text.length];

/** The sketch of these parts, for who has no more of the page than its text. */
export function sketchOf(text: string, parts: readonly number[]): Uint8Array | null {
  bins.fill(EMPTY);
  all.set([0x811c9dc5, 0x2545f491, 0, 0, 0]);
  // As it is stored, in UTF-8: half of a pair is no character there, and whoever makes the sketch of that finds the same.
  const numbers = units.of(text.toWellFormed());
  for (let at = 0; at < parts.length && (all[WORDS] as number) < MOST_WORDS; at += 2)
    scanLines(text, numbers, parts[at] ?? 0, parts[at + 1] ?? 0);
  return (all[WORDS] as number) < FEWEST_WORDS ? null : pack();
}

/** Line feeds are looked for in the text itself: strings find a character far quicker than arrays do. */
function scanLines(text: string, numbers: Uint16Array, start: number, end: number): void {
  for (let from = start; from < end; ) {
    const feed = text.indexOf('\n', from);
    const to = feed < 0 || feed > end ? end : feed;
    scanBlock(numbers, from, to);
    from = to + 1;
  }
}

/** A block in pieces, so that the memory for its words stays small however long it is. */
function scanBlock(text: Uint16Array, start: number, end: number): void {
  let total = 0;
  let pending = 0;
  words[0] = SEED;
  all[BEFORE] = all[LAST] = 0;
  for (let from = start; from < end; from += PIECE) {
    let count = hashWords(text, from, Math.min(from + PIECE, end), words[0] as number);
    const open = words[count] as number;
    if (from + PIECE >= end && open !== SEED) count++;
    pending = takeWords(count, total, pending);
    total += count;
    words[0] = open;
    if (total < RUNNING_TEXT || from + PIECE >= end) continue;
    keep(pending, true);
    pending = 0;
  }
  // A block of one or two words is a run of its own.
  if (total > 0 && total < 3)
    runs[pending++] = spread(Math.imul(all[BEFORE] as number, 0x85ebca6b) ^ Math.imul(all[LAST] as number, 0xc2b2ae35));
  keep(pending, total >= RUNNING_TEXT);
  all[WORDS] = (all[WORDS] as number) + total;
}

/**
 * Hashes of the words between two places, into `words`; returns how many ended there. The hash of the one that goes on is left
 * behind them. It sees every character of every page, so it asks no questions: where words end is hard to foresee, and every
 * wrong guess of the processor costs as much as several letters.
 */
function hashWords(text: Uint16Array, from: number, to: number, begun: number): number {
  const letters = letterTable();
  let hash = begun;
  let count = 0;
  let seen = 0;
  for (let at = from; at < to; at++) {
    const code = text[at] as number;
    const letter = letters[code] as number;
    const inWord = -letter >> 31;
    const differs = hash ^ SEED;
    seen |= code;
    words[count] = hash;
    count += ((differs | -differs) >>> 31) & ~inWord;
    hash = (Math.imul(hash ^ letter, PRIME) & inWord) | (SEED & ~inWord);
  }
  words[count] = hash;
  return seen < FIRST_CJK ? count : hashCjkWords(text, from, to, begun);
}

/** The same where a character may be a word by itself, whatever stands before it. */
function hashCjkWords(text: Uint16Array, from: number, to: number, begun: number): number {
  const letters = letterTable();
  let hash = begun;
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text[at] as number;
    const letter = letters[code] as number;
    if (letter !== 0) hash = Math.imul(hash ^ letter, PRIME);
    if (hash === SEED || (letter !== 0 && !isCjk(letter))) continue;
    words[count++] = hash;
    hash = SEED;
  }
  words[count] = hash;
  return count;
}

/** Adds words to the hash of all, and their runs behind the pending ones; returns how many are pending now. */
function takeWords(count: number, earlier: number, pending: number): number {
  let low = all[LOW] as number;
  let high = all[HIGH] as number;
  let before = all[BEFORE] as number;
  let last = all[LAST] as number;
  let at = pending;
  for (let index = 0; index < count; index++) {
    const hash = words[index] as number;
    low = Math.imul(low ^ hash, PRIME);
    high = Math.imul((high << 5) ^ (high >>> 27) ^ hash, 0x9e3779b1);
    if (earlier + index > 1) runs[at++] = spread(Math.imul(before, 0x85ebca6b) ^ Math.imul(last, 0xc2b2ae35) ^ hash);
    before = last;
    last = hash;
  }
  all[LOW] = low;
  all[HIGH] = high;
  all[BEFORE] = before;
  all[LAST] = last;
  return at;
}

/** Of short blocks every fourth run counts, chosen by its hash, so that the same ones count everywhere. */
function keep(count: number, every: boolean): void {
  for (let index = 0; index < count; index++) {
    const hash = runs[index] as number;
    if (!every && (hash & 0x180) !== 0) continue;
    const bin = hash >>> 25;
    if (hash < (bins[bin] as number)) bins[bin] = hash;
  }
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/** The finish of MurmurHash3: every bit of the run changes half of the bits here. */
function spread(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function pack(): Uint8Array {
  fillEmptyBins();
  const bytes = new Uint8Array(BYTES);
  const view = new DataView(bytes.buffer);
  for (let band = 0; band < BANDS; band++) view.setUint32(KEYS_AT + 4 * band, bandKey(band), true);
  view.setUint32(EXACT_AT, (all[LOW] as number) >>> 0, true);
  view.setUint32(EXACT_AT + 4, (all[HIGH] as number) >>> 0, true);
  view.setUint32(WORDS_AT, all[WORDS] as number, true);
  for (let bin = 0; bin < BINS; bin++) bytes[BINS_AT + bin] = byteOf(bins[bin] as number);
  return bytes;
}

/** A short text leaves bins empty: each borrows from another one, chosen by its number, which keeps the share of agreement. */
function fillEmptyBins(): void {
  const own = bins.slice();
  for (let bin = 0; bin < BINS; bin++) {
    for (let attempt = 1; own[bin] === EMPTY && bins[bin] === EMPTY && attempt < 4 * BINS; attempt++) {
      const other = own[spread(Math.imul(bin + 1, 0x9e3779b1) + attempt) % BINS] as number;
      if (other !== EMPTY) bins[bin] = spread(other + attempt);
    }
  }
}

const bandKey = (band: number): number =>
  spread(Math.imul(bins[2 * band] as number, 31) + Math.imul(bins[2 * band + 1] as number, 0x9e3779b1) + band);

/** Never the mark of an empty bin. */
const byteOf = (value: number): number => (value === EMPTY ? NO_BIN : 1 + ((value & 0xffffff) % 255));

const viewOf = (sketch: Uint8Array): DataView => new DataView(sketch.buffer, sketch.byteOffset, sketch.byteLength);

/** Under which the text is found: a short one under all of its words, a longer one under its bands. */
export function sketchKeys(sketch: Uint8Array): number[] {
  const view = viewOf(sketch);
  if (view.getUint32(WORDS_AT, true) < FEWEST_FOR_LIKENESS) return [spread(view.getUint32(EXACT_AT, true) ^ 0x5bd1e995)];
  return Array.from({ length: BANDS }, (_, band) => view.getUint32(KEYS_AT + 4 * band, true));
}

/** How much of two texts is the same, 0 to 1, give or take 0.03: the share of word runs that stand in both. 1: all words are the same. */
export function sketchLikeness(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== BYTES || b.length !== BYTES) return 0;
  const [one, other] = [viewOf(a), viewOf(b)];
  const same =
    one.getUint32(EXACT_AT, true) === other.getUint32(EXACT_AT, true) &&
    one.getUint32(EXACT_AT + 4, true) === other.getUint32(EXACT_AT + 4, true);
  const words = [one.getUint32(WORDS_AT, true), other.getUint32(WORDS_AT, true)] as const;
  if (same && words[0] === words[1]) return 1;
  if (Math.min(...words) < FEWEST_FOR_LIKENESS) return 0;
  let agree = 0;
  for (let bin = BINS_AT; bin < BYTES; bin++) agree += Number(a[bin] === b[bin]);
  // Bins agree by chance once in 255 times.
  return Math.min(0.999, Math.max(0, (agree / BINS - 1 / 255) / (1 - 1 / 255)));
}
