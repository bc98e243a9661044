/**
 * Joins. The left side is pulled in batches. As long as it is small, the right side is asked for each of its rows; once
 * that would cost more than having the whole right side, it is read once and kept by its shared variables.
 */
import { Holding } from '../holding.js';
import { boundPlaces, compatible, EMPTY, merged, type Row, restricted, rowKey } from '../row.js';
import { intersection, type Plan, type Running, type Scope, union } from './plan.js';

/** Rows of the left side before another way is thought of. */
const FIRST_BATCH = 256;
/** Asking for one row costs about as much as reading so many. */
const COST_OF_ASKING = 8;

export interface Matched {
  readonly left: Row;
  /** Both sides together. */
  readonly found: Iterable<Row>;
}

/** Each row of the left side with what fits it. */
export function* matches(
  running: Running,
  left: Iterable<Row>,
  certainLeft: ReadonlySet<number>,
  right: Plan,
  scope: Scope,
): Iterable<Matched> {
  const shared = intersection(certainLeft, right.accepts);
  let index: RowIndex | null = shared.size === 0 ? readAll(running, certainLeft, right, scope) : null;
  let [asked, batch] = [0, FIRST_BATCH];
  const gathered: Row[] = [];
  const held = new Holding(running.budget);
  const ask = function* (): Iterable<Matched> {
    if (!index && right.size <= COST_OF_ASKING * (asked + gathered.length) && asked + gathered.length >= FIRST_BATCH)
      index = readAll(running, certainLeft, right, scope);
    for (const row of gathered) yield { left: row, found: index ? index.find(row) : asking(row, right, scope) };
    held.release();
    asked += gathered.length;
    gathered.length = 0;
  };
  try {
    for (const row of left) {
      if (index) yield { left: row, found: index.find(row) };
      else {
        held.row(row);
        if (gathered.push(row) < batch) continue;
        yield* ask();
        batch *= 2;
      }
    }
    yield* ask();
  } finally {
    held.release();
    index?.release();
  }
}

function* asking(row: Row, right: Plan, scope: Scope): Iterable<Row> {
  for (const other of right.run(restricted(row, right.accepts), scope)) {
    const both = merged(row, other);
    if (both) yield both;
  }
}

function readAll(running: Running, certainLeft: ReadonlySet<number>, right: Plan, scope: Scope): RowIndex {
  return new RowIndex(running, right.run(EMPTY, scope), [...intersection(certainLeft, right.certain)]);
}

/** Rows by the values of some places. */
class RowIndex {
  readonly #running: Running;
  readonly #places: readonly number[];
  readonly #rows = new Map<string, Row[]>();
  readonly #held: Holding;

  constructor(running: Running, rows: Iterable<Row>, places: readonly number[]) {
    this.#running = running;
    this.#places = places;
    this.#held = new Holding(running.budget);
    for (const row of rows) this.#add(row);
  }

  *find(row: Row): Iterable<Row> {
    for (const other of this.#rows.get(rowKey(row, this.#places)) ?? []) {
      this.#running.budget.step();
      const both = merged(row, other);
      if (both) yield both;
    }
  }

  release(): void {
    this.#held.release();
  }

  #add(row: Row): void {
    this.#held.row(row);
    const key = rowKey(row, this.#places);
    const rows = this.#rows.get(key);
    if (rows) return void rows.push(row);
    this.#held.key(key);
    this.#rows.set(key, [row]);
  }
}

export function joinPlan(running: Running, inputs: readonly Plan[]): Plan {
  const ordered = inOrder(inputs);
  const [first, ...others] = ordered as [Plan, ...Plan[]];
  return others.reduce((left, right) => joinTwo(running, left, right), first);
}

/** The smallest first, then always the smallest of those that share a variable with what is there. */
function inOrder(inputs: readonly Plan[]): readonly Plan[] {
  const left = inputs.toSorted((a, b) => a.size - b.size);
  const ordered = left.splice(0, 1);
  while (left.length) {
    const bound = union(...ordered.map(({ certain }) => certain));
    const next = left.findIndex((plan) => intersection(bound, plan.certain).size > 0);
    ordered.push(...left.splice(Math.max(0, next), 1));
  }
  return ordered;
}

function joinTwo(running: Running, left: Plan, right: Plan): Plan {
  return {
    certain: union(left.certain, right.certain),
    possible: union(left.possible, right.possible),
    accepts: union(left.accepts, right.accepts),
    size: intersection(left.certain, right.certain).size ? Math.max(left.size, right.size) : left.size * right.size,
    *run(given, scope) {
      const rows = extended(left.run(restricted(given, left.accepts), scope), given);
      const certain = union(left.certain, boundPlaces(given));
      for (const { found } of matches(running, rows, certain, right, scope)) yield* found;
    },
  };
}

/** What is given holds for both sides, also where the left one does not know of it. */
function* extended(rows: Iterable<Row>, given: Row): Iterable<Row> {
  for (const row of rows) {
    const both = merged(row, given);
    if (both) yield both;
  }
}

export type Condition = (row: Row, scope: Scope) => boolean;

/** OPTIONAL: rows of the left side stay, also those that nothing fits. */
export function leftJoinPlan(running: Running, left: Plan, right: Plan, holds: Condition): Plan {
  return {
    certain: left.certain,
    possible: union(left.possible, right.possible),
    accepts: left.accepts,
    size: left.size,
    *run(given, scope) {
      for (const { left: row, found } of matches(running, left.run(given, scope), left.certain, right, scope)) {
        let isAlone = true;
        for (const both of found) {
          if (!holds(both, scope)) continue;
          isAlone = false;
          yield both;
        }
        if (isAlone) yield row;
      }
    },
  };
}

/** Rows of the left side that agree with no row of the right side in anything both have. */
export function minusPlan(running: Running, left: Plan, right: Plan): Plan {
  const shared = [...intersection(left.possible, right.possible)];
  const places = [...intersection(left.certain, right.certain)];
  return {
    certain: left.certain,
    possible: left.possible,
    accepts: left.accepts,
    size: left.size,
    *run(given, scope) {
      if (shared.length === 0) return yield* left.run(given, scope);
      const removing = sharedParts(running, right.run(EMPTY, scope), shared, places);
      for (const row of left.run(given, scope)) if (!isRemoved(row, removing.get(rowKey(row, places)) ?? [], shared)) yield row;
    },
  };
}

/** What the rows have in common with the other side, each once, by the places both always bind. */
function sharedParts(
  { budget }: Running,
  rows: Iterable<Row>,
  shared: readonly number[],
  places: readonly number[],
): ReadonlyMap<string, readonly Row[]> {
  const held = new Holding(budget);
  const seen = new Set<string>();
  const parts = new Map<string, Row[]>();
  for (const row of rows) {
    const whole = rowKey(row, shared);
    if (seen.has(whole)) continue;
    held.row(restricted(row, shared));
    held.key(whole);
    seen.add(whole);
    const key = rowKey(row, places);
    const known = parts.get(key);
    if (known) known.push(restricted(row, shared));
    else parts.set(key, [restricted(row, shared)]);
  }
  return parts;
}

function isRemoved(row: Row, others: readonly Row[], shared: readonly number[]): boolean {
  return others.some((other) => shared.some((place) => row[place] !== undefined && other[place] !== undefined) && compatible(row, other));
}
