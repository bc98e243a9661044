/** Statements of a store graph by graph, as they are found. */
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { GraphScope, QuadSource } from '../../../store/index.js';

const { defaultGraph, namedNode, quad, variable } = DataFactory;
const ALL = { subject: variable('s'), predicate: variable('p'), object: variable('o') };

/** The empty string is the graph without a name. */
export function* graphQuads(source: QuadSource, graph: string): Generator<Quad> {
  const scope: GraphScope = graph === '' ? { kind: 'unnamed' } : { kind: 'merged', graphs: [graph] };
  const { variables, rows } = source.solve([ALL as never], scope);
  const [s, p, o] = ['s', 'p', 'o'].map((name) => variables.indexOf(name)) as [number, number, number];
  const where = graph === '' ? defaultGraph() : namedNode(graph);
  for (const row of rows) yield quad(row[s] as never, row[p] as never, row[o] as never, where) as unknown as Quad;
}

/** All that have statements, the one without a name first, the others by name: dumps of the same store look the same. */
export const graphsOf = (source: QuadSource): string[] => ['', ...[...source.graphs()].toSorted()];
