/** The statements of one graph as a whole; the empty name is the graph without a name. */
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { QuadSource, Term } from '../../store/index.js';

const ANY = { subject: DataFactory.variable('s'), predicate: DataFactory.variable('p'), object: DataFactory.variable('o') };

const allOf = (source: QuadSource, graph: string) =>
  source.solve([ANY], graph === '' ? { kind: 'unnamed' } : { kind: 'merged', graphs: [graph] });

export function hasStatements(source: QuadSource, graph: string): boolean {
  for (const _ of allOf(source, graph).rows) return true;
  return false;
}

export function countOf(source: QuadSource, graph: string): number {
  let count = 0;
  for (const _ of allOf(source, graph).rows) count++;
  return count;
}

/** As statements of another graph. */
export function* statementsOf(source: QuadSource, from: string, to: string): Iterable<Quad> {
  const graph = to === '' ? DataFactory.defaultGraph() : DataFactory.namedNode(to);
  const { variables, rows } = allOf(source, from);
  const at = ['s', 'p', 'o'].map((name) => variables.indexOf(name)) as [number, number, number];
  for (const row of rows) {
    const [subject, predicate, object] = at.map((index) => row[index] as Term) as [Term, Term, Term];
    yield DataFactory.quad(subject as never, predicate as never, object as never, graph) as unknown as Quad;
  }
}
