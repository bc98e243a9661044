/**
 * What an operation of the algebra becomes: something that gives rows.
 *
 * Rows are pulled, so that LIMIT ends all work below it. A plan may be given values for some of its variables; it then
 * gives the rows that have them, which is how joins ask only for what they need. Only variables it `accepts` may be given:
 * those where the rows with the value are the same, whether it is given or looked for afterwards. OPTIONAL, sub-queries
 * with LIMIT and the like accept less than they bind.
 */
import type { QuadSource } from '../../../store/index.js';
import type { Dataset } from '../dataset.js';
import type { Budget } from '../limits.js';
import type { Places, Row } from '../row.js';

/** The graph that patterns are about: null is the default graph of the dataset. */
export interface Scope {
  readonly graph: string | null;
  /** Values put into the pattern of an EXISTS: constants in patterns, visible in expressions. */
  readonly outer: Row;
}

export interface Plan {
  /** Bound in every row. */
  readonly certain: ReadonlySet<number>;
  /** Bound in some row. */
  readonly possible: ReadonlySet<number>;
  /** A part of the certain ones. */
  readonly accepts: ReadonlySet<number>;
  /** About how many rows. */
  readonly size: number;
  /** Rows that have what is given, and have it in them. */
  run(given: Row, scope: Scope): Iterable<Row>;
}

/** What all plans of one query share. */
export interface Running {
  readonly source: QuadSource;
  readonly dataset: Dataset;
  readonly places: Places;
  readonly budget: Budget;
  /** The same for the whole query. */
  readonly now: Date;
  readonly base: string | null;
}

export const NONE: ReadonlySet<number> = new Set();

export function union(...sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return new Set(sets.flatMap((set) => [...set]));
}

export function intersection(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...a].filter((place) => b.has(place)));
}
