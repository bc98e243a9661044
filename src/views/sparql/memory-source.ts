/** Quads in memory, behind the same port as the store: for tests, small datasets and answers that are asked about again. */
import type { NamedNode, Quad, Variable } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { Bindings, GraphScope, KnowledgeWriting, Solutions, Term, TriplePattern } from '../../store/index.js';
import { sameTerm, termKey } from './terms.js';

type Position = 'subject' | 'predicate' | 'object';
const POSITIONS: readonly Position[] = ['subject', 'predicate', 'object'];

interface Statement {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
  readonly graph: string;
  readonly key: string;
}

type Known = Map<string, Term>;

export class MemorySource implements KnowledgeWriting {
  /** By graph, then by what the statement says. */
  readonly #graphs = new Map<string, Map<string, Statement>>();
  readonly #by: Readonly<Record<Position, Map<string, Set<Statement>>>> = { subject: new Map(), predicate: new Map(), object: new Map() };

  constructor(quads: Iterable<Quad> = []) {
    this.add(quads);
  }

  solve(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings = {}): Solutions {
    const start: Known = new Map(Object.entries(given));
    const variables = variablesOf(patterns, scope).filter((name) => !start.has(name));
    return { variables, rows: this.#rows(patterns, scope, start, variables) };
  }

  count(patterns: readonly TriplePattern[], scope: GraphScope): number | null {
    let count = 0;
    for (const _ of this.solve(patterns, scope).rows) count++;
    return count;
  }

  estimate(pattern: TriplePattern): number {
    return this.#candidates(pattern, new Map())?.size ?? this.#size();
  }

  *graphs(): Iterable<string> {
    for (const [name, statements] of this.#graphs) if (name !== '' && statements.size > 0) yield name;
  }

  add(quads: Iterable<Quad>): number {
    let added = 0;
    for (const quad of quads) if (this.#insert(quad, quad.graph.value)) added++;
    return added;
  }

  remove(quads: Iterable<Quad>): number {
    let removed = 0;
    for (const quad of quads) {
      const statement = this.#graphs.get(quad.graph.value)?.get(keyOf(quad));
      if (!statement) continue;
      this.#delete(statement);
      removed++;
    }
    return removed;
  }

  replaceGraph(graph: string, quads: Iterable<Quad>): number {
    const all = [...quads];
    this.removeGraph(graph);
    for (const quad of all) this.#insert(quad, graph);
    return this.#graphs.get(graph)?.size ?? 0;
  }

  removeGraph(graph: string): void {
    for (const statement of this.#graphs.get(graph)?.values() ?? []) this.#delete(statement);
    this.#graphs.delete(graph);
  }

  /** All there is. */
  *quads(): Iterable<Quad> {
    for (const [graph, statements] of this.#graphs)
      for (const { subject, predicate, object } of statements.values())
        yield DataFactory.quad(
          subject as NamedNode,
          predicate as NamedNode,
          object,
          graph === '' ? DataFactory.defaultGraph() : DataFactory.namedNode(graph),
        ) as unknown as Quad;
  }

  *#rows(
    patterns: readonly TriplePattern[],
    scope: GraphScope,
    start: Known,
    variables: readonly string[],
  ): Iterable<(Term | undefined)[]> {
    const graphs = scope.kind === 'each' ? this.#eachGraph(scope, start) : [this.#isIn(scope)];
    for (const isIn of graphs) {
      const known = typeof isIn === 'string' ? withName(start, scope, isIn) : start;
      const within = typeof isIn === 'string' ? (graph: string) => graph === isIn : isIn;
      if (known) for (const found of this.#match(patterns, within, known)) yield variables.map((name) => found.get(name));
    }
  }

  #eachGraph(scope: GraphScope & { kind: 'each' }, start: Known): Iterable<string> {
    const given = start.get(scope.variable);
    const graphs = scope.graphs ?? [...this.graphs()];
    return given ? graphs.filter((graph) => given.termType === 'NamedNode' && given.value === graph) : graphs;
  }

  #isIn(scope: GraphScope): (graph: string) => boolean {
    if (scope.kind === 'unnamed') return (graph) => graph === '';
    const { graphs } = scope;
    return graphs === null ? () => true : (graph) => graphs.includes(graph);
  }

  /** The pattern with the fewest candidates comes next. */
  *#match(patterns: readonly TriplePattern[], isIn: (graph: string) => boolean, known: Known): Iterable<Known> {
    if (patterns.length === 0) return yield known;
    const counts = patterns.map((pattern) => this.#candidates(pattern, known)?.size ?? Number.POSITIVE_INFINITY);
    const next = counts.indexOf(Math.min(...counts));
    const rest = patterns.toSpliced(next, 1);
    for (const found of this.#matchOne(patterns[next] as TriplePattern, isIn, known)) yield* this.#match(rest, isIn, found);
  }

  *#matchOne(pattern: TriplePattern, isIn: (graph: string) => boolean, known: Known): Iterable<Known> {
    const seen = new Set<string>();
    for (const statement of this.#candidates(pattern, known) ?? this.#all()) {
      if (!isIn(statement.graph) || seen.has(statement.key)) continue;
      seen.add(statement.key);
      const found = bound(pattern, statement, known);
      if (found) yield found;
    }
  }

  /** The smallest set that a term of the pattern leads to; null when it has variables only. */
  #candidates(pattern: TriplePattern, known: Known): ReadonlySet<Statement> | null {
    let smallest: ReadonlySet<Statement> | null = null;
    for (const position of POSITIONS) {
      const term = valueOf(pattern[position], known);
      if (!term) continue;
      const set = this.#by[position].get(termKey(term)) ?? NOTHING;
      if (!smallest || set.size < smallest.size) smallest = set;
    }
    return smallest;
  }

  *#all(): Iterable<Statement> {
    for (const statements of this.#graphs.values()) yield* statements.values();
  }

  #size(): number {
    let size = 0;
    for (const statements of this.#graphs.values()) size += statements.size;
    return size;
  }

  #insert({ subject, predicate, object }: Quad, graph: string): boolean {
    const key = keyOf({ subject, predicate, object });
    const statements = this.#graphs.get(graph) ?? new Map<string, Statement>();
    if (statements.has(key)) return false;
    const statement = { subject: subject as Term, predicate: predicate as Term, object: object as Term, graph, key };
    this.#graphs.set(graph, statements.set(key, statement));
    for (const position of POSITIONS) {
      const index = this.#by[position];
      const at = termKey(statement[position]);
      index.set(at, (index.get(at) ?? new Set()).add(statement));
    }
    return true;
  }

  #delete(statement: Statement): void {
    this.#graphs.get(statement.graph)?.delete(statement.key);
    for (const position of POSITIONS) this.#by[position].get(termKey(statement[position]))?.delete(statement);
  }
}

const NOTHING: ReadonlySet<Statement> = new Set();

const keyOf = ({ subject, predicate, object }: Pick<Quad, Position>): string =>
  [subject, predicate, object].map((term) => termKey(term as Term)).join('\n');

function variablesOf(patterns: readonly TriplePattern[], scope: GraphScope): string[] {
  const names = patterns.flatMap(({ subject, predicate, object }) =>
    [subject, predicate, object].flatMap((term) => (term.termType === 'Variable' ? [term.value] : [])),
  );
  return [...new Set(scope.kind === 'each' ? [...names, scope.variable] : names)];
}

const valueOf = (term: Term | Variable, known: Known): Term | undefined => (term.termType === 'Variable' ? known.get(term.value) : term);

function bound(pattern: TriplePattern, statement: Statement, known: Known): Known | null {
  let found = known;
  for (const position of POSITIONS) {
    const [wanted, term] = [pattern[position], statement[position]];
    const value = valueOf(wanted, found);
    if (value && !sameTerm(value, term)) return null;
    if (!value) found = new Map(found).set(wanted.value, term);
  }
  return found;
}

function withName(known: Known, scope: GraphScope, graph: string): Known | null {
  return scope.kind === 'each' ? new Map(known).set(scope.variable, DataFactory.namedNode(graph)) : known;
}
