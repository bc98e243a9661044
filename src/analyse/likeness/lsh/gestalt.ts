/**
 * Gestalt pattern matching (Ratcliff and Obershelp): 2·M/T, where T is the length of both texts and M that of all
 * matching blocks: the longest common block, then the longest on either side of it, and so on.
 *
 * The blocks are those that Python's difflib finds with autojunk off: of equally long ones the earliest in the first
 * text, then the earliest in the second. No character counts as junk; the heuristic that ignores frequent characters
 * would ignore nearly all of a page. Upper bounds are checked before any block is looked for, and a comparison ends as
 * soon as it cannot reach the threshold.
 */
import { longestCommon } from './longest-common.js';

export type GestaltResult =
  /** `ratio` is exact. */
  | { readonly is: 'ratio'; readonly ratio: number }
  /** The ratio is below the threshold; `bound` is its upper bound. */
  | { readonly is: 'below'; readonly bound: number }
  /** The limit of steps was reached before the ratio was known. */
  | { readonly is: 'unsettled' };

export interface GestaltLimits {
  /** Below this ratio the exact value does not matter. */
  readonly atLeast?: number;
  /** Most steps before giving up; a step looks at one character. */
  readonly steps?: number;
}

/** 2·M/T of two texts; two empty texts are equal. */
export function gestaltRatio(a: string, b: string): number {
  const result = compareGestalt(a, b);
  return result.is === 'ratio' ? result.ratio : 0;
}

/** Upper bound by the lengths alone. */
export const lengthBound = (a: number, b: number): number => (a + b === 0 ? 1 : (2 * Math.min(a, b)) / (a + b));

export function compareGestalt(a: string, b: string, { atLeast = 0, steps = Number.POSITIVE_INFINITY }: GestaltLimits = {}): GestaltResult {
  const total = a.length + b.length;
  if (a === b) return { is: 'ratio', ratio: 1 };
  const needed = atLeast * total * (1 - 1e-12); // a ratio that just reaches the threshold must not fail by rounding
  const bound = total === 0 ? 1 : (2 * commonCharacters(histogramOf(a), histogramOf(b))) / total;
  if (bound * total < needed) return { is: 'below', bound };
  const work = new Matching(a, b, steps);
  const matched = work.run(needed / 2);
  if (matched === 'unsettled') return { is: 'unsettled' };
  return matched.complete ? { is: 'ratio', ratio: (2 * matched.matched) / total } : { is: 'below', bound: (2 * matched.possible) / total };
}

/**
 * How often each character occurs, with characters folded into 64 classes: small enough to store with every text, and
 * still an upper bound.
 */
export const CLASSES = 64;

export function histogramOf(text: string): Uint32Array {
  const counts = new Uint32Array(CLASSES);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) % CLASSES;
    counts[code] = (counts[code] as number) + 1;
  }
  return counts;
}

/** The most characters both texts can have in common. */
export function commonCharacters(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let index = 0; index < CLASSES; index++) common += Math.min(a[index] as number, b[index] as number);
  return common;
}

interface Range {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

const sizeOf = ({ aFrom, aTo, bFrom, bTo }: Range): number => Math.min(aTo - aFrom, bTo - bFrom);

class Matching {
  readonly #a: string;
  readonly #b: string;
  readonly #steps: number;
  #taken = 0;

  constructor(a: string, b: string, steps: number) {
    this.#a = a;
    this.#b = b;
    this.#steps = steps;
  }

  /** Gives up when `needed` matching characters can no longer be reached. Starts with the widest range, which decides soonest. */
  run(needed: number): { complete: boolean; matched: number; possible: number } | 'unsettled' {
    const whole = { aFrom: 0, aTo: this.#a.length, bFrom: 0, bTo: this.#b.length };
    const waiting: Range[] = [whole];
    let matched = 0;
    let possible = sizeOf(whole);
    while (waiting.length > 0) {
      if (possible < needed) return { complete: false, matched, possible };
      const range = waiting.pop() as Range;
      possible -= sizeOf(range);
      const [at, bt, length] = this.#longest(range);
      if (this.#taken > this.#steps) return 'unsettled';
      if (length === 0) continue;
      matched += length;
      possible += length;
      const { aFrom, aTo, bFrom, bTo } = range;
      for (const rest of [
        { aFrom, aTo: at, bFrom, bTo: bt },
        { aFrom: at + length, aTo, bFrom: bt + length, bTo },
      ]) {
        if (sizeOf(rest) === 0) continue;
        possible += sizeOf(rest);
        waiting.push(rest);
      }
    }
    return possible < needed ? { complete: false, matched, possible } : { complete: true, matched, possible: matched };
  }

  /** Start in a, start in b and length of the longest common block. */
  #longest(range: Range): [number, number, number] {
    const start = this.#commonStart(range);
    // When a common start uses up one range, no block is longer, and none of that length begins earlier.
    if (start === sizeOf(range)) return [range.aFrom, range.bFrom, start];
    this.#taken += range.bTo - range.bFrom + (range.aTo - range.aFrom);
    const { aFrom, aTo, bFrom, bTo } = range;
    const [at, length, end] = longestCommon(this.#a.slice(aFrom, aTo), this.#b.slice(bFrom, bTo));
    return [aFrom + at, bFrom + end - length, length];
  }

  #commonStart({ aFrom, bFrom, ...rest }: Range): number {
    const most = sizeOf({ aFrom, bFrom, ...rest });
    let length = 0;
    while (length < most && this.#a.charCodeAt(aFrom + length) === this.#b.charCodeAt(bFrom + length)) length++;
    this.#taken += length;
    return length;
  }
}
