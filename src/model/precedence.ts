/**
 * The external view of scores: an integer precedence from 1, fetched first, to 127, as crawl schedulers of the ARCOMEM
 * kind exchange it. Inside, Winnow orders by the real score; integers exist where others read or give them.
 */

export const BEST_PRECEDENCE = 1;
export const WORST_PRECEDENCE = 127;
const STEPS = WORST_PRECEDENCE - BEST_PRECEDENCE;

/** `127 - round(score × 126)`. Sums of scores pass 1: they are brought below it first. */
export function precedenceOf(score: number, sums = false): number {
  const real = sums ? boundedScore(score) : score;
  return WORST_PRECEDENCE - Math.round(Math.min(Math.max(real, 0), 1) * STEPS);
}

/** Back by the same formula: the score whose precedence this is. */
export function scoreOfPrecedence(precedence: number, sums = false): number {
  if (!Number.isInteger(precedence) || precedence < BEST_PRECEDENCE || precedence > WORST_PRECEDENCE)
    throw new RangeError(`A precedence is a whole number from ${BEST_PRECEDENCE} to ${WORST_PRECEDENCE}, not ${precedence}.`);
  const score = (WORST_PRECEDENCE - precedence) / STEPS;
  return sums ? sumOf(score) : score;
}

/** In an order-keeping way below one. */
const boundedScore = (score: number): number => Math.max(score, 0) / (1 + Math.max(score, 0));

/** The best precedence has no greatest sum, so it stands for the least one. */
function sumOf(bounded: number): number {
  const below = Math.min(bounded, 1 - 1 / (2 * STEPS));
  return below / (1 - below);
}
