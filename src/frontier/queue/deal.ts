/**
 * Deals domains to workers: no worker has more than one domain more than another, the links they bring are shared out
 * evenly, and there are never more workers than domains.
 *
 * Domains come in the order of their links, most first, a round of as many as there are workers at a time; in each round
 * the largest goes to the worker with the least so far. Pure, and the same for the same input.
 */
export interface Share {
  /** From 1. */
  readonly worker: number;
  readonly domain: string;
  readonly links: number;
}

export function dealDomains(links: ReadonlyMap<string, number>, workers: number): Share[] {
  const domains = [...links].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  const hands = Array.from({ length: Math.min(workers, domains.length) }, (_, index) => ({ worker: index + 1, links: 0 }));
  return domains.map(([domain, count], index) => {
    if (index % hands.length === 0) hands.sort((a, b) => a.links - b.links || a.worker - b.worker);
    const hand = hands[index % hands.length] as { worker: number; links: number };
    hand.links += count;
    return { worker: hand.worker, domain, links: count };
  });
}
