/**
 * The external view of scores: an integer precedence from 1, fetched first, to 127, as crawl schedulers of the ARCOMEM
 * kind exchange it. Inside, Winnow orders by the real score; integers exist here only.
 */

const BEST = 1;
const WORST = 127;
const STEPS = WORST - BEST;

/** `127 - round(score × 126)`. */
export function precedenceOf(score: number): number {
  return WORST - Math.round(Math.min(Math.max(score, 0), 1) * STEPS);
}

/** Back by the same formula: the score whose precedence this is. */
export function scoreOf(precedence: number): number {
  if (!Number.isInteger(precedence) || precedence < BEST || precedence > WORST)
    throw new RangeError(`A precedence is a whole number from ${BEST} to ${WORST}, not ${precedence}.`);
  return (WORST - precedence) / STEPS;
}

/** Sums of scores pass 1: they are brought below it first, in an order-keeping way. */
export const boundedScore = (score: number): number => Math.max(score, 0) / (1 + Math.max(score, 0));

export interface KeyedEntry {
  readonly domain: string;
  readonly immediate: boolean;
  readonly score: number | null;
  /** Ever increasing, which makes keys unique. */
  readonly counter: number;
}

/** No opinion counts as neither good nor bad. */
const NO_OPINION = 0.5;

/** Domain, immediate flag, precedence and counter, written so that keys of one domain sort as they are fetched. */
export function frontierKey({ domain, immediate, score, counter }: KeyedEntry, sums = false): string {
  const real = score ?? NO_OPINION;
  const precedence = precedenceOf(sums ? boundedScore(real) : real);
  return `${domain} ${immediate ? 0 : 1} ${String(precedence).padStart(3, '0')} ${String(counter).padStart(10, '0')}`;
}
