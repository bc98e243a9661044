/**
 * Which pages to visit with so many fetches: those where a fetch buys most freshness, and a few that teach something.
 *
 * Three shares. Pages that nobody has looked at for the longest interval get at most a quarter, so that none is forgotten
 * and a budget too small for that is not eaten up by it. A twentieth are probes: of pages that changed at every visit
 * nobody knows how fast they are, and one early look at one of their kind tells all of them apart from those worth
 * following. The rest goes by worth.
 */
import { GRID, RATES } from './change-rate.js';
import { chooseBest, keepBestOfEach, NEVER } from './choose-best.js';
import type { PageTable } from './page-table.js';

export interface PageChoice {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Fetches to spend. */
  readonly count: number;
  /** A page is not visited again before so many days, and always after so many. */
  readonly minDays?: number;
  readonly maxDays?: number;
  /** Pages that are visited anyhow. */
  readonly isTaken?: (at: number) => boolean;
  /** How many pages each site may get, by site number. */
  readonly perSite?: Float64Array;
}

const OVERDUE_SHARE = 0.25;
const PROBE_SHARE = 0.05;

/** Where the chosen pages stand in the table, in no particular order. */
export function choosePages(table: PageTable, choice: PageChoice): Uint32Array {
  const { now, count, minDays = 0, maxDays = Number.POSITIVE_INFINITY, perSite } = choice;
  const columns = { overdue: emptyColumn(table), probe: emptyColumn(table), worth: emptyColumn(table) };
  for (let at = 0; at < table.length; at++) {
    const age = table.ageDays(at, now);
    if (age <= 0 || age < minDays || choice.isTaken?.(at)) continue;
    if (age >= maxDays) columns.overdue[at] = age;
    else if (isUnmeasured(table, at)) columns.probe[at] = learned(table.belief(at), age);
    columns.worth[at] = table.worth(at, now);
  }
  const overdue = chooseBest(columns.overdue, Math.ceil(OVERDUE_SHARE * count));
  keepBestOfEach(columns.probe, table.kin);
  const probes = chooseBest(columns.probe, Math.round(PROBE_SHARE * count));
  for (const at of [...overdue, ...probes]) columns.worth[at] = NEVER;
  const left = count - overdue.length - probes.length;
  const best = chooseBest(columns.worth, left, perSite && { of: table.site, most: perSite });
  return Uint32Array.from([...overdue, ...probes, ...best]);
}

const emptyColumn = (table: PageTable): Float64Array => new Float64Array(table.length).fill(NEVER);

const isUnmeasured = (table: PageTable, at: number): boolean => (table.changes[at] as number) > 0 && table.unchanged[at] === 0;

/** What the answer to a visit now would tell about the rate, in nats: how open it is, less what is chance at any rate. */
function learned(belief: Float32Array, age: number): number {
  let still = 0;
  let chance = 0;
  for (let rate = 0; rate < GRID; rate++) {
    const fresh = Math.exp(-(RATES[rate] as number) * age);
    still += (belief[rate] as number) * fresh;
    chance += (belief[rate] as number) * openness(fresh);
  }
  return Math.max(0, openness(still) - chance);
}

const openness = (p: number): number => (p <= 1e-9 || p >= 1 - 1e-9 ? 0 : -p * Math.log(p) - (1 - p) * Math.log(1 - p));
