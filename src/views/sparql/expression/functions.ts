/** The functions of SPARQL 1.1 that need nothing but their arguments, by name. */
import type { Literal } from '@rdfjs/types';
import type { Term } from '../../../store/index.js';
import type { Budget } from '../limits.js';
import { boolean, FALSE, integer, iri, isLiteral, isPlain, sameTerm, TRUE, text, typed, XSD } from '../terms.js';
import { booleanOf, compareLiterals, equal } from './compare.js';
import { type DateParts, dateOf, isDateType, zoneDuration } from './dates.js';
import { calculate, compareNumbers, type Numeric, negated, numberLiteral, numberOf, numberText, parseExact, rounded } from './numbers.js';
import { STRING_FUNCTIONS } from './strings.js';

/** Null stands for an error: it makes a filter fail and leaves a variable unbound, and ends nothing. */
export type SparqlFunction = (args: readonly Term[], budget: Budget) => Term | null;
export type Functions = Readonly<Record<string, SparqlFunction>>;

/** True, false, or null where a term has no truth. */
export function truthOf(term: Term | null): boolean | null {
  if (!term || !isLiteral(term)) return null;
  const value = booleanOf(term);
  if (value !== null) return value;
  if (term.datatype.value === `${XSD}boolean`) return false;
  if (isPlain(term) || term.language !== '') return term.value !== '';
  const number = numberOf(term);
  return number ? compareNumbers(number, ZERO) !== 0 && !Number.isNaN(compareNumbers(number, ZERO)) : isNumberType(term) ? false : null;
}

const ZERO: Numeric = { kind: 'integer', digits: 0n, scale: 0 };
const isNumberType = (term: Literal): boolean => /(#integer|#decimal|#double|#float|#int)$/.test(term.datatype.value);

const asBoolean = (value: boolean | null): Term | null => (value === null ? null : boolean(value));

function ordered(check: (order: number) => boolean): SparqlFunction {
  return ([a, b]) => {
    if (!a || !b || !isLiteral(a) || !isLiteral(b)) return null;
    const order = compareLiterals(a, b);
    return order === null ? null : boolean(check(order));
  };
}

function arithmetic(operator: string): SparqlFunction {
  return ([a, b]) => {
    const [left, right] = [numericOf(a), numericOf(b)];
    const result = left && right && calculate(operator, left, right);
    return result ? numberLiteral(result) : null;
  };
}

const numericOf = (term: Term | undefined): Numeric | null => (term && isLiteral(term) ? numberOf(term) : null);

function numeric(change: (number: Numeric) => Numeric): SparqlFunction {
  return ([first]) => {
    const number = numericOf(first);
    return number && numberLiteral(change(number));
  };
}

function partOfDate(part: (date: DateParts) => Term | null): SparqlFunction {
  return ([first]) => {
    const date = first && isLiteral(first) ? dateOf(first.value, first.datatype.value) : null;
    return date && part(date);
  };
}

const seconds = ({ seconds: written }: DateParts): Term | null => {
  const number = parseExact(written, 'decimal');
  return number && typed(numberLiteral(number).value.replace(/\.0$/, ''), `${XSD}decimal`);
};

const isA =
  (termType: Term['termType']): SparqlFunction =>
  ([term]) =>
    boolean(term?.termType === termType);

export const FUNCTIONS: Functions = {
  ...STRING_FUNCTIONS,
  '=': ([a, b]) => (a && b ? asBoolean(equal(a, b)) : null),
  '!=': ([a, b]) => {
    const same = a && b ? equal(a, b) : null;
    return asBoolean(same === null ? null : !same);
  },
  '<': ordered((order) => order < 0),
  '>': ordered((order) => order > 0),
  '<=': ordered((order) => order <= 0),
  '>=': ordered((order) => order >= 0),
  '+': arithmetic('+'),
  '-': arithmetic('-'),
  '*': arithmetic('*'),
  '/': arithmetic('/'),
  uplus: numeric((number) => number),
  uminus: numeric(negated),
  '!': ([term]) => {
    const truth = truthOf(term ?? null);
    return truth === null ? null : truth ? FALSE : TRUE;
  },
  abs: numeric((number) => rounded('abs', number)),
  ceil: numeric((number) => rounded('ceil', number)),
  floor: numeric((number) => rounded('floor', number)),
  round: numeric((number) => rounded('round', number)),
  rand: () => numberLiteral({ kind: 'double', value: Math.random() }),
  sameterm: ([a, b]) => (a && b ? boolean(sameTerm(a, b)) : null),
  isiri: isA('NamedNode'),
  isuri: isA('NamedNode'),
  isblank: isA('BlankNode'),
  isliteral: isA('Literal'),
  isnumeric: ([term]) => boolean(numericOf(term) !== null),
  str: ([term]) => (term && term.termType !== 'BlankNode' ? text(term.value) : null),
  lang: ([term]) => (term && isLiteral(term) ? text(term.language) : null),
  datatype: ([term]) => (term && isLiteral(term) ? iri(term.datatype.value) : null),
  year: partOfDate(({ year }) => integer(year)),
  month: partOfDate(({ month }) => integer(month)),
  day: partOfDate(({ day }) => integer(day)),
  hours: partOfDate(({ hours }) => integer(hours)),
  minutes: partOfDate(({ minutes }) => integer(minutes)),
  seconds: partOfDate(seconds),
  timezone: partOfDate(({ zone }) => (zone === '' ? null : typed(zoneDuration(zone), `${XSD}dayTimeDuration`))),
  tz: partOfDate(({ zone }) => text(zone)),
  ...casts(),
};

/** Constructor functions, by IRI. */
function casts(): Record<string, SparqlFunction> {
  const cast = (name: string, make: (term: Term) => Term | null): [string, SparqlFunction] => [
    XSD + name,
    ([term]) => (term && term.termType !== 'BlankNode' ? make(term) : null),
  ];
  return Object.fromEntries([
    cast('string', toText),
    cast('boolean', toBoolean),
    cast('integer', toInteger),
    cast('decimal', toDecimal),
    cast('float', (term) => toApproximate(term, 'float')),
    cast('double', (term) => toApproximate(term, 'double')),
    cast('dateTime', (term) => toDate(term, `${XSD}dateTime`)),
    cast('date', (term) => toDate(term, `${XSD}date`)),
    cast('time', (term) => toDate(term, `${XSD}time`)),
  ]);
}

function toText(term: Term): Term {
  const number = isLiteral(term) ? numberOf(term) : null;
  const truth = isLiteral(term) ? booleanOf(term) : null;
  return text(number ? numberText(number) : truth === null ? term.value : String(truth));
}

function toBoolean(term: Term): Term | null {
  if (!isLiteral(term)) return null;
  if (isPlain(term)) return asBoolean(booleanOf(typed(term.value.trim(), `${XSD}boolean`)));
  const number = numberOf(term);
  if (!number) return asBoolean(booleanOf(term));
  return boolean(compareNumbers(number, ZERO) !== 0 && !Number.isNaN(compareNumbers(number, ZERO)));
}

/** A number of the term: itself, one that a text spells, 1 or 0 for a boolean. */
function exactOf(term: Term, kind: 'integer' | 'decimal'): Numeric | null {
  if (!isLiteral(term)) return null;
  if (isPlain(term)) return parseExact(term.value.trim(), kind);
  const truth = booleanOf(term);
  if (truth !== null) return { kind, digits: truth ? 1n : 0n, scale: 0 };
  const number = numberOf(term);
  if (!number || 'digits' in number) return number;
  return Number.isFinite(number.value) ? parseExact(plainNotation(number.value), 'decimal') : null;
}

/** Without an exponent. */
function plainNotation(value: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point) || '0'}`;
}

function toInteger(term: Term): Term | null {
  const number = exactOf(term, 'integer');
  return number && 'digits' in number ? integer(number.digits / 10n ** BigInt(number.scale)) : null;
}

function toDecimal(term: Term): Term | null {
  const number = exactOf(term, 'decimal');
  return number && 'digits' in number
    ? typed(numberLiteral({ ...number, kind: 'decimal' }).value.replace(/\.0$/, ''), `${XSD}decimal`)
    : null;
}

function toApproximate(term: Term, kind: 'float' | 'double'): Term | null {
  if (!isLiteral(term)) return null;
  const truth = booleanOf(term);
  const source = truth === null ? term : integer(truth ? 1 : 0);
  const number = isPlain(source) ? numberOf(typed(source.value, XSD + kind)) : numberOf(source);
  if (!number) return null;
  return numberLiteral(
    'digits' in number
      ? (calculate('*', number, { kind, value: 1 }) as Numeric)
      : { kind, value: kind === 'float' ? Math.fround(number.value) : number.value },
  );
}

function toDate(term: Term, datatype: string): Term | null {
  if (!isLiteral(term) || (!isPlain(term) && !isDateType(term.datatype.value))) return null;
  const written = isPlain(term) || term.datatype.value === datatype ? term.value.trim() : convertedDate(term, datatype);
  return written !== null && dateOf(written, datatype) ? typed(written, datatype) : null;
}

function convertedDate({ value, datatype }: Literal, to: string): string | null {
  const [, date, time, zone = ''] = /^(-?\d+-\d\d-\d\d)(?:T(\d\d:\d\d:[\d.]+))?(Z|[+-]\d\d:\d\d)?$/.exec(value.trim()) ?? [];
  if (!date || datatype.value === `${XSD}time`) return null;
  if (to === `${XSD}date`) return date + zone;
  if (to === `${XSD}time`) return time ? time + zone : null;
  return time ? `${date}T${time}${zone}` : `${date}T00:00:00${zone}`;
}
