/**
 * Property paths, by sets of nodes: a closure visits each node once, so `(a*)*` on a graph of circles ends.
 * Alternatives and sequences give a pair as often as there are ways to it; closures give it once.
 */
import type { NamedNode } from '@rdfjs/types';
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import { DataFactory } from 'n3';
import type { GraphScope, Term } from '../../../store/index.js';
import { isNowhere } from '../dataset.js';
import { bytesOf, Holding } from '../holding.js';
import { sameTerm, termKey } from '../terms.js';
import type { Running } from './plan.js';

export type Path =
  | { readonly kind: 'link'; readonly iri: NamedNode }
  | { readonly kind: 'not'; readonly iris: ReadonlySet<string> }
  | { readonly kind: 'inverse'; readonly path: Path }
  | { readonly kind: 'either'; readonly paths: readonly Path[] }
  | { readonly kind: 'sequence'; readonly paths: readonly Path[] }
  /** `zero`: a node reaches itself; `further`: more than one step is allowed. */
  | { readonly kind: 'closure'; readonly path: Path; readonly zero: boolean; readonly further: boolean };

export function pathOf(symbol: Algebra.PropertyPathSymbol): Path {
  switch (symbol.type) {
    case 'link':
      return { kind: 'link', iri: symbol.iri };
    case 'nps':
      return { kind: 'not', iris: new Set(symbol.iris.map(({ value }) => value)) };
    case 'inv':
      return { kind: 'inverse', path: pathOf(symbol.path) };
    case 'alt':
      return { kind: 'either', paths: symbol.input.map(pathOf) };
    case 'seq':
      return { kind: 'sequence', paths: symbol.input.map(pathOf) };
    case 'OneOrMorePath':
      return closure(pathOf(symbol.path), false, true);
    case 'ZeroOrMorePath':
      return closure(pathOf(symbol.path), true, true);
    default:
      return closure(pathOf(symbol.path), true, false);
  }
}

/** A closure of a closure is a closure: (a*)* is a*, (a?)+ is a*. */
function closure(path: Path, zero: boolean, further: boolean): Path {
  if (path.kind !== 'closure') return { kind: 'closure', path, zero, further };
  return { kind: 'closure', path: path.path, zero: zero || path.zero, further: further || path.further };
}

/** Walks paths in one graph. */
export class Walker {
  readonly #running: Running;
  readonly #scope: GraphScope;

  constructor(running: Running, scope: GraphScope) {
    this.#running = running;
    this.#scope = scope;
  }

  /** Pairs of ends; one that is known is a condition. */
  *pairs(path: Path, from: Term | undefined, to: Term | undefined): Iterable<readonly [Term, Term]> {
    if (from && to) {
      for (const end of this.ends(path, from, true)) if (sameTerm(end, to)) yield [from, to];
    } else if (from) for (const end of this.ends(path, from, true)) yield [from, end];
    else if (to) for (const start of this.ends(path, to, false)) yield [start, to];
    else yield* this.#allPairs(path);
  }

  /** Where the path leads from a node; backwards, where it comes from. */
  *ends(path: Path, node: Term, forward: boolean): Iterable<Term> {
    switch (path.kind) {
      case 'link':
        return yield* this.#links(node, path.iri, forward);
      case 'not':
        return yield* this.#otherLinks(node, path.iris, forward);
      case 'inverse':
        return yield* this.ends(path.path, node, !forward);
      case 'either':
        for (const each of path.paths) yield* this.ends(each, node, forward);
        return;
      case 'sequence':
        return yield* this.#along(forward ? path.paths : path.paths.toReversed(), node, forward);
      case 'closure':
        return yield* path.further ? this.#reachable(path.path, node, path.zero, forward) : this.#atMostOne(path.path, node, forward);
    }
  }

  *#along(paths: readonly Path[], node: Term, forward: boolean): Iterable<Term> {
    const [first, ...rest] = paths;
    if (!first) return yield node;
    for (const next of this.ends(first, node, forward)) yield* this.#along(rest, next, forward);
  }

  *#atMostOne(path: Path, node: Term, forward: boolean): Iterable<Term> {
    const seen = new Set([termKey(node)]);
    yield node;
    for (const next of this.ends(path, node, forward)) if (isNew(seen, next)) yield next;
  }

  *#reachable(path: Path, start: Term, zero: boolean, forward: boolean): Iterable<Term> {
    const held = new Holding(this.#running.budget);
    const seen = new Set<string>();
    const waiting = [start];
    if (zero) {
      seen.add(termKey(start));
      yield start;
    }
    try {
      for (let node = waiting.pop(); node; node = waiting.pop())
        for (const next of this.ends(path, node, forward)) {
          if (!isNew(seen, next)) continue;
          held.term(next);
          held.key(termKey(next));
          waiting.push(next);
          yield next;
        }
    } finally {
      held.release();
    }
  }

  *#allPairs(path: Path): Iterable<readonly [Term, Term]> {
    switch (path.kind) {
      case 'link':
        return yield* this.#statements(path.iri);
      case 'inverse':
        for (const [from, to] of this.#allPairs(path.path)) yield [to, from];
        return;
      case 'either':
        for (const each of path.paths) yield* this.#allPairs(each);
        return;
      case 'sequence':
        return yield* this.#pairsAlong(path.paths);
      case 'not':
        return yield* this.#otherStatements(path.iris);
      case 'closure':
        return yield* this.#pairsOfClosure(path);
    }
  }

  *#pairsAlong([first, ...rest]: readonly Path[]): Iterable<readonly [Term, Term]> {
    if (!first) return;
    for (const [from, middle] of this.#allPairs(first)) for (const to of this.#along(rest, middle, true)) yield [from, to];
  }

  *#pairsOfClosure(path: Path & { kind: 'closure' }): Iterable<readonly [Term, Term]> {
    for (const start of path.zero ? this.#nodes() : this.#starts(path.path))
      for (const end of this.ends(path, start, true)) yield [start, end];
  }

  *#starts(path: Path): Iterable<Term> {
    const seen = new Set<string>();
    for (const [from] of this.#allPairs(path)) if (this.#isNewHeld(seen, from)) yield from;
  }

  /** Everything that is the subject or object of something. */
  *#nodes(): Iterable<Term> {
    const seen = new Set<string>();
    for (const [subject, , object] of this.#solve(S, P, O))
      for (const node of [subject, object]) if (node && this.#isNewHeld(seen, node)) yield node;
  }

  #isNewHeld(seen: Set<string>, node: Term): boolean {
    if (!isNew(seen, node)) return false;
    this.#running.budget.hold(bytesOf(node));
    return true;
  }

  *#statements(iri: NamedNode): Iterable<readonly [Term, Term]> {
    for (const [subject, , object] of this.#solve(S, iri, O)) yield [subject as Term, object as Term];
  }

  *#otherStatements(iris: ReadonlySet<string>): Iterable<readonly [Term, Term]> {
    for (const [subject, predicate, object] of this.#solve(S, P, O))
      if (!iris.has((predicate as Term).value)) yield [subject as Term, object as Term];
  }

  *#links(node: Term, iri: NamedNode, forward: boolean): Iterable<Term> {
    for (const [subject, , object] of forward ? this.#solve(node, iri, O) : this.#solve(S, iri, node))
      yield (forward ? object : subject) as Term;
  }

  *#otherLinks(node: Term, iris: ReadonlySet<string>, forward: boolean): Iterable<Term> {
    for (const [subject, predicate, object] of forward ? this.#solve(node, P, O) : this.#solve(S, P, node))
      if (!iris.has((predicate as Term).value)) yield (forward ? object : subject) as Term;
  }

  /** Subject, predicate and object of each statement that fits; undefined where it was said. */
  *#solve(subject: Term | typeof S, predicate: NamedNode | typeof P, object: Term | typeof O): Iterable<readonly (Term | undefined)[]> {
    if (subject.termType === 'Literal' || isNowhere(this.#scope)) return;
    const { variables, rows } = this.#running.source.solve([{ subject, predicate, object }], this.#scope);
    const at = [S, P, O].map(({ value }) => variables.indexOf(value));
    for (const row of rows) {
      this.#running.budget.step();
      yield at.map((index) => (index < 0 ? undefined : row[index]));
    }
  }
}

const S = DataFactory.variable('s');
const P = DataFactory.variable('p');
const O = DataFactory.variable('o');

function isNew(seen: Set<string>, node: Term): boolean {
  const key = termKey(node);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
