/** Equality and order of terms: by value where the type is known, and the order of ORDER BY, in which everything has a place. */
import type { Literal } from '@rdfjs/types';
import type { Term } from '../../../store/index.js';
import { isLiteral, isPlain, sameTerm, XSD } from '../terms.js';
import { dateOf, isDateType } from './dates.js';
import { compareNumbers, kindOf, numberOf } from './numbers.js';

/** True or false; null when nobody can tell, as with two literals of a type we do not know. */
export function equal(a: Term, b: Term): boolean | null {
  if (!isLiteral(a) || !isLiteral(b)) return sameTerm(a, b);
  const order = compareLiterals(a, b);
  if (order !== null) return order === 0;
  if (sameTerm(a, b)) return true;
  return isKnownToDiffer(a, b) ? false : null;
}

/** Values of different known kinds differ; an unknown type may hold any value, and so may one written wrongly. */
function isKnownToDiffer(a: Literal, b: Literal): boolean {
  if (a.language !== '' || b.language !== '') return a.language !== b.language || a.value !== b.value;
  const [left, right] = [kindOfValue(a), kindOfValue(b)];
  return left !== null && right !== null && left !== right;
}

function kindOfValue(literal: Literal): string | null {
  const datatype = literal.datatype.value;
  if (isPlain(literal)) return 'string';
  if (kindOf(datatype)) return numberOf(literal) && 'number';
  if (datatype === `${XSD}boolean`) return booleanOf(literal) === null ? null : 'boolean';
  return isDateType(datatype) && dateOf(literal.value, datatype) ? datatype : null;
}

export function booleanOf({ value, datatype }: Literal): boolean | null {
  if (datatype.value !== `${XSD}boolean`) return null;
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : null;
}

/** Negative, zero, positive, NaN for what is never equal; null when the two cannot be compared by value. */
export function compareLiterals(a: Literal, b: Literal): number | null {
  if (isPlain(a) && isPlain(b)) return compareTexts(a.value, b.value);
  if (a.language !== '' && a.language.toLowerCase() === b.language.toLowerCase()) return compareTexts(a.value, b.value);
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left && right) return compareNumbers(left, right);
  return compareBooleans(a, b) ?? compareDates(a, b);
}

function compareBooleans(a: Literal, b: Literal): number | null {
  const [left, right] = [booleanOf(a), booleanOf(b)];
  return left === null || right === null ? null : Number(left) - Number(right);
}

function compareDates(a: Literal, b: Literal): number | null {
  if (a.datatype.value !== b.datatype.value || !isDateType(a.datatype.value)) return null;
  const [left, right] = [dateOf(a.value, a.datatype.value), dateOf(b.value, b.datatype.value)];
  if (!left || !right) return null;
  const difference = left.instant - right.instant;
  // Where only one has a time zone, nobody knows how far apart they are.
  return (left.zone === '') !== (right.zone === '') && Math.abs(difference) <= FARTHEST_ZONES ? null : difference;
}

const FARTHEST_ZONES = 14 * 3_600_000;

/** By code points, as the standard wants it: not by halves of pairs. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
  return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
}

/** A half of a pair stands for a character above all that have a single unit, apart from the few behind the surrogates. */
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

const RANK = { BlankNode: 1, NamedNode: 2, Literal: 3 } as const;

/** A total order: nothing, blank nodes, IRIs, literals; numbers, times and texts among themselves by value. */
export function compareForOrder(a: Term | null, b: Term | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (a.termType !== b.termType) return RANK[a.termType] - RANK[b.termType];
  if (!isLiteral(a) || !isLiteral(b)) return compareTexts(a.value, b.value);
  return orderLiterals(a, b);
}

function orderLiterals(a: Literal, b: Literal): number {
  const [left, right] = [familyOf(a), familyOf(b)];
  if (left !== right) return compareTexts(left, right);
  const order = compareLiterals(a, b);
  if (order !== null && !Number.isNaN(order)) return order;
  return (
    instantOf(a) - instantOf(b) ||
    compareTexts(a.value, b.value) ||
    compareTexts(a.language, b.language) ||
    compareTexts(a.datatype.value, b.datatype.value)
  );
}

const instantOf = ({ value, datatype }: Literal): number => dateOf(value, datatype.value)?.instant ?? 0;

/** Literals that compare among themselves; the names sort numbers before times before texts. */
function familyOf(literal: Literal): string {
  const datatype = literal.datatype.value;
  if (kindOf(datatype)) return numberOf(literal) ? '1' : '9';
  if (datatype === `${XSD}boolean`) return booleanOf(literal) === null ? '9' : '2';
  if (isDateType(datatype)) return dateOf(literal.value, datatype) ? `3${datatype}` : '9';
  return literal.language !== '' || isPlain(literal) ? '4' : '5';
}
