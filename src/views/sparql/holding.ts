/** What one part of a query keeps: counted while it grows, and given back as a whole. */
import type { Term } from '../../store/index.js';
import type { Budget } from './limits.js';
import type { Row } from './row.js';

const OBJECT = 64;
const PLACE = 8;
/** Texts up to here are taken to have a byte for each character, as most have; longer ones are not trusted. */
const SHORT = 1024;

export function bytesOf(term: Term): number {
  const { length } = term.value;
  return OBJECT + (length > SHORT ? 2 * length : length);
}

export class Holding {
  readonly #budget: Budget;
  /** Long ones count once, in however many rows they are. */
  readonly #long = new Set<Term>();
  #count = 0;
  #bytes = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  row(row: Row): void {
    let bytes = OBJECT + PLACE * row.length;
    for (const term of row) if (term !== undefined) bytes += this.#share(term);
    this.#add(bytes);
  }

  term(term: Term): void {
    this.#add(this.#share(term));
  }

  key(key: string): void {
    this.#add(OBJECT + key.length);
  }

  /** One in place of another. */
  swap(before: Term | null, after: Term): void {
    const more = bytesOf(after) - (before ? bytesOf(before) : 0);
    this.#bytes += more;
    this.#budget.take(more);
  }

  release(): void {
    this.#budget.release(this.#count, this.#bytes);
    this.#count = 0;
    this.#bytes = 0;
    this.#long.clear();
  }

  #add(bytes: number): void {
    this.#budget.hold(bytes);
    this.#count++;
    this.#bytes += bytes;
  }

  #share(term: Term): number {
    const bytes = bytesOf(term);
    if (bytes <= OBJECT + SHORT) return bytes;
    if (this.#long.has(term)) return PLACE;
    this.#long.add(term);
    return bytes;
  }
}
