/**
 * What the frontier orders by: one number per entry, lower first, ties by age.
 *
 * Robots.txt comes before all, since nothing else may be asked of a site; then what somebody wants at once; then
 * sitemaps and what completes pages already fetched; then pages.
 */
import type { EntryKind, Order, Update } from './port.js';

const BEFORE: Readonly<Record<EntryKind, number>> = { robots: -4e6, sitemap: -2e6, requisite: -1e6, page: 0 };
const IMMEDIATE = -3e6;
/** Nobody has an opinion: neither good nor bad. */
const NO_OPINION = 0.5;

export interface Ordered {
  readonly kind: EntryKind;
  readonly depth: number;
  readonly score: number | null;
  readonly immediate: boolean;
}

export function orderOf({ kind, depth, score, immediate }: Ordered, by: Order): number {
  const base = kind !== 'robots' && immediate ? IMMEDIATE : BEFORE[kind];
  if (kind !== 'page') return base;
  return base + (by === 'score' ? -(score ?? NO_OPINION) : depth + 1 - squashed(score ?? NO_OPINION));
}

/** What kind of visit an order stands for; what is wanted at once counts as a page. */
export function kindOf(order: number): EntryKind {
  if (order < (BEFORE.robots + IMMEDIATE) / 2) return 'robots';
  if (order < (IMMEDIATE + BEFORE.sitemap) / 2) return 'page';
  if (order < (BEFORE.sitemap + BEFORE.requisite) / 2) return 'sitemap';
  return order < BEFORE.requisite / 2 ? 'requisite' : 'page';
}

/** Level of a page by its order, in the modes that have levels; everything that is not a plain page belongs to any level. */
export const levelOf = (order: number): number => Math.floor(order);

/** Keeps the order of scores and makes them less than one, so that none reaches into the next level. */
const squashed = (score: number): number => Math.max(0, score) / (1 + Math.max(0, score));

/** The score of a queued entry that is found again, `seen` scores having gone into the one it has. */
export function combineScores(update: Update, has: number, seen: number, found: number): number {
  switch (update) {
    case 'FIRST':
      return has;
    case 'LAST':
      return found;
    case 'MAX':
      return Math.max(has, found);
    case 'SUM':
      return has + found;
    case 'AVG':
      return (has * seen + found) / (seen + 1);
  }
}
