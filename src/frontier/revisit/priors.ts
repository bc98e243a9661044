/**
 * What a page may be expected to do before it has been watched: what its kin do, they in turn leaning on their site,
 * sites on everything seen.
 *
 * A prior is a chance for each rate, learned by going to and fro between what is believed of pages and of their group
 * (expectation and maximisation). It has no given form, so a template whose pages are half archive and half news
 * stays both, and where the pages of a template behave alike a newcomer is taken to be like them.
 */
import { GRID, likelihood } from './change-rate.js';
import type { PageTable } from './page-table.js';

/** The group above counts like so many pages. */
const ABOVE_COUNTS = 1;
/** Pages of a group that are looked at, and how often. */
const SAMPLE = 200;
const ROUNDS = 10;
/** Before anything is known, every rate is as likely as any other. */
const ANY = new Float64Array(GRID).fill(1 / GRID);

/** One prior for each kin number. */
export function learnPriors(table: PageTable): Float64Array[] {
  const [overall = ANY] = learnGroups(table, everything, () => ANY);
  const sites = learnGroups(
    table,
    (at) => table.site[at] as number,
    () => overall,
  );
  return learnGroups(
    table,
    (at) => table.kin[at] as number,
    (at) => sites[table.site[at] as number] as Float64Array,
  );
}

const everything = (): number => 0;

function learnGroups(table: PageTable, groupOf: (at: number) => number, above: (at: number) => Float64Array): Float64Array[] {
  return samples(table, groupOf).map((pages) => {
    const start = pages.length ? above(pages[0] as number) : ANY;
    const seen = pages.map((at) => {
      const likely = new Float64Array(GRID);
      likelihood(table.observation(at), likely);
      return likely;
    });
    let prior = start;
    for (let round = 0; round < ROUNDS; round++) prior = learnFrom(seen, prior, start);
    return prior;
  });
}

/** Pages of each group, evenly spread over it. */
function samples(table: PageTable, groupOf: (at: number) => number): number[][] {
  const sizes: number[] = [];
  for (let at = 0; at < table.length; at++) sizes[groupOf(at)] = (sizes[groupOf(at)] ?? 0) + 1;
  const taken: { met: number; pages: number[] }[] = Array.from(sizes, () => ({ met: 0, pages: [] }));
  for (let at = 0; at < table.length; at++) {
    const group = groupOf(at);
    const own = taken[group] as { met: number; pages: number[] };
    if (own.met >= own.pages.length * Math.max(1, (sizes[group] as number) / SAMPLE)) own.pages.push(at);
    own.met++;
  }
  return taken.map(({ pages }) => pages);
}

/** The mean of what is believed of each page under the prior so far, and of the group above. */
function learnFrom(seen: readonly Float64Array[], prior: Float64Array, above: Float64Array): Float64Array {
  const sum = above.map((chance) => ABOVE_COUNTS * chance);
  for (const likely of seen) {
    let total = 0;
    for (let rate = 0; rate < GRID; rate++) total += (prior[rate] as number) * (likely[rate] as number);
    if (total > 0)
      for (let rate = 0; rate < GRID; rate++)
        sum[rate] = (sum[rate] as number) + ((prior[rate] as number) * (likely[rate] as number)) / total;
  }
  const all = sum.reduce((total, chance) => total + chance, 0);
  return sum.map((chance) => chance / all);
}
