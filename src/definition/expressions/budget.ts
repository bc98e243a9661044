/**
 * Limits how much work one query of a content may cost. A page may be hostile: nested deeply enough, it makes an
 * innocent selector quadratic. The limit counts visited nodes, so that the same page always ends the same way.
 */
import { ContentError } from './content-error.js';

const LEAST = 1_000_000;
const PER_NODE = 20;
const MOST = 30_000_000;

let left = Number.POSITIVE_INFINITY;
let asked = '';

/** Runs one query within a budget; a query inside another uses what is left of it. */
export function withBudget<T>(question: string, nodes: number, ask: () => T): T {
  if (left !== Number.POSITIVE_INFINITY) return ask();
  left = Math.min(MOST, LEAST + PER_NODE * nodes);
  asked = question;
  try {
    return ask();
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

export function spend(nodes: number): void {
  left -= nodes;
  if (left < 0) throw new ContentError(`${asked} takes too long on this page: it was given up`);
}
