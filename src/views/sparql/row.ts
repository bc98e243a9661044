/**
 * Rows of a query while it is evaluated: arrays with a place for each variable of the whole query, so that joining two
 * rows is a walk over places and no look-up by name.
 */
import type { Term as RdfTerm } from '@rdfjs/types';
import type { Term } from '../../store/index.js';
import { sameTerm, termKey } from './terms.js';

export type Row = readonly (Term | undefined)[];

/** Which place a variable has. Blank nodes of patterns are variables that nobody can name. */
export class Places {
  readonly names: string[] = [];
  readonly #places = new Map<string, number>();

  of(name: string): number {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.names.push(name) - 1;
      this.#places.set(name, place);
    }
    return place;
  }

  /** Null when the term is no variable. */
  ofTerm(term: RdfTerm): number | null {
    if (term.termType === 'Variable') return this.of(term.value);
    return term.termType === 'BlankNode' ? this.of(`_:${term.value}`) : null;
  }

  name(place: number): string {
    return this.names[place] as string;
  }
}

export const EMPTY: Row = [];

/** Both together, or null when they differ in a variable both have. */
export function merged(left: Row, right: Row): Row | null {
  if (left.length === 0) return right;
  const row = left.length >= right.length ? left.slice() : [...left, ...Array<undefined>(right.length - left.length)];
  for (let place = 0; place < right.length; place++) {
    const term = right[place];
    if (term === undefined) continue;
    const known = row[place];
    if (known !== undefined && !sameTerm(known, term)) return null;
    row[place] = term;
  }
  return row;
}

/** Agree wherever both are bound. */
export function compatible(left: Row, right: Row): boolean {
  const length = Math.min(left.length, right.length);
  for (let place = 0; place < length; place++) {
    const [a, b] = [left[place], right[place]];
    if (a !== undefined && b !== undefined && !sameTerm(a, b)) return false;
  }
  return true;
}

export function withTerm(row: Row, place: number, term: Term): Row {
  const extended = row.slice();
  while (extended.length < place) extended.push(undefined);
  extended[place] = term;
  return extended;
}

/** The row with these places only. */
export function restricted(row: Row, places: Iterable<number>): Row {
  const kept: (Term | undefined)[] = [];
  for (const place of places) {
    const term = row[place];
    if (term === undefined) continue;
    while (kept.length < place) kept.push(undefined);
    kept[place] = term;
  }
  return kept;
}

/** Equal for rows that agree in these places. */
export function rowKey(row: Row, places: readonly number[]): string {
  let key = '';
  for (const place of places) {
    const term = row[place];
    const part = term === undefined ? '' : termKey(term);
    key += `${part.length}:${part}`;
  }
  return key;
}

export const boundPlaces = (row: Row): ReadonlySet<number> => new Set([...row.keys()].filter((place) => row[place] !== undefined));
