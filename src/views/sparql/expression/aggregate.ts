/** Aggregates, fed row by row. */
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import type { Term } from '../../../store/index.js';
import type { Holding } from '../holding.js';
import type { Budget } from '../limits.js';
import { integer, isLiteral, termKey, text } from '../terms.js';
import { compareForOrder } from './compare.js';
import { calculate, type Numeric, numberLiteral, numberOf, whole } from './numbers.js';

export interface Accumulator {
  /** Null: the expression has no value for this row. */
  add(value: Term | null): void;
  /** Null: there is no result, and the variable stays unbound. */
  result(): Term | null;
}

export function accumulator({ aggregator, distinct, separator }: Algebra.AggregateExpression, means: Means): Accumulator {
  const plain = PLAIN[aggregator](means, separator ?? ' ');
  return distinct ? once(plain, means) : plain;
}

/** Where what is kept is counted. */
export interface Means {
  readonly budget: Budget;
  readonly held: Holding;
}

const PLAIN: Readonly<Record<Algebra.AggregateExpression['aggregator'], (means: Means, separator: string) => Accumulator>> = {
  count,
  sum: () => total((sum) => sum),
  avg: () => total((sum, values) => (values === 0 ? sum : calculate('/', sum, whole(BigInt(values))))),
  min: ({ held }) => best(held, (order) => order < 0),
  max: ({ held }) => best(held, (order) => order > 0),
  sample: ({ held }) => best(held, () => false),
  group_concat: concatenation,
};

/** Each value once. */
function once(inner: Accumulator, { held }: Means): Accumulator {
  const seen = new Set<string>();
  return {
    add(value) {
      const key = value === null ? '' : termKey(value);
      if (seen.has(key)) return;
      held.key(key);
      seen.add(key);
      inner.add(value);
    },
    result: () => inner.result(),
  };
}

function count(): Accumulator {
  let values = 0;
  return {
    add(value) {
      if (value !== null) values++;
    },
    result: () => integer(values),
  };
}

/** One value that is no number spoils the whole. */
function total(finish: (sum: Numeric, values: number) => Numeric | null): Accumulator {
  let sum: Numeric | null = whole(0n);
  let values = 0;
  return {
    add(value) {
      const number = value && isLiteral(value) ? numberOf(value) : null;
      sum = sum && number && calculate('+', sum, number);
      values++;
    },
    result: () => {
      const result = sum && finish(sum, values);
      return result && numberLiteral(result);
    },
  };
}

/** The first value, or a later one that is better. */
function best(held: Holding, isBetter: (order: number) => boolean): Accumulator {
  let found: Term | null = null;
  return {
    add(value) {
      if (value === null || (found !== null && !isBetter(compareForOrder(value, found)))) return;
      held.swap(found, value);
      found = value;
    },
    result: () => found,
  };
}

function concatenation({ budget, held }: Means, separator: string): Accumulator {
  const parts: string[] = [];
  let length = 0;
  return {
    add(value) {
      if (value === null || value.termType === 'BlankNode') return;
      length += value.value.length + separator.length;
      budget.mayMake(length);
      held.term(value);
      parts.push(value.value);
    },
    result: () => text(parts.join(separator)),
  };
}
