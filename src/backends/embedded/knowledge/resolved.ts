/** Patterns and scopes with numbers in the place of constants. */
import type { Variable } from '@rdfjs/types';
import type { Bindings, GraphScope, Term, TriplePattern } from '../../../store/index.js';
import { type Dictionary, UNKNOWN } from './dictionary.js';
import { textOf } from './terms.js';

/** What stands at a place of a pattern: a constant, what the caller gives with each question, or what is looked for. */
export type Place = { readonly id: number } | { readonly given: string } | { readonly variable: string };

export interface ResolvedPattern {
  readonly s: Place;
  readonly p: Place;
  readonly o: Place;
}

export interface ResolvedScope {
  /** One graph: its number, or what the caller gives. */
  readonly one: Exclude<Place, { variable: string }> | null;
  /** Several: their numbers. Null: all there are. */
  readonly graphs: readonly number[] | null;
  /** Each graph by itself, under this name where it is looked for. */
  readonly each: string | null;
  readonly isMerged: boolean;
}

/** Null when a constant is in no statement: then there is no solution. */
export function resolvePattern(dictionary: Dictionary, pattern: TriplePattern, given: Bindings): ResolvedPattern | null {
  const [s, p, o] = [pattern.subject, pattern.predicate, pattern.object].map((term) => placeOf(dictionary, term, given));
  return s && p && o ? { s, p, o } : null;
}

function placeOf(dictionary: Dictionary, term: Term | Variable, given: Bindings): Place | null {
  if (term.termType === 'Variable') return term.value in given ? { given: term.value } : { variable: term.value };
  const id = dictionary.find(textOf(term));
  return id === UNKNOWN ? null : { id };
}

/** Null when none of the graphs is there. */
export function resolveScope(dictionary: Dictionary, scope: GraphScope, given: Bindings): ResolvedScope | null {
  if (scope.kind === 'unnamed') return { one: { id: 0 }, graphs: null, each: null, isMerged: false };
  const graphs = scope.graphs && graphNumbers(dictionary, scope.graphs);
  if (scope.kind === 'each' && scope.variable in given) return oneGiven(dictionary, scope.variable, graphs, given);
  if (graphs?.length === 0) return null;
  const [first] = graphs ?? [];
  const each = scope.kind === 'each' ? scope.variable : null;
  if (each === null && graphs?.length === 1 && first !== undefined)
    return { one: { id: first }, graphs: null, each: null, isMerged: false };
  return { one: null, graphs, each, isMerged: scope.kind === 'merged' };
}

function graphNumbers(dictionary: Dictionary, graphs: readonly string[]): number[] {
  const numbers = graphs.map((graph) => (graph === '' ? 0 : dictionary.find(`<${graph}`)));
  return [...new Set(numbers.filter((id, index) => id !== UNKNOWN || graphs[index] === ''))];
}

/** The graph is told with each question: a name that is none, or not among those asked for, has no statements. */
function oneGiven(dictionary: Dictionary, variable: string, graphs: readonly number[] | null, given: Bindings): ResolvedScope | null {
  const id = dictionary.find(textOf(given[variable] as Term));
  if (id === UNKNOWN || (graphs && !graphs.includes(id))) return null;
  return { one: { given: variable }, graphs: null, each: null, isMerged: false };
}
