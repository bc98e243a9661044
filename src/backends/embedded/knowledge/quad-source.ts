/** Questions to knowledge.db. How a basic graph pattern is joined is decided once for each shape of it. */
import { RecentMap } from '../../../model/index.js';
import type { Bindings, GraphScope, QuadSource, Solutions, Term, TriplePattern } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { type Compiled, compile } from './compile.js';
import { Dictionary, UNKNOWN } from './dictionary.js';
import { joinOrder, sizeOf } from './join-order.js';
import { openToAsk } from './knowledge-file.js';
import { resolvePattern, resolveScope } from './resolved.js';
import { Statements } from './statements.js';
import { Statistics } from './statistics.js';
import { textOf } from './terms.js';

export interface KnowledgeReading extends QuadSource {
  close(): void;
}

/** What there is at this moment; opened for each question. */
export function openQuadSource(file: string): KnowledgeReading {
  const db = openToAsk(file);
  const source = new SqliteQuadSource(db);
  return Object.assign(source, { close: () => void db.close() });
}

/** SQLite joins 64 tables at most. */
const MOST_JOINED = 60;
const KEPT_PLANS = 500;
const NONE: Bindings = {};

export class SqliteQuadSource implements QuadSource {
  readonly dictionary: Dictionary;
  readonly statistics: Statistics;
  readonly #statements: Statements;
  readonly #plans = new RecentMap<string, Compiled | 'nothing'>(KEPT_PLANS);

  constructor(db: Sqlite) {
    db.function('pause', { deterministic: false }, (_row: unknown) => 1);
    this.#statements = new Statements(db);
    this.dictionary = new Dictionary(db);
    this.statistics = new Statistics(db, this.#statements);
  }

  solve(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings = NONE): Solutions {
    if (patterns.length === 0) return this.#solveNothing(scope, given);
    if (patterns.length > MOST_JOINED) return this.#solveInParts(patterns, scope, given);
    const plan = this.#planFor(patterns, scope, given);
    const values = plan === 'nothing' ? null : this.#valuesOf(plan, given);
    if (plan === 'nothing' || values === null) return { variables: wanted(patterns, scope, given), rows: [] };
    return { variables: plan.variables, rows: again(() => this.#rows(plan, values)) };
  }

  count(patterns: readonly TriplePattern[], scope: GraphScope): number | null {
    if (patterns.length === 0 || patterns.length > MOST_JOINED) return null;
    const plan = this.#planFor(patterns, scope, NONE);
    return plan === 'nothing' ? 0 : this.#statements.number(plan.count, this.#valuesOf(plan, NONE) ?? []);
  }

  estimate(pattern: TriplePattern, scope: GraphScope): number {
    const resolved = resolvePattern(this.dictionary, pattern, NONE);
    const where = resolveScope(this.dictionary, scope, NONE);
    if (!resolved || !where) return 0;
    const size = sizeOf(resolved, this.statistics);
    return where.one && 'id' in where.one ? Math.min(size, this.statistics.ofGraph(where.one.id)) : size;
  }

  *graphs(): Generator<string> {
    for (const [g] of this.#statements.iterate('SELECT g FROM graph WHERE g <> 0 AND quads > 0', []))
      yield this.dictionary.term(g as number).value;
  }

  /** To be called when statements have changed, by whomever. */
  forgetPlans(): void {
    this.#plans.clear();
  }

  *#rows({ rows, variables }: Compiled, values: readonly unknown[]): Generator<Term[]> {
    for (const ids of this.#statements.iterate(rows, values)) yield variables.map((_, index) => this.dictionary.term(ids[index] as number));
  }

  #planFor(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings): Compiled | 'nothing' {
    if (scope.kind === 'each' && scope.variable in given && !resolveScope(this.dictionary, scope, given)) return 'nothing';
    const key = shapeOf(patterns, scope, given);
    const known = this.#plans.get(key);
    if (known) return known;
    const plan = this.#plan(patterns, scope, given);
    this.#plans.set(key, plan);
    return plan;
  }

  #plan(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings): Compiled | 'nothing' {
    const where = resolveScope(this.dictionary, scope, given);
    const resolved = patterns.flatMap((pattern) => resolvePattern(this.dictionary, pattern, given) ?? []);
    if (!where || resolved.length < patterns.length) return 'nothing';
    return compile(joinOrder(resolved, where, this.statistics), where, this.statistics);
  }

  /** Null when a given term is in no statement. */
  #valuesOf({ slots }: Compiled, given: Bindings): (number | string)[] | null {
    const values = slots.map((slot) => ('value' in slot ? slot.value : this.dictionary.find(textOf(given[slot.given] as Term))));
    return slots.some((slot, index) => 'given' in slot && values[index] === UNKNOWN) ? null : values;
  }

  /** No pattern at all is true once, or once in each graph. */
  #solveNothing(scope: GraphScope, given: Bindings): Solutions {
    if (scope.kind !== 'each') return { variables: [], rows: [[]] };
    const { variable } = scope;
    const names = again(() => this.#graphsIn(scope.graphs));
    if (!(variable in given)) return { variables: [variable], rows: names };
    const isThere = [...names].some(([name]) => name?.equals(given[variable]));
    return { variables: [], rows: isThere ? [[]] : [] };
  }

  *#graphsIn(graphs: readonly string[] | null): Generator<Term[]> {
    const asked = graphs && new Set(graphs);
    for (const name of this.graphs()) if (asked?.has(name) ?? true) yield [this.dictionary.term(this.dictionary.find(`<${name}`))];
  }

  #solveInParts(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings): Solutions {
    const first = this.solve(patterns.slice(0, MOST_JOINED), scope, given);
    const variables = wanted(patterns, scope, given);
    const rest = (row: readonly (Term | undefined)[]): Bindings => ({ ...given, ...bindingsOf(first.variables, row) });
    const solveRest = (bindings: Bindings): Solutions => this.solve(patterns.slice(MOST_JOINED), scope, bindings);
    return {
      variables,
      rows: again(function* () {
        for (const row of first.rows) {
          const bindings = rest(row);
          const { variables: names, rows } = solveRest(bindings);
          for (const more of rows) {
            const all = { ...bindings, ...bindingsOf(names, more) };
            yield variables.map((name) => all[name]);
          }
        }
      }),
    };
  }
}

/** Can be gone through more than once. */
const again = <Row>(rows: () => Iterator<Row>): Iterable<Row> => ({ [Symbol.iterator]: rows });

const bindingsOf = (variables: readonly string[], row: readonly (Term | undefined)[]): Bindings =>
  Object.fromEntries(variables.flatMap((name, index) => (row[index] ? [[name, row[index]]] : [])));

function wanted(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings): string[] {
  const named = patterns.flatMap(({ subject, predicate, object }) =>
    [subject, predicate, object].flatMap((term) => (term.termType === 'Variable' ? [term.value] : [])),
  );
  return [...new Set([...(scope.kind === 'each' ? [scope.variable] : []), ...named])].filter((name) => !(name in given));
}

/** Questions of one shape are answered by the same plan, whatever is given with them. */
function shapeOf(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings): string {
  const place = (term: TriplePattern['subject']): string =>
    term.termType === 'Variable' ? `${term.value in given ? '!' : '?'}${term.value}` : textOf(term);
  const graph = scope.kind === 'each' && scope.variable in given ? '!' : '?';
  return JSON.stringify([
    scope,
    graph,
    ...patterns.flatMap(({ subject, predicate, object }) => [place(subject), place(predicate), place(object)]),
  ]);
}
