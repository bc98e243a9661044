/** Strict breadth-first: which level a crawl is at, and what each level took. Other orders have one level, which holds everything. */
import type { Order, Round } from '../queue/index.js';

export class StrictLevels {
  readonly rounds: Round[] = [];
  #level: number;
  #visits = 0;

  constructor(order: Order) {
    this.#level = order === 'levels' ? 0 : Number.POSITIVE_INFINITY;
  }

  get level(): number {
    return this.#level;
  }

  get areStrict(): boolean {
    return this.#level !== Number.POSITIVE_INFINITY;
  }

  visited(): void {
    this.#visits++;
  }

  /** This level is over; `next` is the lowest level that has anything queued. False when there is none to go on to. */
  goOn(next: number, now: number): boolean {
    if (this.#visits) this.rounds.push({ level: this.#level, visits: this.#visits, endedAt: now });
    this.#visits = 0;
    if (next === Number.POSITIVE_INFINITY || next <= this.#level) return false;
    this.#level = next;
    return true;
  }
}
