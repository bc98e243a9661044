/** Plans that look at one row at a time: FILTER, BIND, UNION, VALUES. */
import type { Expression } from '../expression/expression.js';
import { truthOf } from '../expression/functions.js';
import { bytesOf } from '../holding.js';
import { compatible, merged, type Row, restricted, withTerm } from '../row.js';
import type { Condition } from './join.js';
import { intersection, type Plan, type Running, union } from './plan.js';

export const holds =
  (expression: Expression): Condition =>
  (row, scope) =>
    truthOf(expression(row, scope)) === true;

/** `fixed`: values that the condition allows for a variable and that are better given than looked for. */
export function filterPlan(input: Plan, condition: Condition, fixed: Row): Plan {
  const usable = restricted(fixed, input.accepts);
  return {
    ...input,
    *run(given, scope) {
      const known = merged(given, usable);
      if (!known) return;
      for (const row of input.run(known, scope)) if (condition(row, scope)) yield row;
    },
  };
}

/** `inherit`: tells the expressions that one row comes from another. */
export function extendPlan(
  { budget }: Running,
  input: Plan,
  place: number,
  expression: Expression,
  inherit: (from: Row, to: Row) => void,
): Plan {
  return {
    certain: input.certain,
    possible: union(input.possible, new Set([place])),
    accepts: input.accepts,
    size: input.size,
    *run(given, scope) {
      for (const row of input.run(given, scope)) {
        const term = expression(row, scope);
        if (term === null) yield row;
        else {
          const extended = withTerm(row, place, term);
          inherit(row, extended);
          const bytes = bytesOf(term);
          budget.take(bytes);
          try {
            yield extended;
          } finally {
            budget.give(bytes);
          }
        }
      }
    },
  };
}

export function unionPlan(inputs: readonly Plan[]): Plan {
  return {
    certain: inputs.map(({ certain }) => certain).reduce(intersection),
    possible: union(...inputs.map(({ possible }) => possible)),
    accepts: inputs.map(({ accepts }) => accepts).reduce(intersection),
    size: inputs.reduce((sum, { size }) => sum + size, 0),
    *run(given, scope) {
      for (const input of inputs) yield* input.run(given, scope);
    },
  };
}

export function valuesPlan({ budget }: Running, rows: readonly Row[], places: readonly number[]): Plan {
  const certain = new Set(places.filter((place) => rows.every((row) => row[place] !== undefined)));
  return {
    certain,
    possible: new Set(places),
    accepts: certain,
    size: rows.length,
    *run(given) {
      for (const row of rows) {
        budget.step();
        if (compatible(row, given)) yield row;
      }
    },
  };
}
