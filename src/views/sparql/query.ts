/** A query over a source of quads: text in, rows, statements or a yes out. Rows are found while they are read. */
import type { Quad } from '@rdfjs/types';
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import type { QuadSource, Term } from '../../store/index.js';
import { Compiler } from './compile.js';
import { type Dataset, datasetOf, WHOLE } from './dataset.js';
import { Budget, DEFAULT_LIMITS, type SparqlLimits } from './limits.js';
import { type Parameters, withParameters } from './parameters.js';
import { parseSparql } from './parse.js';
import type { Running } from './plan/plan.js';
import { EMPTY, Places, type Row } from './row.js';
import { SparqlError } from './sparql-error.js';
import { constructed, described } from './statements.js';

export interface QueryOptions {
  readonly limits?: Partial<SparqlLimits>;
  /** What relative IRIs of the query are resolved against. */
  readonly base?: string | undefined;
  /** What the query sees when it does not say so itself with FROM; everything, as one graph, when left out. */
  readonly dataset?: Dataset;
  /** Prefixes that need not be declared. */
  readonly prefixes?: Readonly<Record<string, string>> | undefined;
  /** Values for variables of the query. */
  readonly parameters?: Parameters;
  /** The protocol's graphs: they outweigh FROM and FROM NAMED. */
  readonly graphs?: { readonly unnamed: readonly string[]; readonly named: readonly string[] };
}

export type ResultRow = Readonly<Record<string, Term>>;

export type QueryResult = { readonly prefixes: Readonly<Record<string, string>> } & (
  | { readonly kind: 'bindings'; readonly variables: readonly string[]; readonly rows: Iterable<ResultRow> }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'quads'; readonly quads: Iterable<Quad> }
);

/** Throws SparqlError, at once or while rows are read. */
export function query(source: QuadSource, text: string, options: QueryOptions = {}): QueryResult {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { kind, algebra, prefixes, base, isWild } = parseSparql(text, limits, options);
  if (kind === 'update')
    throw new SparqlError('not-a-query', 'This is an update, not a query. Send it as an update (winnow sparql --update).');
  const { parameters = {} } = options;
  const { operation, dataset } = withDataset(withParameters(algebra, parameters), options);
  const running: Running = { source, dataset, places: new Places(), budget: new Budget(limits), now: new Date(), base };
  return { prefixes, ...answer(running, operation, isWild, parameters) };
}

export function withDataset(algebra: Algebra.Operation, { dataset = WHOLE, graphs }: QueryOptions) {
  const isFrom = algebra.type === 'from';
  const operation = isFrom ? algebra.input : algebra;
  if (graphs && graphs.unnamed.length + graphs.named.length > 0) return { operation, dataset: datasetOf(graphs.unnamed, graphs.named) };
  if (!isFrom) return { operation, dataset };
  return {
    operation,
    dataset: datasetOf(
      algebra.default.map(({ value }) => value),
      algebra.named.map(({ value }) => value),
    ),
  };
}

type Answer = QueryResult extends infer Result ? (Result extends unknown ? Omit<Result, 'prefixes'> : never) : never;

function answer(running: Running, operation: Algebra.Operation, isWild: boolean, parameters: Parameters): Answer {
  if (operation.type === 'ask') return { kind: 'boolean', value: hasRow(running, operation.input) };
  if (operation.type === 'construct') return { kind: 'quads', quads: limited(running, constructed(running, operation), lengthOfQuad) };
  if (operation.type === 'describe') return { kind: 'quads', quads: limited(running, described(running, operation), lengthOfQuad) };
  const rows = limited(running, rowsOf(running, operation), lengthOfRow);
  // Places are given in the order in which the query names its variables.
  const { places } = running;
  const variables = isWild ? variablesOf(operation).toSorted((a, b) => places.of(a) - places.of(b)) : variablesOf(operation);
  return { kind: 'bindings', variables, rows: named(running, rows, variables, parameters) };
}

export function rowsOf(running: Running, operation: Algebra.Operation): Iterable<Row> {
  return new Compiler(running).compile(operation).run(EMPTY, { graph: null, outer: EMPTY });
}

function hasRow(running: Running, operation: Algebra.Operation): boolean {
  for (const _ of rowsOf(running, operation)) return true;
  return false;
}

/** Of the outermost projection. */
function variablesOf(operation: Algebra.Operation): readonly string[] {
  if (operation.type === 'project') return operation.variables.map(({ value }) => value);
  return 'input' in operation && !Array.isArray(operation.input) ? variablesOf(operation.input) : [];
}

function* limited<T>({ budget }: Running, items: Iterable<T>, lengthOf: (item: T) => number): Iterable<T> {
  for (const item of items) {
    budget.answer(lengthOf(item));
    yield item;
  }
}

const lengthOfRow = (row: Row): number => row.reduce((sum, term) => sum + (term?.value.length ?? 0), 0);
const lengthOfQuad = ({ subject, predicate, object }: Quad): number => subject.value.length + predicate.value.length + object.value.length;

function* named({ places }: Running, rows: Iterable<Row>, variables: readonly string[], parameters: Parameters): Iterable<ResultRow> {
  const at = variables.map((name) => [name, places.of(name)] as const);
  for (const row of rows) {
    const result = Object.create(null) as Record<string, Term>;
    for (const [name, place] of at) {
      const term = row[place] ?? (Object.hasOwn(parameters, name) ? parameters[name] : undefined);
      if (term !== undefined) result[name] = term;
    }
    yield result;
  }
}
