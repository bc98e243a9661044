/** Numbers of XML Schema: integers and decimals are exact, floats and doubles are not; results take the wider type. */
import type { Literal } from '@rdfjs/types';
import { typed, XSD } from '../terms.js';

/** In the order of promotion. */
export type NumberKind = 'integer' | 'decimal' | 'float' | 'double';
const WIDTH: Readonly<Record<NumberKind, number>> = { integer: 0, decimal: 1, float: 2, double: 3 };

export interface Exact {
  readonly kind: 'integer' | 'decimal';
  /** The value is digits / 10^scale. */
  readonly digits: bigint;
  readonly scale: number;
}

export interface Approximate {
  readonly kind: 'float' | 'double';
  readonly value: number;
}

export type Numeric = Exact | Approximate;

const INTEGERS = new Set(
  'integer long int short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedLong unsignedInt unsignedShort unsignedByte'
    .split(' ')
    .map((name) => XSD + name),
);

/** Further digits would cost time without end and tell nobody anything. */
const MOST_DIGITS = 4000;
const DIGITS_OF_DIVISION = 18;

export function kindOf(datatype: string): NumberKind | null {
  if (INTEGERS.has(datatype)) return 'integer';
  if (datatype === `${XSD}decimal`) return 'decimal';
  if (datatype === `${XSD}double`) return 'double';
  return datatype === `${XSD}float` ? 'float' : null;
}

/** Null when it is no number, or not written as one. */
export function numberOf(literal: Literal): Numeric | null {
  const kind = kindOf(literal.datatype.value);
  if (kind === null) return null;
  const written = literal.value.trim();
  return kind === 'integer' || kind === 'decimal' ? parseExact(written, kind) : parseApproximate(written, kind);
}

export function parseExact(written: string, kind: Exact['kind']): Exact | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(written);
  if (!match || written.length > MOST_DIGITS) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  if (kind === 'integer' && written.includes('.')) return null;
  const digits = BigInt(whole + fraction);
  return { kind, digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

export function parseApproximate(written: string, kind: Approximate['kind']): Approximate | null {
  const special = { INF: Number.POSITIVE_INFINITY, '+INF': Number.POSITIVE_INFINITY, '-INF': Number.NEGATIVE_INFINITY, NaN: Number.NaN }[
    written
  ];
  if (special !== undefined) return { kind, value: special };
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(written)) return null;
  return approximate(Number(written), kind);
}

export function approximate(value: number, kind: Approximate['kind']): Approximate {
  return { kind, value: kind === 'float' ? Math.fround(value) : value };
}

export const whole = (digits: bigint): Exact => ({ kind: 'integer', digits, scale: 0 });

export const isExact = (number: Numeric): number is Exact => 'digits' in number;

export function valueOf(number: Numeric): number {
  return isExact(number) ? Number(`${number.digits}e-${number.scale}`) : number.value;
}

/** Null: the result cannot be told, as with a division by zero. */
export function calculate(operator: string, a: Numeric, b: Numeric): Numeric | null {
  if (isExact(a) && isExact(b)) return calculateExact(operator, a, b);
  const kind = WIDTH[a.kind] > WIDTH[b.kind] ? a.kind : b.kind;
  const wide = kind === 'float' ? 'float' : 'double';
  return approximate(calculateValues(operator, valueOf(a), valueOf(b)), wide);
}

function calculateValues(operator: string, a: number, b: number): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  return operator === '*' ? a * b : a / b;
}

function calculateExact(operator: string, a: Exact, b: Exact): Exact | null {
  const kind = a.kind === 'integer' && b.kind === 'integer' && operator !== '/' ? 'integer' : 'decimal';
  if (operator === '*') return trimmed(kind, a.digits * b.digits, a.scale + b.scale);
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [scaled(a, scale), scaled(b, scale)];
  if (operator === '+') return trimmed(kind, left + right, scale);
  if (operator === '-') return trimmed(kind, left - right, scale);
  if (right === 0n) return null;
  return trimmed(kind, (left * 10n ** BigInt(DIGITS_OF_DIVISION)) / right, DIGITS_OF_DIVISION);
}

export const scaled = ({ digits, scale }: Exact, to: number): bigint => digits * 10n ** BigInt(to - scale);

/** Without zeros at the end of the fraction; null when the number has become too long. */
function trimmed(kind: Exact['kind'], digits: bigint, scale: number): Exact | null {
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale--;
  }
  return digits.toString().length > MOST_DIGITS ? null : { kind, digits, scale };
}

/** Negative, zero or positive; NaN when they cannot be compared. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  if (isExact(a) && isExact(b)) {
    const scale = Math.max(a.scale, b.scale);
    const difference = scaled(a, scale) - scaled(b, scale);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  const [left, right] = [valueOf(a), valueOf(b)];
  if (left === right) return 0;
  return left < right ? -1 : left > right ? 1 : Number.NaN;
}

export function numberLiteral(number: Numeric): Literal {
  return typed(isExact(number) ? writtenExact(number) : writtenApproximate(number), XSD + number.kind);
}

function writtenExact({ kind, digits, scale }: Exact): string {
  const sign = digits < 0n ? '-' : '';
  const all = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const fraction = all.slice(all.length - scale).replace(/(?<!0)0+$/, '');
  const before = sign + all.slice(0, all.length - scale);
  if (kind === 'integer' || scale === 0 || fraction === '') return kind === 'integer' ? before : `${before}.0`;
  return `${before}.${fraction}`;
}

function writtenApproximate({ kind, value }: Approximate): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  const [mantissa = '0', exponent = '0'] = shortest(value, kind).toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}

const DIGITS_OF_FLOAT = 9;

/** The number with the fewest digits that is read as this float. */
function shortest(value: number, kind: Approximate['kind']): number {
  for (let digits = 1; kind === 'float' && digits < DIGITS_OF_FLOAT; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return value;
}

/** As a text says it: without exponent where that is short enough. */
export function numberText(number: Numeric): string {
  if (isExact(number)) return writtenExact(number).replace(/\.0$/, '');
  const size = Math.abs(number.value);
  return size === 0 || (size >= 1e-6 && size < 1e6) ? String(shortest(number.value, number.kind)) : writtenApproximate(number);
}

/** For ABS, CEIL, FLOOR, ROUND: numbers keep their type. */
export function rounded(how: 'abs' | 'ceil' | 'floor' | 'round', number: Numeric): Numeric {
  if (!isExact(number)) return { kind: number.kind, value: roundValue(how, number.value) };
  const { kind, digits, scale } = number;
  if (how === 'abs') return { kind, digits: digits < 0n ? -digits : digits, scale };
  if (scale === 0) return number;
  const unit = 10n ** BigInt(scale);
  const moved = how === 'floor' ? digits : how === 'ceil' ? digits + unit - 1n : digits + unit / 2n;
  return { kind, digits: floorDivide(moved, unit), scale: 0 };
}

const roundValue = (how: 'abs' | 'ceil' | 'floor' | 'round', value: number): number => Math[how](value);

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

export function negated(number: Numeric): Numeric {
  return isExact(number) ? { ...number, digits: -number.digits } : { kind: number.kind, value: -number.value };
}
