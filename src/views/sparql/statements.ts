/** Statements out of rows: templates of CONSTRUCT and of updates, and what DESCRIBE tells about a resource. */
import type { BlankNode, Quad, Term as RdfTerm } from '@rdfjs/types';
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import { DataFactory } from 'n3';
import type { Term } from '../../store/index.js';
import { Compiler } from './compile.js';
import { graphScope, isNowhere } from './dataset.js';
import { bytesOf, Holding } from './holding.js';
import type { Running } from './plan/plan.js';
import { EMPTY, type Row } from './row.js';
import { freshBlank, termKey } from './terms.js';

const rowsOf = (running: Running, operation: Algebra.Operation): Iterable<Row> =>
  new Compiler(running).compile(operation).run(EMPTY, { graph: null, outer: EMPTY });

/** Each statement once. */
export function* constructed(running: Running, { template, input }: Algebra.Construct): Iterable<Quad> {
  const held = new Holding(running.budget);
  const seen = new Set<string>();
  for (const row of rowsOf(running, input))
    for (const quad of filledIn(running, template, row)) {
      const key = quadKey(quad);
      if (seen.has(key)) continue;
      held.key(key);
      seen.add(key);
      yield quad;
    }
}

export const quadKey = ({ subject, predicate, object, graph }: Quad): string =>
  [subject, predicate, object, graph].map((term) => (term.termType === 'DefaultGraph' ? '' : termKey(term as Term))).join(' \u0000');

/** Statements of a template; those with a variable that is not bound, or with a term in a place it cannot have, are left out. */
export function* filledIn({ places }: Running, template: readonly Algebra.Pattern[], row: Row): Iterable<Quad> {
  const blanks = new Map<string, BlankNode>();
  const value = (term: RdfTerm): RdfTerm | undefined => {
    if (term.termType === 'Variable') return row[places.of(term.value)];
    if (term.termType !== 'BlankNode') return term;
    const node = blanks.get(term.value) ?? freshBlank();
    blanks.set(term.value, node);
    return node;
  };
  for (const { subject, predicate, object, graph } of template) {
    const quad = validQuad(value(subject), value(predicate), value(object), value(graph));
    if (quad) yield quad;
  }
}

function validQuad(subject?: RdfTerm, predicate?: RdfTerm, object?: RdfTerm, graph?: RdfTerm): Quad | null {
  if (!subject || !predicate || !object || !graph) return null;
  if (subject.termType === 'Literal' || predicate.termType !== 'NamedNode') return null;
  if (graph.termType !== 'DefaultGraph' && graph.termType !== 'NamedNode') return null;
  return DataFactory.quad(subject as never, predicate as never, object as never, graph as never) as unknown as Quad;
}

/** What is said about each resource, and about the nodes without name that belong to it. */
export function* described(running: Running, { terms, input }: Algebra.Describe): Iterable<Quad> {
  const seen = new Set<string>();
  for (const resource of resourcesOf(running, terms, input)) yield* description(running, resource, seen);
}

function* resourcesOf(running: Running, terms: readonly RdfTerm[], input: Algebra.Operation): Iterable<Term> {
  for (const term of terms) if (term.termType === 'NamedNode') yield term;
  const places = terms.flatMap((term) => (term.termType === 'Variable' ? [running.places.of(term.value)] : []));
  if (places.length === 0) return;
  for (const row of rowsOf(running, input))
    for (const place of places) {
      const term = row[place];
      if (term && term.termType !== 'Literal') yield term;
    }
}

function* description(running: Running, resource: Term, seen: Set<string>): Iterable<Quad> {
  const waiting = [resource];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(termKey(node))) continue;
    running.budget.hold(bytesOf(node));
    seen.add(termKey(node));
    for (const [predicate, object] of statementsAbout(running, node)) {
      const quad = validQuad(node, predicate, object, DataFactory.defaultGraph() as RdfTerm);
      if (quad) yield quad;
      if (object.termType === 'BlankNode' && !seen.has(termKey(object))) waiting.push(object);
    }
  }
}

function* statementsAbout({ source, dataset, budget }: Running, subject: Term): Iterable<readonly [Term, Term]> {
  const scope = graphScope(dataset, null);
  if (isNowhere(scope)) return;
  const { variables, rows } = source.solve([{ subject, predicate: P, object: O }], scope);
  const [predicate, object] = [P, O].map(({ value }) => variables.indexOf(value)) as [number, number];
  for (const row of rows) {
    budget.step();
    yield [row[predicate] as Term, row[object] as Term];
  }
}

const P = DataFactory.variable('p');
const O = DataFactory.variable('o');
