/** When a crawl ends before its frontier is empty: pages, time, size, room on the disk. Each rule says itself in words for the report. */

import type { Definition } from '../../definition/crawl/index.js';
import { counted } from '../../model/index.js';

export interface Progress {
  /** Of the whole run, whichever processes worked on it. */
  readonly pages: number;
  readonly elapsedMs: number;
  /** Visits under way: each may still become a page. */
  readonly underWay: number;
  /** Bytes this run has written. */
  readonly written: () => number;
  /** Bytes that were fetched and are still to be written. */
  readonly unwritten: number;
  /** Bytes that were fetched since the process began. */
  readonly fetched: number;
}

/** Spent as planned, or paused: a pause ends when there is room again. */
export interface Stop {
  readonly state: 'finished' | 'paused';
  readonly reason: string;
}

/** Asking for the size costs file system calls. Fast servers send megabytes meanwhile, so it is asked anew when those could use up the room. */
const SIZE_EVERY_MS = 100;

/**
 * The first rule that is met; null to go on; `wait` while what is under way may use up the room. Budgets may change
 * while the crawl runs, so they come with each question.
 */
export function stopRules(): (budget: Definition['budget'], progress: Progress) => Stop | 'wait' | null {
  let askedAt = Number.NEGATIVE_INFINITY;
  let written = 0;
  let known = 0; // bytes fetched that `written` and `unwritten` tell of
  return (budget, { pages, elapsedMs, written: ask, unwritten, fetched }) => {
    if (budget.pages !== undefined && pages >= budget.pages) return finished(`budget.pages: ${counted(budget.pages, 'page')} fetched`);
    const late = timeIsUp(budget, elapsedMs);
    if (late) return late;
    if (budget.size === undefined) return null;
    if (elapsedMs - askedAt >= SIZE_EVERY_MS || written + fetched - known >= budget.size) {
      askedAt = elapsedMs;
      written = ask();
      known = fetched - unwritten;
    }
    // A fast server and a slow disk would overdraw the budget by far.
    if (written < budget.size) return unwritten > 0 && written + unwritten >= budget.size ? 'wait' : null;
    return { state: 'paused', reason: `budget.size: this run has written ${written} bytes, ${budget.size} are allowed` };
  };
}

/** The one rule that holds whatever is under way: who wants to be done by morning does not wait for an answer that drips. */
export const timeIsUp = ({ time }: Definition['budget'], elapsedMs: number): Stop | null =>
  time !== undefined && elapsedMs >= time ? finished(`budget.time: ${time / 1000} s are over`) : null;

const finished = (reason: string): Stop => ({ state: 'finished', reason });

/** How many more visits may begin without going over the page budget, should all of them turn out to be pages. */
export function roomForPages(budget: Definition['budget'], { pages, underWay }: Progress): number {
  return budget.pages === undefined ? Number.POSITIVE_INFINITY : Math.max(0, budget.pages - pages - underWay);
}
