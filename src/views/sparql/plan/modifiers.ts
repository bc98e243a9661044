/** What is done to the rows of a whole query: projection, order, each once, a part of them. */

import type { Term } from '../../../store/index.js';
import { compareForOrder } from '../expression/compare.js';
import type { Expression } from '../expression/expression.js';
import { Holding } from '../holding.js';
import { EMPTY, type Row, restricted, rowKey } from '../row.js';
import { intersection, NONE, type Plan, type Running } from './plan.js';

export function projectPlan(input: Plan, places: readonly number[]): Plan {
  const own = new Set(places);
  return {
    ...input,
    certain: intersection(input.certain, own),
    possible: intersection(input.possible, own),
    accepts: intersection(input.accepts, own),
    *run(given, scope) {
      // Other variables of a sub-query are not those of the same name outside.
      const inside = { ...scope, outer: restricted(scope.outer, places) };
      for (const row of input.run(given, inside)) yield restricted(row, places);
    },
  };
}

export function distinctPlan({ budget }: Running, input: Plan): Plan {
  const places = [...input.possible];
  return {
    ...input,
    *run(given, scope) {
      const seen = new Set<string>();
      const held = new Holding(budget);
      try {
        for (const row of input.run(given, scope)) {
          const key = rowKey(row, places);
          if (seen.has(key)) continue;
          held.key(key);
          seen.add(key);
          yield row;
        }
      } finally {
        held.release();
      }
    },
  };
}

/** May drop what comes twice, and does so where it costs nothing: one after the other. */
export function reducedPlan(input: Plan): Plan {
  const places = [...input.possible];
  return {
    ...input,
    *run(given, scope) {
      let last: string | null = null;
      for (const row of input.run(given, scope)) {
        const key = rowKey(row, places);
        if (key !== last) yield row;
        last = key;
      }
    },
  };
}

export interface Ordering {
  readonly value: Expression;
  readonly isDescending: boolean;
}

interface Sorted {
  readonly row: Row;
  readonly keys: readonly (Term | null)[];
}

export function orderPlan({ budget }: Running, input: Plan, orderings: readonly Ordering[]): Plan {
  return {
    ...input,
    *run(given, scope) {
      const rows: Sorted[] = [];
      const held = new Holding(budget);
      for (const row of input.run(given, scope)) {
        const keys = orderings.map(({ value }) => value(row, scope));
        held.row(row);
        held.row(keys.map((key) => key ?? undefined));
        rows.push({ row, keys });
      }
      rows.sort((a, b) => {
        budget.step();
        return compareKeys(a.keys, b.keys, orderings);
      });
      try {
        for (const { row } of rows) yield row;
      } finally {
        held.release();
      }
    },
  };
}

function compareKeys(a: Sorted['keys'], b: Sorted['keys'], orderings: readonly Ordering[]): number {
  for (const [index, { isDescending }] of orderings.entries()) {
    const order = compareForOrder(a[index] ?? null, b[index] ?? null);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

export function slicePlan(input: Plan, start: number, length: number | undefined): Plan {
  const end = length === undefined ? Number.POSITIVE_INFINITY : start + length;
  return {
    ...input,
    // Which rows are among the first depends on all of them.
    accepts: NONE,
    size: Math.min(input.size, length ?? Number.POSITIVE_INFINITY),
    *run(_given, scope) {
      if (end <= start) return;
      let at = 0;
      for (const row of input.run(EMPTY, scope)) {
        if (at >= start) yield row;
        if (++at >= end) return;
      }
    },
  };
}
