/** Aggregates, fed row by row. */
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import type { Term } from '../../store/index.js';
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

export function accumulator({ aggregator, distinct, separator }: Algebra.AggregateExpression, budget: Budget): Accumulator {
  const plain = PLAIN[aggregator](separator ?? ' ');
  return distinct ? once(plain, budget) : plain;
}

const PLAIN: Readonly<Record<Algebra.AggregateExpression['aggregator'], (separator: string) => Accumulator>> = {
  count,
  sum: () => total((sum) => sum),
  avg: () => total((sum, values) => (values === 0 ? sum : calculate('/', sum, whole(BigInt(values))))),
  min: () => best((order) => order < 0),
  max: () => best((order) => order > 0),
  sample: () => best(() => false),
  group_concat: concatenation,
};

/** Each value once. */
function once(inner: Accumulator, budget: Budget): Accumulator {
  const seen = new Set<string>();
  return {
    add(value) {
      const key = value === null ? '' : termKey(value);
      if (seen.has(key)) return;
      budget.hold();
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
function best(isBetter: (order: number) => boolean): Accumulator {
  let found: Term | null = null;
  return {
    add(value) {
      if (value !== null && (found === null || isBetter(compareForOrder(value, found)))) found = value;
    },
    result: () => found,
  };
}

function concatenation(separator: string): Accumulator {
  const parts: string[] = [];
  return {
    add(value) {
      if (value !== null && value.termType !== 'BlankNode') parts.push(value.value);
    },
    result: () => text(parts.join(separator)),
  };
}
