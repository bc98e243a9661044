/**
 * Sketch of a page's content: 148 bytes from which the likeness of two texts is told without the texts.
 *
 * A text is the set of its runs of three words. Each run falls into one of 128 bins by its hash, and of each bin the
 * smallest hash is kept: two texts agree in a bin as often as the union of their runs is common to both (one permutation
 * hashing). Eight bits a bin are stored for comparing, and four keys made of two whole bins each for finding. Running
 * text counts four times as much as short blocks, so that comments, captions and lists around one and the same article
 * do not hide it. Nothing here depends on the process, the workspace or the machine: sketches may be compared for ever.
 */
import { type Page, TextUnits } from '../model/index.js';
import { ASCII, asWord, isCjk } from './word-characters.js';

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

/** What is known of the words that were seen; reused from page to page, since each reader thread works on one at a time. */
const bins = new Uint32Array(BINS);
const runs = new Uint32Array(4096);
const units = new TextUnits();
/** Hash of all words in order, in two halves, and their number: in an array, since as fields they would be allocated at every word. */
const all = new Int32Array(3);
const [LOW, HIGH, WORDS] = [0, 1, 2] as const;

/** Null when the text is too short to say anything. */
export function textSketch(page: Pick<Page, 'text' | 'content'>): Uint8Array | null {
  bins.fill(EMPTY);
  all.set([0x811c9dc5, 0x2545f491, 0]);
  const text = units.of(page.text);
  for (const pairs of page.content ? [page.content.text, page.content.tables] : [[0, page.text.length]])
    for (let at = 0; at < pairs.length && (all[WORDS] as number) < MOST_WORDS; at += 2) scanLines(text, pairs[at] ?? 0, pairs[at + 1] ?? 0);
  return (all[WORDS] as number) < FEWEST_WORDS ? null : pack();
}

function scanLines(text: Uint16Array, start: number, end: number): void {
  for (let from = start; from < end; ) {
    const feed = text.indexOf(LINE_FEED, from);
    const to = feed < 0 || feed > end ? end : feed;
    scanBlock(text, from, to);
    from = to + 1;
  }
}

/** One long loop on purpose: it sees every character of every page. */
function scanBlock(text: Uint16Array, start: number, end: number): void {
  let before = 0;
  let last = 0;
  let hash = SEED;
  let words = 0;
  let count = 0;
  for (let at = start; at <= end; at++) {
    const code = at < end ? (text[at] as number) : 0;
    const letter = code < 0x80 ? (ASCII[code] as number) : asWord(code);
    if (letter !== 0) {
      hash = Math.imul(hash ^ letter, PRIME);
      // A character of a script without spaces is a word, whatever stands before it.
      if (code < 0x80 || !isCjk(letter)) continue;
    } else if (hash === SEED) continue;
    words++;
    all[LOW] = Math.imul((all[LOW] as number) ^ hash, PRIME);
    all[HIGH] = Math.imul(((all[HIGH] as number) << 5) ^ ((all[HIGH] as number) >>> 27) ^ hash, 0x9e3779b1);
    if (words > 2) runs[count++] = spread(Math.imul(before, 0x85ebca6b) ^ Math.imul(last, 0xc2b2ae35) ^ hash);
    before = last;
    last = hash;
    hash = SEED;
    if (count < runs.length) continue;
    keep(count, true);
    count = 0;
  }
  // A block of one or two words is a run of its own.
  if (words > 0 && words < 3) runs[count++] = spread(Math.imul(before, 0x85ebca6b) ^ Math.imul(last, 0xc2b2ae35));
  keep(count, words >= RUNNING_TEXT);
  all[WORDS] = (all[WORDS] as number) + words;
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

const LINE_FEED = 0x0a;
const SEED = 0x811c9dc5;
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
