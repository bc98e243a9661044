/**
 * How much one query may cost. Evaluation is synchronous, so it counts its own steps and looks at the clock now and then;
 * whatever hangs inside one step (a store that joins for ever) is ended from outside, with its thread.
 */
import { SparqlError } from './sparql-error.js';

export interface SparqlLimits {
  /** Milliseconds. */
  readonly time: number;
  /** Rows or statements of the answer. */
  readonly rows: number;
  /** Rows and nodes held at one time, for sorting, grouping, joining and paths. */
  readonly held: number;
  /** Characters of the query. */
  readonly length: number;
  /** Brackets within brackets. */
  readonly depth: number;
}

export const DEFAULT_LIMITS: SparqlLimits = { time: 60_000, rows: 10_000_000, held: 2_000_000, length: 1_000_000, depth: 200 };

const STEPS_BETWEEN_LOOKS = 1024;

/** What one query has used so far. */
export class Budget {
  readonly limits: SparqlLimits;
  readonly #deadline: number;
  #steps = 0;
  #held = 0;
  #rows = 0;

  constructor(limits: SparqlLimits) {
    this.limits = limits;
    this.#deadline = performance.now() + limits.time;
  }

  /** To be called for every row that comes or goes. */
  step(): void {
    if (++this.#steps % STEPS_BETWEEN_LOOKS === 0 && performance.now() > this.#deadline) throw tooSlow(this.limits.time);
  }

  /** One more row or node that is kept. */
  hold(): void {
    this.step();
    if (++this.#held > this.limits.held)
      throw new SparqlError(
        'too-much-memory',
        `The query holds more than ${this.limits.held} rows at one time. Join fewer patterns, bind more of them, or sort and group less.`,
      );
  }

  /** As many are kept no longer. */
  release(count: number): void {
    this.#held -= count;
  }

  /** One more row of the answer. */
  answer(): void {
    this.step();
    if (++this.#rows > this.limits.rows)
      throw new SparqlError('too-many-rows', `The answer has more than ${this.limits.rows} rows. Ask for fewer, with LIMIT and OFFSET.`);
  }
}

export function tooSlow(time: number): SparqlError {
  return new SparqlError(
    'too-slow',
    `The query took longer than ${time / 1000} seconds and was ended. Bind more of its patterns, or ask for less with LIMIT.`,
  );
}
