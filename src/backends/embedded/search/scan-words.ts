/**
 * Reads a text word by word, folded as fold-table.ts says. Scripts without spaces give overlapping pairs of characters,
 * and the last character of a run once more alone, so that single characters are found too.
 *
 * A position is counted for each word or pair. The receiver looks at `chars`, `length` and `hash` and must not keep them.
 */
import { foldTable, HIGH_SURROGATE, IGNORED, isIdeographic, PAIR, pairOf, SEPARATOR } from './fold-table.js';

/** Longer words are cut: nobody types them, and machines write them without end. */
export const LONGEST_WORD = 48;

const HASH_SEED = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

export interface Scanned {
  /** Folded UTF-16 code units of the word. */
  readonly chars: Uint16Array;
  length: number;
  hash: number;
  /** Where it stands in the text. */
  start: number;
  end: number;
  /** One of several pairs that a run of characters was cut into. */
  isPair: boolean;
}

export function wordIn({ chars, length }: Scanned): string {
  let word = '';
  for (let at = 0; at < length; at++) word += String.fromCharCode(chars[at] as number);
  return word;
}

/** The hash that a folded word has when it is scanned. */
export function hashOf(word: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), HASH_FACTOR);
  return hash;
}

/** `take` returns false to end the reading. */
export function scanWords(text: string, take: (word: Scanned) => boolean | undefined): void {
  const fold = foldTable();
  const word: Scanned = { chars: new Uint16Array(LONGEST_WORD + 2), length: 0, hash: 0, start: 0, end: 0, isPair: false };
  const { chars } = word;
  const end = text.length;
  let at = 0;
  while (at < end) {
    const first = fold[text.charCodeAt(at)] as number;
    if (first <= IGNORED) {
      at++;
      continue;
    }
    if (first > HIGH_SURROGATE && isIdeographic(first)) {
      const after = scanRun(text, at, fold, word, take);
      if (after < 0) return;
      at = after;
      continue;
    }
    const start = at;
    let length = 0;
    let hash = HASH_SEED;
    let last = at;
    for (; at < end; at++) {
      const raw = text.charCodeAt(at);
      const code = fold[raw] as number;
      if (code > HIGH_SURROGATE) {
        if (code > 0x0e00 && isIdeographic(code)) break;
        if (length < LONGEST_WORD) {
          chars[length++] = code;
          hash = Math.imul(hash ^ code, HASH_FACTOR);
        }
      } else if (code === IGNORED) continue;
      else if (code === SEPARATOR) break;
      else if (code === PAIR) {
        const pair = pairOf(raw);
        if (length < LONGEST_WORD) {
          chars[length++] = pair.charCodeAt(0);
          chars[length++] = pair.charCodeAt(1);
          hash = Math.imul(hash ^ pair.charCodeAt(0), HASH_FACTOR);
          hash = Math.imul(hash ^ pair.charCodeAt(1), HASH_FACTOR);
        }
      } else {
        const low = text.charCodeAt(at + 1);
        if (!isLetterPair(raw, low)) break;
        if (length < LONGEST_WORD - 1) {
          chars[length++] = raw;
          chars[length++] = low;
          hash = Math.imul(Math.imul(hash ^ raw, HASH_FACTOR) ^ low, HASH_FACTOR);
        }
        at++;
      }
      last = at + 1;
    }
    if (length === 0) {
      at = Math.max(at, start) + 1; // half a character, or a picture
      continue;
    }
    word.length = length;
    word.hash = hash;
    word.start = start;
    word.end = last;
    word.isPair = false;
    if (take(word) === false) return;
  }
}

/** Above the first plane: letters, but no pictures. */
const isLetterPair = (high: number, low: number): boolean => low >= 0xdc00 && low < 0xe000 && (high < 0xd83c || high > 0xd83e);

/** A run of characters that are not parted by spaces. Returns where it ends; -1 when the receiver has had enough. */
function scanRun(text: string, from: number, fold: Uint16Array, word: Scanned, take: (word: Scanned) => boolean | undefined): number {
  const { chars } = word;
  let at = from;
  let code = fold[text.charCodeAt(at)] as number;
  while (code > HIGH_SURROGATE && isIdeographic(code)) {
    const next = at + 1 < text.length ? (fold[text.charCodeAt(at + 1)] as number) : SEPARATOR;
    const goesOn = next > HIGH_SURROGATE && isIdeographic(next);
    chars[0] = code;
    chars[1] = next;
    word.length = goesOn ? 2 : 1;
    word.hash = Math.imul(HASH_SEED ^ code, HASH_FACTOR);
    if (goesOn) word.hash = Math.imul(word.hash ^ next, HASH_FACTOR);
    word.start = at;
    word.end = at + word.length;
    word.isPair = true;
    if (take(word) === false) return -1;
    code = next;
    at++;
  }
  return at;
}
