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
  /** Bytes of what is held at one time, about: rows, and texts that functions make. */
  readonly bytes: number;
  /** Characters of one text that the query makes, and of one row of the answer. */
  readonly text: number;
  /** Characters of the query. */
  readonly length: number;
  /** Brackets within brackets. */
  readonly depth: number;
}

export const DEFAULT_LIMITS: SparqlLimits = {
  time: 60_000,
  rows: 10_000_000,
  held: 2_000_000,
  bytes: 256_000_000,
  text: 4_000_000,
  length: 1_000_000,
  depth: 200,
};

const STEPS_BETWEEN_LOOKS = 1024;
/** So many characters take about as long as a row. */
const CHARACTERS_OF_A_STEP = 1024;
const BYTES_OF_A_CHARACTER = 2;

/** What one query has used so far. */
export class Budget {
  readonly limits: SparqlLimits;
  readonly #deadline: number;
  #steps = 0;
  #looked = 0;
  #held = 0;
  #bytes = 0;
  #rows = 0;

  constructor(limits: SparqlLimits) {
    this.limits = limits;
    this.#deadline = performance.now() + limits.time;
  }

  /** To be called for every row that comes or goes. */
  step(): void {
    if (++this.#steps - this.#looked < STEPS_BETWEEN_LOOKS) return;
    this.#looked = this.#steps;
    if (performance.now() > this.#deadline) throw tooSlow(this.limits.time);
  }

  /** Of so many bytes, which somebody has in hands. */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.limits.bytes)
      throw new SparqlError(
        'too-much-memory',
        `The query holds more than ${megabytes(this.limits.bytes)} at one time. Make shorter texts, or join, sort and group less.`,
      );
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** A text is about to be as long as this. */
  mayMake(characters: number): void {
    if (characters > this.limits.text)
      throw new SparqlError('too-much-memory', `The query makes a text of more than ${this.limits.text} characters. Make shorter ones.`);
  }

  /** A text has been made. It counts until somebody goes back to what was there before. */
  made(characters: number): void {
    this.mayMake(characters);
    this.#steps += Math.floor(characters / CHARACTERS_OF_A_STEP);
    this.take(BYTES_OF_A_CHARACTER * characters);
    this.step();
  }

  /** What is held now, for goBack. */
  get mark(): number {
    return this.#bytes;
  }

  goBack(mark: number): void {
    this.#bytes = mark;
  }

  /** One more row or node that is kept, of so many bytes. */
  hold(bytes: number): void {
    this.step();
    this.take(bytes);
    if (++this.#held > this.limits.held)
      throw new SparqlError(
        'too-much-memory',
        `The query holds more than ${this.limits.held} rows at one time. Join fewer patterns, bind more of them, or sort and group less.`,
      );
  }

  /** As many are kept no longer. */
  release(count: number, bytes: number): void {
    this.#held -= count;
    this.give(bytes);
  }

  /** One more row of the answer. */
  answer(characters: number): void {
    this.step();
    if (characters > this.limits.text)
      throw new SparqlError('too-much-memory', `A row of the answer has more than ${this.limits.text} characters. Ask for less in a row.`);
    if (++this.#rows > this.limits.rows)
      throw new SparqlError('too-many-rows', `The answer has more than ${this.limits.rows} rows. Ask for fewer, with LIMIT and OFFSET.`);
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

export function tooSlow(time: number): SparqlError {
  return new SparqlError(
    'too-slow',
    `The query took longer than ${time / 1000} seconds and was ended. Bind more of its patterns, or ask for less with LIMIT.`,
  );
}
