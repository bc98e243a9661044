/**
 * A view of a store in which nodes that mean the same are one.
 *
 * Nothing is written: a node in a question stands for all that mean the same, and answers name the one that stands for
 * them. Patterns are joined here, one after the other, since the store below would take two names for two things. Which
 * graph a statement is in stays as it is, so GRAPH tells where each came from.
 */
import type { Variable } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { Bindings, GraphScope, QuadSource, Solutions, Term, TriplePattern } from '../../../store/index.js';
import { findSame, type SmushOptions } from './find-same.js';
import { keyOf, type SameNodes } from './same-nodes.js';

export function smushed(source: QuadSource, options?: SmushOptions): QuadSource {
  const same = findSame(source, options);
  return same.isEmpty ? source : new SmushedSource(source, same);
}

type Place = 'subject' | 'predicate' | 'object';
const PLACES: readonly Place[] = ['subject', 'predicate', 'object'];

class SmushedSource implements QuadSource {
  readonly #source: QuadSource;
  readonly #same: SameNodes;

  constructor(source: QuadSource, same: SameNodes) {
    this.#source = source;
    this.#same = same;
  }

  solve(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings = {}): Solutions {
    const variables = variablesOf(patterns, scope).filter((name) => !(name in given));
    const join = () => this.#join(this.#inOrder(patterns, scope, given), scope, this.#canonicalOf(given));
    return { variables, rows: { [Symbol.iterator]: () => rowsOf(join(), variables) } };
  }

  /** Statements that become one are counted one by one below. */
  count(): null {
    return null;
  }

  estimate(pattern: TriplePattern, scope: GraphScope): number {
    let sum = 0;
    for (const each of this.#expanded(pattern, {})) sum += this.#source.estimate(each, scope);
    return sum;
  }

  graphs(): Iterable<string> {
    return this.#source.graphs();
  }

  *#join([pattern, ...rest]: readonly TriplePattern[], scope: GraphScope, known: Bindings): Generator<Bindings> {
    if (!pattern) return yield* this.#withGraphs(scope, known);
    for (const found of this.#match(pattern, scope, known)) {
      if (rest.length === 0) yield found;
      else yield* this.#join(rest, scope, found);
    }
  }

  /** No pattern at all is for the store to answer. */
  *#withGraphs(scope: GraphScope, known: Bindings): Generator<Bindings> {
    const { variables, rows } = this.#source.solve([], scope, known);
    for (const row of rows) yield { ...known, ...Object.fromEntries(variables.map((name, index) => [name, row[index]])) } as Bindings;
  }

  /** Solutions of one pattern in the words of the view, each once. */
  *#match(pattern: TriplePattern, scope: GraphScope, known: Bindings): Generator<Bindings> {
    const seen = new Set<string>();
    const graph = scope.kind === 'each' ? scope.variable : null;
    const given = graph !== null && graph in known ? { [graph]: known[graph] as Term } : {};
    for (const each of this.#expanded(apart(pattern), known)) {
      const { variables, rows } = this.#source.solve([each], scope, given);
      for (const row of rows) {
        const found = this.#bound(variables, row, graph);
        const key = found && Object.values(found).map(termKey).join(' ');
        if (key === null || seen.has(key)) continue;
        seen.add(key);
        yield { ...known, ...found };
      }
    }
  }

  /** What a row binds; the graph keeps its own name. Null when a variable that stands twice would be two things. */
  #bound(variables: readonly string[], row: readonly (Term | undefined)[], graph: string | null): Bindings | null {
    const found: Record<string, Term> = {};
    for (const [index, column] of variables.entries()) {
      const term = row[index];
      if (!term) continue;
      const name = column.replace(AGAIN, '');
      const meant = name === graph ? term : this.#same.canonical(term);
      if (found[name] && termKey(found[name]) !== termKey(meant)) return null;
      found[name] = meant;
    }
    return found;
  }

  /** The pattern with what is known put in, once for each way to say it. */
  *#expanded(pattern: TriplePattern, known: Bindings): Generator<TriplePattern> {
    const choices = PLACES.map((place) => this.#choices(pattern[place], known, place));
    for (const subject of choices[0] as Choice[])
      for (const predicate of choices[1] as Choice[]) for (const object of choices[2] as Choice[]) yield { subject, predicate, object };
  }

  #choices(term: Choice, known: Bindings, place: Place): readonly Choice[] {
    const meant = term.termType === 'Variable' ? known[term.value.replace(AGAIN, '')] : term;
    if (!meant) return [term];
    return place === 'predicate' ? [meant] : this.#same.membersOf(meant);
  }

  #canonicalOf(given: Bindings): Bindings {
    return Object.fromEntries(Object.entries(given).map(([name, term]) => [name, this.#same.canonical(term)]));
  }

  /** The one with fewest matches first, then those that share a variable with what was bound before. */
  #inOrder(patterns: readonly TriplePattern[], scope: GraphScope, given: Bindings): TriplePattern[] {
    const left = patterns.map((pattern) => ({ pattern, size: this.estimate(pattern, scope) }));
    const bound = new Set(Object.keys(given));
    const ordered: TriplePattern[] = [];
    while (left.length > 0) {
      left.sort((a, b) => Number(touches(b.pattern, bound)) - Number(touches(a.pattern, bound)) || a.size - b.size);
      const { pattern } = left.shift() as (typeof left)[number];
      ordered.push(pattern);
      for (const name of namesIn(pattern)) bound.add(name);
    }
    return ordered;
  }
}

type Choice = Term | Variable;

/** No variable of a query can have a space in its name. */
const AGAIN = ' again';

/** A variable that stands twice may be two names of one thing: the store below is asked for both. */
function apart(pattern: TriplePattern): TriplePattern {
  const { subject, object } = pattern;
  if (subject.termType !== 'Variable' || object.termType !== 'Variable' || subject.value !== object.value) return pattern;
  return { ...pattern, object: DataFactory.variable(object.value + AGAIN) as Variable };
}

const termKey = (term: Term): string =>
  term.termType === 'Literal' ? JSON.stringify([term.value, term.language, term.datatype.value]) : keyOf(term);

const namesIn = (pattern: TriplePattern): string[] =>
  PLACES.flatMap((place) => (pattern[place].termType === 'Variable' ? [pattern[place].value] : []));

const touches = (pattern: TriplePattern, bound: ReadonlySet<string>): boolean => namesIn(pattern).some((name) => bound.has(name));

const variablesOf = (patterns: readonly TriplePattern[], scope: GraphScope): string[] => [
  ...new Set([...(scope.kind === 'each' ? [scope.variable] : []), ...patterns.flatMap(namesIn)]),
];

function* rowsOf(solutions: Iterable<Bindings>, variables: readonly string[]): Generator<(Term | undefined)[]> {
  for (const solution of solutions) yield variables.map((name) => solution[name]);
}
