/** When a crawl ends before its frontier is empty: pages, time, size. Each rule says itself in words for the report. */
import type { Definition } from '../definition/index.js';

export interface Progress {
  readonly pages: number;
  /** Visits under way: each may still become a page. */
  readonly underWay: number;
  readonly elapsedMs: number;
  readonly size: () => number;
}

export type StopCheck = (progress: Progress) => string | null;

/** Asking for the size costs file system calls; a second is soon enough. */
const SIZE_EVERY_MS = 1000;

/** The first rule that is met, in words; null to go on. */
export function stopRules(budget: Definition['budget']): StopCheck {
  const size = budget.size === undefined ? null : sizeRule(budget.size);
  return ({ pages, elapsedMs, size: ask }) => {
    if (budget.pages !== undefined && pages >= budget.pages) return `budget.pages: ${budget.pages} pages fetched`;
    if (budget.time !== undefined && elapsedMs >= budget.time) return `budget.time: ${budget.time / 1000} s are over`;
    return size?.(elapsedMs, ask) ?? null;
  };
}

/** How many more visits may begin without going over the page budget, should all of them turn out to be pages. */
export function roomForPages(budget: Definition['budget'], { pages, underWay }: Progress): number {
  return budget.pages === undefined ? Number.POSITIVE_INFINITY : Math.max(0, budget.pages - pages - underWay);
}

function sizeRule(limit: number): (elapsedMs: number, ask: () => number) => string | null {
  let askedAt = Number.NEGATIVE_INFINITY;
  let met: string | null = null;
  return (elapsedMs, ask) => {
    if (met || elapsedMs - askedAt < SIZE_EVERY_MS) return met;
    askedAt = elapsedMs;
    const size = ask();
    if (size >= limit) met = `budget.size: the workspace holds ${size} bytes, ${limit} are allowed`;
    return met;
  };
}
