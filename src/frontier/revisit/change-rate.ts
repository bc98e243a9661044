/**
 * How often a page changes, from what its visits saw.
 *
 * Changes come at random moments (a Poisson process). A visit only tells whether there was at least one since the last
 * visit, so counting changes underrates fast pages: five visits, five changes may as well be fifty. So a belief is no
 * number but a chance for each of a row of rates that double, from never over once in years to every few minutes; the
 * likelihood of just such answers, at intervals as irregular as they were, turns a prior into it. After long
 * intervals that all ended with a change, everything fast stays possible, and is believed possible. Time is in days.
 */
export const DAY = 86_400_000;

/** Changes a day: never, then 2^-10 (once in three years) to 2^7. */
export const RATES = Float64Array.from({ length: 19 }, (_, index) => (index === 0 ? 0 : 2 ** (index - 11)));
export const GRID = RATES.length;

/** Intervals that ended with a change are kept by length, in classes that double from an hour to half a year. */
export const CLASSES = 13;

export function classOf(days: number): number {
  return Math.max(0, Math.min(CLASSES - 1, Math.floor(Math.log2(days * 24))));
}

/** Logarithm of the chance of a change within the middle interval of a class, at each rate. Never is not quite never: visits may err. */
const LOG_CHANCE = Array.from({ length: CLASSES }, (_, index) =>
  Float64Array.from(RATES, (rate) => Math.log(Math.max(1e-6, -Math.expm1((-rate * 2 ** (index + 0.5)) / 24)))),
);

/** What the visits after the first saw. */
export interface Observation {
  /** Visits that found a change, by the class of the interval before them. */
  readonly changed: ArrayLike<number>;
  /** Total length of the intervals without one. */
  readonly unchangedDays: number;
}

/** How likely the answers are at each rate, the likeliest being 1. Written into `into`. */
export function likelihood({ changed, unchangedDays }: Observation, into: Float64Array): void {
  for (let rate = 0; rate < GRID; rate++) into[rate] = -(RATES[rate] as number) * unchangedDays;
  for (let index = 0; index < CLASSES; index++) {
    const count = changed[index] as number;
    const logs = LOG_CHANCE[index] as Float64Array;
    if (count > 0) for (let rate = 0; rate < GRID; rate++) into[rate] = (into[rate] as number) + count * (logs[rate] as number);
  }
  let best = Number.NEGATIVE_INFINITY;
  for (let rate = 0; rate < GRID; rate++) best = Math.max(best, into[rate] as number);
  for (let rate = 0; rate < GRID; rate++) into[rate] = Math.exp((into[rate] as number) - best);
}

/** Chance that a page is still as it was `age` days ago. */
export function stillFresh(belief: ArrayLike<number>, age: number): number {
  let sum = 0;
  for (let rate = 0; rate < GRID; rate++) sum += (belief[rate] as number) * Math.exp(-(RATES[rate] as number) * age);
  return sum;
}

/**
 * What a visit at this age is worth, in days of freshness: the marginal gain of the optimal schedule, averaged over
 * the belief. It rises with age and stays low for pages that change faster than anybody could follow. A page is due
 * when its worth reaches the price of a fetch: see allocate.ts.
 */
export function worthOfVisit(belief: ArrayLike<number>, age: number): number {
  let sum = 0;
  for (let index = 1; index < GRID; index++) {
    const chance = belief[index] as number;
    if (chance < 1e-5) continue;
    const rate = RATES[index] as number;
    const x = rate * age;
    // 1 − e^(−x)(1 + x), which cancels out for small x.
    const gained = x < 1e-3 ? (x * x) / 2 : x > 30 ? 1 : 1 - Math.exp(-x) * (1 + x);
    sum += (chance * gained) / rate;
  }
  return sum;
}

/** The rate in the middle of a belief, in changes a day: half the chance lies on either side. 0: more likely than not it never changes. */
export function middleRate(belief: ArrayLike<number>): number {
  let below = 0;
  for (let rate = 0; rate < GRID; rate++) {
    below += belief[rate] as number;
    if (below >= 0.5) return RATES[rate] as number;
  }
  return RATES[GRID - 1] as number;
}
