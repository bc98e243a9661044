/**
 * Scores as other crawl schedulers write them: integers from 1, fetched first, to 127. Winnow orders by the real score;
 * integers appear only where other programs read or give them.
 */

export const BEST_PRECEDENCE = 1;
export const WORST_PRECEDENCE = 127;
const STEPS = WORST_PRECEDENCE - BEST_PRECEDENCE;

/** `127 - round(score × 126)`. A sum of scores can exceed 1, so `sums` are first mapped below 1. */
export function precedenceOf(score: number, sums = false): number {
  const real = sums ? boundedScore(score) : score;
  return WORST_PRECEDENCE - Math.round(Math.min(Math.max(real, 0), 1) * STEPS);
}

/** The score that has this precedence: the same formula backwards. */
export function scoreOfPrecedence(precedence: number, sums = false): number {
  if (!Number.isInteger(precedence) || precedence < BEST_PRECEDENCE || precedence > WORST_PRECEDENCE)
    throw new RangeError(`A precedence is a whole number from ${BEST_PRECEDENCE} to ${WORST_PRECEDENCE}, not ${precedence}.`);
  const score = (WORST_PRECEDENCE - precedence) / STEPS;
  return sums ? sumOf(score) : score;
}

/** Maps any score below 1 without changing the order. */
const boundedScore = (score: number): number => Math.max(score, 0) / (1 + Math.max(score, 0));

/** The best precedence stands for many sums; take the smallest of them. */
function sumOf(bounded: number): number {
  const below = Math.min(bounded, 1 - 1 / (2 * STEPS));
  return below / (1 - below);
}
