/** GROUP BY and aggregates. */

import type { Accumulator } from '../expression/aggregate.js';
import type { Expression } from '../expression/expression.js';
import { Holding } from '../holding.js';
import { type Row, restricted, rowKey, withTerm } from '../row.js';
import { intersection, type Plan, type Running, type Scope } from './plan.js';

export interface Aggregate {
  readonly place: number;
  /** Null: the rows themselves are counted. */
  readonly value: Expression | null;
  readonly isDistinct: boolean;
  make(held: Holding): Accumulator;
  /** For rows that are counted as wholes. */
  readonly rows: Accumulated;
}

type Accumulated = (places: readonly number[], held: Holding) => { add(row: Row): void; result(): ReturnType<Accumulator['result']> };

interface Group {
  readonly row: Row;
  readonly feeds: readonly { add(row: Row, scope: Scope): void; result(): ReturnType<Accumulator['result']> }[];
}

export function groupPlan(running: Running, input: Plan, keys: readonly number[], aggregates: readonly Aggregate[]): Plan {
  const certain = intersection(new Set(keys), input.certain);
  const all = [...input.possible];
  const start = (row: Row, held: Holding): Group => ({
    row: restricted(row, keys),
    feeds: aggregates.map((each) => feedOf(each, all, held)),
  });
  return {
    certain,
    possible: new Set([...keys, ...aggregates.map(({ place }) => place)]),
    accepts: intersection(certain, input.accepts),
    size: keys.length ? input.size : 1,
    *run(given, scope) {
      const groups = new Map<string, Group>();
      const held = new Holding(running.budget);
      if (keys.length === 0) groups.set('', start([], held));
      for (const row of input.run(given, scope)) {
        const key = rowKey(row, keys);
        let group = groups.get(key);
        if (!group) {
          group = start(row, held);
          held.row(group.row);
          held.key(key);
          groups.set(key, group);
        }
        for (const feed of group.feeds) feed.add(row, scope);
      }
      try {
        for (const group of groups.values()) yield finished(group, aggregates);
      } finally {
        held.release();
      }
    },
  };
}

function feedOf({ value, make, rows }: Aggregate, places: readonly number[], held: Holding): Group['feeds'][number] {
  if (!value) return rows(places, held);
  const accumulator = make(held);
  return { add: (row, scope) => accumulator.add(value(row, scope)), result: () => accumulator.result() };
}

function finished({ row, feeds }: Group, aggregates: readonly Aggregate[]): Row {
  let result = row;
  for (const [index, feed] of feeds.entries()) {
    const term = feed.result();
    if (term) result = withTerm(result, (aggregates[index] as Aggregate).place, term);
  }
  return result;
}
