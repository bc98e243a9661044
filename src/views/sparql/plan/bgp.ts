/** Basic graph patterns: the store answers them whole. */
import type { Variable } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { Bindings, GraphScope, Term, TriplePattern } from '../../../store/index.js';
import { graphScope, hasGraph, isNowhere } from '../dataset.js';
import { merged, type Row } from '../row.js';
import { sameTerm } from '../terms.js';
import type { Plan, Running, Scope } from './plan.js';

type PatternTerm = Term | Variable;

/** With the variable of `GRAPH ?g` as one more variable of the patterns, or null when the graph is known when it runs. */
export function bgpPlan(running: Running, patterns: readonly TriplePattern[], graphPlace: number | null): Plan {
  const own = new Set(patterns.flatMap(termsOf).flatMap((term) => (term.termType === 'Variable' ? [running.places.of(term.value)] : [])));
  const certain = graphPlace === null ? own : new Set([...own, graphPlace]);
  return {
    certain,
    possible: certain,
    accepts: certain,
    size: sizeOf(running, patterns),
    run: (given, scope) => {
      const known = pick(merged(given, scope.outer), certain);
      if (known === null) return [];
      if (patterns.length === 0) return [known];
      return solved(running, patterns, graphPlace, own, known, scope);
    },
  };
}

const termsOf = ({ subject, predicate, object }: TriplePattern): PatternTerm[] => [subject, predicate, object];

/** The smallest of its patterns bounds how many rows there can sensibly be. */
function sizeOf({ source, dataset }: Running, patterns: readonly TriplePattern[]): number {
  return Math.min(...patterns.map((pattern) => source.estimate(pattern, dataset.unnamed)), patterns.length ? Number.POSITIVE_INFINITY : 1);
}

function pick(row: Row | null, places: ReadonlySet<number>): Row | null {
  return row && row.map((term, place) => (places.has(place) ? term : undefined));
}

function* solved(
  running: Running,
  patterns: readonly TriplePattern[],
  graphPlace: number | null,
  own: ReadonlySet<number>,
  known: Row,
  scope: Scope,
): Iterable<Row> {
  const target = scopeOf(running, graphPlace, own, known, scope);
  if (isNowhere(target)) return;
  const { variables, rows } = running.source.solve(patterns, target, bindingsOf(running, own, known));
  const places = variables.map((name) => (name === GRAPH_NAME ? (graphPlace as number) : running.places.of(name)));
  const base = Array.from({ length: Math.max(known.length, ...places.map((place) => place + 1), 0) }, (_, place) => known[place]);
  for (const solution of rows) {
    running.budget.step();
    const row = filled(base, places, solution);
    if (row) yield row;
  }
}

/** The graph's name and a variable of the patterns may be the same one: then they have to agree. */
function filled(base: Row, places: readonly number[], solution: readonly (Term | undefined)[]): Row | null {
  const row = base.slice();
  for (const [index, place] of places.entries()) {
    const [term, before] = [solution[index], row[place]];
    if (term === undefined) continue;
    if (before !== undefined && !sameTerm(before, term)) return null;
    row[place] = term;
  }
  return row;
}

/** No variable of a query can be called this. */
const GRAPH_NAME = 'graph of it';

function scopeOf({ dataset }: Running, graphPlace: number | null, own: ReadonlySet<number>, known: Row, scope: Scope): GraphScope {
  if (graphPlace === null) return graphScope(dataset, scope.graph);
  const graph = known[graphPlace];
  if (graph === undefined) return { kind: 'each', variable: GRAPH_NAME, graphs: dataset.named };
  const isThere = graph.termType === 'NamedNode' && hasGraph(dataset, graph.value);
  return { kind: 'merged', graphs: isThere ? [graph.value] : [] };
}

function bindingsOf({ places }: Running, own: ReadonlySet<number>, known: Row): Bindings {
  const bindings = Object.create(null) as Record<string, Term>;
  for (const place of own) {
    const term = known[place];
    if (term !== undefined) bindings[places.name(place)] = term;
  }
  return bindings;
}

/** Blank nodes of a pattern are variables that nobody can name. */
export function asPatternTerm(term: PatternTerm): PatternTerm {
  return term.termType === 'BlankNode' ? (DataFactory.variable(`_:${term.value}`) as Variable) : term;
}
