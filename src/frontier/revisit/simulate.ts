/**
 * A year of revisiting, played through: the same pages and the same changes under four schedules at the same budget.
 *
 * The learnt one knows nothing but what its own visits saw, and plans as a real run does (PageTable, worthOfVisit,
 * chooseBest). Uniform visits every page equally often. The other two know the true rates and are there to compare:
 * proportional, which is what people guess, and optimal, which nobody can beat.
 */
import { allocate } from './allocate.js';
import { DAY } from './change-rate.js';
import { choosePages } from './choose-pages.js';
import { PageTable } from './page-table.js';

export const MIXES = ['web', 'lognormal', 'zipf'] as const;
export type Mix = (typeof MIXES)[number];

export interface SimulationOptions {
  readonly pages: number;
  readonly days: number;
  /** Fetches a day. */
  readonly budget: number;
  readonly seed: number;
  readonly mix: Mix;
}

export interface SimulatedSchedule {
  readonly name: 'learnt' | 'uniform' | 'proportional' | 'optimal';
  /** Share of pages fresh, averaged over all the time. */
  readonly fresh: number;
  readonly visits: number;
}

export interface Simulation extends SimulationOptions {
  readonly schedules: readonly SimulatedSchedule[];
  /** How many more fresh pages the learnt schedule has than the uniform one: 0.2 is a fifth more. */
  readonly gain: number;
}

export function simulate(options: SimulationOptions): Simulation {
  const web = makeWeb(options);
  const { budget, pages, days } = options;
  const even = new Float64Array(pages).fill(budget / pages);
  const sum = web.rates.reduce((total, rate) => total + rate, 0);
  const proportional = web.rates.map((rate) => (sum > 0 ? (budget * rate) / sum : 0));
  const optimal = allocate(web.rates, { budget }).frequencies;
  const learnt: SimulatedSchedule = { name: 'learnt', ...playLearnt(web, options) };
  const uniform: SimulatedSchedule = { name: 'uniform', ...playFixed(web, even, days) };
  const others: SimulatedSchedule[] = [
    { name: 'proportional', ...playFixed(web, proportional, days) },
    { name: 'optimal', ...playFixed(web, optimal, days) },
  ];
  return { ...options, schedules: [learnt, uniform, ...others], gain: learnt.fresh / uniform.fresh - 1 };
}

interface SimulatedWeb {
  /** Changes a day. */
  readonly rates: Float64Array;
  readonly kin: Uint32Array;
  readonly seed: number;
}

/**
 * `web`: a site of templates with up to a hundred pages each. A tenth of them never change, three tenths change about hourly, the
 * others have middle rates from several a day to one in a year (lognormal); the pages of a template spread around its
 * middle, and a tenth of them are like any page of the site. `lognormal` and `zipf`: no templates, rates spread over all
 * pages (lognormal around one in ten days; the k-th page changing 24/k × a thousandth of the pages times a day).
 */
function makeWeb({ pages, seed, mix }: SimulationOptions): SimulatedWeb {
  const random = randomFrom(seed);
  const size = Math.max(10, Math.min(100, Math.round(pages / 50)));
  const kin = Uint32Array.from({ length: pages }, (_, page) => Math.floor(page / size));
  const middles = Array.from({ length: Math.ceil(pages / size) }, () => middleRate(random));
  const rates = Float64Array.from(kin, (own, page) => {
    const middle = random() < 0.1 ? middleRate(random) : (middles[own] as number);
    return Math.min(FASTEST, RATE[mix]({ page, pages, middle, spread: normal(random) }));
  });
  return { rates, kin: mix === 'web' ? kin : new Uint32Array(pages), seed };
}

const HOURLY = 24;
const FASTEST = 10 * HOURLY;

function middleRate(random: () => number): number {
  const kind = random();
  if (kind < 0.1) return 0;
  return kind < 0.4 ? HOURLY * Math.exp(0.5 * normal(random)) : 0.15 * Math.exp(1.2 * normal(random));
}

const RATE: Record<Mix, (of: { page: number; pages: number; middle: number; spread: number }) => number> = {
  web: ({ middle, spread }) => middle * Math.exp(0.5 * spread),
  lognormal: ({ spread }) => 0.1 * Math.exp(2 * spread),
  zipf: ({ page, pages }) => (HOURLY * Math.max(1, pages / 1000)) / (page + 1),
};

/** Visits of one page against its changes, drawn one after the other from the page's own numbers. */
class SimulatedPage {
  readonly #rate: number;
  readonly #random: () => number;
  #nextChange: number;
  #visitedAt = 0;
  freshDays = 0;

  constructor(web: SimulatedWeb, page: number) {
    this.#rate = web.rates[page] as number;
    this.#random = randomFrom(web.seed * 1_000_003 + page);
    this.#nextChange = this.#gap();
  }

  /** Whether it had changed since the last visit. */
  visit(at: number): boolean {
    this.freshDays += Math.max(0, Math.min(at, this.#nextChange) - this.#visitedAt);
    this.#visitedAt = at;
    const changed = this.#nextChange <= at;
    while (this.#nextChange <= at) this.#nextChange += this.#gap();
    return changed;
  }

  #gap(): number {
    return this.#rate > 0 ? -Math.log(1 - this.#random()) / this.#rate : Number.POSITIVE_INFINITY;
  }
}

/** All pages are fetched when time begins, under every schedule; then each at its own even pace. */
function playFixed(web: SimulatedWeb, frequencies: Float64Array, days: number): { fresh: number; visits: number } {
  const phase = randomFrom(web.seed + 17);
  let freshDays = 0;
  let visits = 0;
  frequencies.forEach((frequency, index) => {
    const page = new SimulatedPage(web, index);
    const interval = 1 / frequency;
    for (let at = interval * phase(); at < days; at += interval, visits++) page.visit(at);
    page.visit(days);
    freshDays += page.freshDays;
  });
  return { fresh: freshDays / (days * frequencies.length), visits };
}

const LEARNS_EVERY = 3;

/** A run a day; every third of them learns anew from all visits so far, which is where the time goes. */
function playLearnt(web: SimulatedWeb, { pages, days, budget }: SimulationOptions): { fresh: number; visits: number } {
  const table = new PageTable();
  const simulated = Array.from({ length: pages }, (_, page) => new SimulatedPage(web, page));
  for (let page = 0; page < pages; page++) table.add({ id: page, site: 0, kin: web.kin[page] as number, seenAt: 0 });
  let visits = 0;
  for (let day = 1; day < days; day++) {
    if (day % LEARNS_EVERY === 1) table.learn();
    for (const page of choosePages(table, { now: day * DAY, count: Math.round(day * budget) - visits })) {
      visits++;
      table.visited(page, day * DAY, (simulated[page] as SimulatedPage).visit(day));
    }
  }
  const freshDays = simulated.reduce((sum, page) => (page.visit(days), sum + page.freshDays), 0);
  return { fresh: freshDays / (days * pages), visits };
}

/** A small generator (mulberry32): the same numbers for the same seed, on every machine. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
