/** How many pages each seed has brought in this run, and how many it may bring. Pages count as soon as they are under way. */
import type { Entry } from '../queue/index.js';

export class SeedBudget {
  limit: number | null = null;
  readonly #pages = new Map<number, number>();
  readonly #underWay = new Map<number, number>();

  /** What earlier processes of this run counted. */
  restore(counted: Iterable<readonly [seed: number, pages: number]>): void {
    this.#pages.clear();
    for (const [seed, pages] of counted) this.#pages.set(seed, pages);
  }

  /** Seeds that have brought anything. */
  seeds(): IterableIterator<number> {
    return this.#pages.keys();
  }

  isSpent({ kind, seed }: Entry): boolean {
    if (this.limit === null || seed === null || kind !== 'page') return false;
    return (this.#pages.get(seed) ?? 0) + (this.#underWay.get(seed) ?? 0) >= this.limit;
  }

  took({ kind, seed, id }: Entry): void {
    if (kind === 'page') add(this.#underWay, seed ?? id, 1);
  }

  /** The visit is over, one way or the other. */
  ended({ kind, seed, id }: Entry): void {
    if (kind === 'page') add(this.#underWay, seed ?? id, -1);
  }

  countPage({ seed, id }: Entry): void {
    add(this.#pages, seed ?? id, 1);
  }
}

function add(counts: Map<number, number>, key: number, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count) counts.set(key, count);
  else counts.delete(key);
}
