/** How fresh a collection is likely to be now, and what a budget makes of it: per site and per template. */
import { type Allocation, allocate, freshness } from './allocate.js';
import { DAY, stillFresh } from './change-rate.js';
import type { RevisitPlanner } from './plan.js';

export interface FreshnessGroup {
  readonly site: number;
  /** Null for a site as a whole. */
  readonly template: string | null;
  readonly pages: number;
  /** Share of pages likely to be as they were when last visited. */
  readonly freshNow: number;
  /** The same in the long run, with the budget. */
  readonly freshLater: number;
  /** Days between two changes of the middle page; null when it seems never to change. */
  readonly changesEvery: number | null;
  /** Visits a day the budget gives it. */
  readonly visitsPerDay: number;
  /** Pages whose next visit is due now, and within a day. */
  readonly dueNow: number;
  readonly dueTomorrow: number;
}

export interface Forecast {
  readonly total: Omit<FreshnessGroup, 'site' | 'template'>;
  readonly sites: readonly FreshnessGroup[];
  readonly templates: readonly FreshnessGroup[];
  /** What one more fetch a day would be worth, in days of freshness a visit. */
  readonly price: number;
}

export interface ForecastOptions {
  readonly now: number;
  /** Fetches a day. */
  readonly budget: number;
  readonly minDays: number;
  readonly maxDays: number;
  readonly perSite: (site: number) => number;
}

/** `planner` must have been fed; it learns here. */
export function forecast({ table, templates }: RevisitPlanner, options: ForecastOptions): Forecast {
  table.learn();
  const rates = table.rates();
  const { budget, minDays, maxDays } = options;
  const of = table.site.subarray(0, table.length);
  const sites = 1 + of.reduce((most, site) => Math.max(most, site), 0);
  const most = Float64Array.from({ length: sites }, (_, site) => options.perSite(site));
  const allocation = allocate(rates, { budget, most: 1 / minDays, least: 1 / maxDays, sites: { of, most } });
  const groups = { all: new Map<number, Sum>(), sites: new Map<number, Sum>(), templates: new Map<number, Sum>() };
  for (let at = 0; at < table.length; at++) {
    const page = pageForecast(table, at, rates, allocation, options);
    for (const [group, key] of [
      [groups.all, 0],
      [groups.sites, of[at] as number],
      [groups.templates, table.kin[at] as number],
    ] as const)
      sumOf(group, key, of[at] as number).add(page);
  }
  const listed = (group: Map<number, Sum>, nameOf: (key: number) => string | null): FreshnessGroup[] =>
    [...group]
      .map(([key, sum]) => ({ site: sum.site, template: nameOf(key), ...sum.view() }))
      .sort((left, right) => right.pages - left.pages);
  return {
    total: sumOf(groups.all, 0, 0).view(),
    sites: listed(groups.sites, () => null),
    templates: listed(groups.templates, (key) => templates.nameOf(key)),
    price: allocation.price,
  };
}

interface PageForecast {
  readonly now: number;
  readonly later: number;
  readonly rate: number;
  readonly visits: number;
  /** Days until its visit is due. */
  readonly dueIn: number;
}

function pageForecast(
  table: RevisitPlanner['table'],
  at: number,
  rates: Float64Array,
  { frequencies }: Allocation,
  { now }: ForecastOptions,
): PageForecast {
  const [rate, visits, age] = [rates[at] as number, frequencies[at] as number, (now - (table.checkedAt[at] as number)) / DAY];
  return { now: stillFresh(table.belief(at), Math.max(0, age)), later: freshness(rate, visits), rate, visits, dueIn: 1 / visits - age };
}

class Sum {
  readonly #rates: number[] = [];
  #now = 0;
  #later = 0;
  #visits = 0;
  #dueNow = 0;
  #dueTomorrow = 0;

  constructor(readonly site: number) {}

  add({ now, later, rate, visits, dueIn }: PageForecast): void {
    this.#rates.push(rate);
    this.#now += now;
    this.#later += later;
    this.#visits += visits;
    if (dueIn <= 0) this.#dueNow++;
    if (dueIn <= 1) this.#dueTomorrow++;
  }

  view(): Omit<FreshnessGroup, 'site' | 'template'> {
    const pages = this.#rates.length;
    const middle = Float64Array.from(this.#rates).sort()[pages >> 1] ?? 0;
    const mean = (sum: number): number => (pages ? sum / pages : 1);
    return {
      pages,
      freshNow: mean(this.#now),
      freshLater: mean(this.#later),
      changesEvery: middle > 0 ? 1 / middle : null,
      visitsPerDay: this.#visits,
      dueNow: this.#dueNow,
      dueTomorrow: this.#dueTomorrow,
    };
  }
}

function sumOf(groups: Map<number, Sum>, key: number, site: number): Sum {
  const known = groups.get(key);
  if (known) return known;
  const made = new Sum(site);
  groups.set(key, made);
  return made;
}
