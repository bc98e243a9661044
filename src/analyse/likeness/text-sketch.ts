/**
 * A sketch of a page's content: 148 bytes that tell how alike two texts are, without the texts.
 *
 * A text is the set of its runs of three words. The hash of a run chooses one of 128 bins, and each bin keeps its
 * smallest hash: two texts agree in as many bins as they share runs (one permutation hashing). A sketch stores eight
 * bits of each bin for comparing, and four keys made of two whole bins each for finding. Running text counts four times
 * as much as short blocks, so that comments, captions and lists around the same article do not hide it. Sketches do not
 * depend on the process, the workspace or the machine, so they may be compared for ever.
 */
import { type Page, TextUnits } from '../../model/index.js';
import { FIRST_CJK, isCjk, letterTable } from './word-characters.js';

const BINS = 128;
const BANDS = 4;
/** Layout: keys, hash of all words in order, number of words, bins. */
const KEYS_AT = 0;
const EXACT_AT = 4 * BANDS;
const WORDS_AT = EXACT_AT + 8;
const BINS_AT = WORDS_AT + 4;
const BYTES = BINS_AT + BINS;

/** A text of fewer words gets no sketch: two such pages are alike by accident. */
const FEWEST_WORDS = 16;
/** A text of fewer words is a duplicate only when all of its words are the same. */
const FEWEST_FOR_LIKENESS = 64;
/** A block of at least this many words is running text. */
const RUNNING_TEXT = 24;
/** Further words would change nothing, and a text of a hundred megabytes must not cost seconds. */
const MOST_WORDS = 200_000;

const EMPTY = 0xffffffff;
const NO_BIN = 0;

/** Reused from page to page, since each thread works on one page at a time. */
const bins = new Uint32Array(BINS);
/** Characters processed at once. A run belongs to its last word, and each word has at least one character. */
const PIECE = 1 << 13;
const words = new Int32Array(PIECE + 1);
const runs = new Uint32Array(PIECE + RUNNING_TEXT);
/**
 * Hash of all words in order (two halves), their number, and the last two words of the block. An array, since V8 would
 * allocate separate variables anew at every word.
 */
const all = new Int32Array(5);
const [LOW, HIGH, WORDS, BEFORE, LAST] = [0, 1, 2, 3, 4] as const;
const units = new TextUnits();

/** Null when the text is too short. */
export const textSketch = (page: Pick<Page, 'text' | 'content'>): Uint8Array | null => sketchOf(page.text, sketchedParts(page));

/** The ranges of a text that its sketch is made of. */
export const sketchedParts = ({ text, content }: Pick<Page, 'text' | 'content'>): readonly number[] =>
  content ? [...content.text, ...content.tables] : [0, text.length];

/** The sketch of these ranges, for callers who have only the text of a page. */
export function sketchOf(text: string, parts: readonly number[]): Uint8Array | null {
  bins.fill(EMPTY);
  all.set([0x811c9dc5, 0x2545f491, 0, 0, 0]);
  // The text as stored in UTF-8: half of a surrogate pair is no character there, and a sketch made from the stored text must be the same.
  const numbers = units.of(text.toWellFormed());
  for (let at = 0; at < parts.length && (all[WORDS] as number) < MOST_WORDS; at += 2)
    scanLines(text, numbers, parts[at] ?? 0, parts[at + 1] ?? 0);
  return (all[WORDS] as number) < FEWEST_WORDS ? null : pack();
}

/** Looks for line feeds in the string: strings find a character far faster than arrays do. */
function scanLines(text: string, numbers: Uint16Array, start: number, end: number): void {
  for (let from = start; from < end; ) {
    const feed = text.indexOf('\n', from);
    const to = feed < 0 || feed > end ? end : feed;
    scanBlock(numbers, from, to);
    from = to + 1;
  }
}

/** Scans a block in pieces, so that the memory for its words stays small. */
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
  // A block of one or two words is a run by itself.
  if (total > 0 && total < 3)
    runs[pending++] = spread(Math.imul(all[BEFORE] as number, 0x85ebca6b) ^ Math.imul(all[LAST] as number, 0xc2b2ae35));
  keep(pending, total >= RUNNING_TEXT);
  all[WORDS] = (all[WORDS] as number) + total;
}

/**
 * Hashes the words between two places into `words` and returns how many ended there; the hash of an unfinished word
 * follows them. Runs for every character of every page, so it avoids branches: where words end is hard to predict, and
 * each misprediction costs as much as several letters.
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

/** The same for text in which a character may be a word by itself. */
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

/** Adds words to the hash of all words, and their runs to the pending ones. Returns how many are pending now. */
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

/** Of short blocks keeps every fourth run, chosen by its hash, so that the same runs count everywhere. */
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

/** The last step of MurmurHash3: every bit of the run changes half of the bits. */
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

/** A short text leaves bins empty. Each empty bin borrows from another, chosen by its number, which keeps the share of agreement. */
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

/** Never returns the mark of an empty bin. */
const byteOf = (value: number): number => (value === EMPTY ? NO_BIN : 1 + ((value & 0xffffff) % 255));

const viewOf = (sketch: Uint8Array): DataView => new DataView(sketch.buffer, sketch.byteOffset, sketch.byteLength);

/** The keys under which a text is found: of a short text a hash of all its words, of a longer one its bands. */
export function sketchKeys(sketch: Uint8Array): number[] {
  const view = viewOf(sketch);
  if (view.getUint32(WORDS_AT, true) < FEWEST_FOR_LIKENESS) return [spread(view.getUint32(EXACT_AT, true) ^ 0x5bd1e995)];
  return Array.from({ length: BANDS }, (_, band) => view.getUint32(KEYS_AT + 4 * band, true));
}

/** How alike two texts are, from 0 to 1, within 0.03: the share of word runs they have in common. 1 means that all words are the same. */
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
