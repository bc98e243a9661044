/**
 * How often each page is to be visited so that, with a given number of fetches a day, as many pages as possible are
 * fresh at any moment.
 *
 * A page with rate λ visited f times a day is fresh for a share (f/λ)(1 − e^(−λ/f)) of the time. At the optimum the
 * next fetch is worth the same everywhere: that worth is the price, and it is found by bisection, one pass over all
 * pages a step. The surprise: frequency is not proportional to the rate of change. A page that changes faster than
 * the price allows gets nothing, since a visit would be out of date before it has paid. A site that politeness keeps
 * below what it should get has a price of its own.
 */
export interface Allocation {
  /** Visits a day, page by page. */
  readonly frequencies: Float64Array;
  /** Worth of the last fetch, in days of freshness. */
  readonly price: number;
  /** Share of pages that are fresh at any moment, when rates are as given. */
  readonly freshness: number;
  /** Fetches a day in all; below the budget where sites or the shortest interval allow no more. */
  readonly spent: number;
}

export interface AllocationOptions {
  /** Fetches a day. */
  readonly budget: number;
  /** Visits a day of one page: at most and at least. */
  readonly most?: number;
  readonly least?: number;
  /** Site of each page, and the fetches a day each site may get. */
  readonly sites?: { readonly of: Uint32Array; readonly most: Float64Array };
}

const STEPS = 60;
const CLOSE = 1e-5;

/** `rates` in changes a day; 0 is a page that never changes. */
export function allocate(rates: Float64Array, options: AllocationOptions): Allocation {
  const { budget, most = Number.POSITIVE_INFINITY, sites } = options;
  // What everybody gets must not cost more than there is.
  const least = Math.min(options.least ?? 0, most, rates.length ? budget / rates.length : 0);
  const frequency = (rate: number, price: number): number => Math.min(most, Math.max(least, wanted(rate, price)));
  const prices = sites ? sitePrices(rates, sites, frequency) : null;
  const ofPage = (page: number, price: number): number =>
    frequency(rates[page] as number, prices && sites ? Math.max(price, prices[sites.of[page] as number] as number) : price);
  const total = (price: number): number => {
    let sum = 0;
    for (let page = 0; page < rates.length; page++) sum += ofPage(page, price);
    return sum;
  };
  const price = priceFor(budget, total);
  const frequencies = Float64Array.from(rates, (_, page) => ofPage(page, price));
  return { frequencies, price, freshness: meanFreshness(rates, frequencies), spent: total(price) };
}

/** Share of the time a page is fresh. */
export function freshness(rate: number, frequency: number): number {
  if (rate <= 0) return 1;
  if (frequency <= 0) return 0;
  const x = rate / frequency;
  return x < 1e-6 ? 1 - x / 2 : -Math.expm1(-x) / x;
}

/** Mean share of fresh pages under given frequencies. */
export function meanFreshness(rates: Float64Array, frequencies: Float64Array): number {
  let sum = 0;
  for (let page = 0; page < rates.length; page++) sum += freshness(rates[page] as number, frequencies[page] as number);
  return rates.length ? sum / rates.length : 1;
}

/** Visits a day at which the next one is worth just the price; 0 when none is. */
function wanted(rate: number, price: number): number {
  if (rate <= 0) return 0;
  const share = price * rate;
  return share >= 1 ? 0 : rate / changesBetween(share);
}

/** The price at which everything together costs the budget; 0 when there is enough for all. */
function priceFor(budget: number, total: (price: number) => number): number {
  let low = 0;
  let high = 1;
  if (total(Number.MIN_VALUE) <= budget) return 0;
  while (total(high) > budget && high < 1e12) high *= 16;
  for (let step = 0; step < STEPS && high - low > CLOSE * high; step++) {
    // Prices spread over many powers of ten: halved by ratio once the lower end has left zero.
    const middle = low === 0 ? high / 16 : Math.sqrt(low * high);
    if (total(middle) > budget) low = middle;
    else high = middle;
    if (low === 0 && high < 1e-300) break;
  }
  return high;
}

function sitePrices(
  rates: Float64Array,
  { of, most }: { of: Uint32Array; most: Float64Array },
  frequency: (rate: number, price: number) => number,
): Float64Array {
  return Float64Array.from(pagesBySite(of, most.length), (pages, site) => {
    const total = (price: number): number => {
      let sum = 0;
      for (const page of pages) sum += frequency(rates[page] as number, price);
      return sum;
    };
    return priceFor(most[site] as number, total);
  });
}

/** The pages of each site, without a list for each: slices of one array. */
function pagesBySite(of: Uint32Array, sites: number): Uint32Array[] {
  const ends = new Uint32Array(sites + 1);
  for (const site of of) ends[site + 1] = (ends[site + 1] as number) + 1;
  for (let site = 0; site < sites; site++) ends[site + 1] = (ends[site + 1] as number) + (ends[site] as number);
  const pages = new Uint32Array(of.length);
  const at = ends.slice();
  of.forEach((site, page) => {
    pages[at[site] as number] = page;
    at[site] = (at[site] as number) + 1;
  });
  return Array.from({ length: sites }, (_, site) => pages.subarray(ends[site], ends[site + 1]));
}

/** Steps of the table below, and how far it goes: beyond, 1 − share is below what numbers can tell from 0. */
const POINTS = 4096;
const REACH = 6.1;

/**
 * Changes between two visits, x, for which 1 − e^(−x)(1 + x) is the given share of 1. Read from a table over
 * √(−ln(1 − share)), in which x is nearly a straight line: the inner loop of everything here.
 */
function changesBetween(share: number): number {
  const at = (Math.sqrt(-Math.log1p(-share)) / REACH) * POINTS;
  const index = Math.min(POINTS - 1, Math.floor(at));
  const [left, right] = [TABLE[index] as number, TABLE[index + 1] as number];
  return Math.max(Number.MIN_VALUE, left + (right - left) * (at - index));
}

const TABLE = makeTable();

function makeTable(): Float64Array {
  const table = new Float64Array(POINTS + 1);
  for (let index = 1; index <= POINTS; index++) {
    const missing = ((index / POINTS) * REACH) ** 2; // −ln(1 − share) = x − ln(1 + x)
    let x = (table[index - 1] as number) + 0.01;
    for (let step = 0; step < 60; step++) x = Math.max(1e-9, x - (x - Math.log1p(x) - missing) / (x / (1 + x)));
    table[index] = x;
  }
  return table;
}
