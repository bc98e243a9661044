/** The memory as a file: RDF/XML or Turtle, as its name says. */
import { extname } from 'node:path';
import type { Quad, Quad_Subject } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { QuadSource } from '../../../store/index.js';
import { type QuadFormat, writeQuads } from '../../sparql/index.js';
import { ScutterError } from '../read-fragment.js';
import { DC, MEMORY_GRAPH, SCUTTER, variable, WINNOW } from './vocabulary.js';

const FORMATS: Readonly<Record<string, QuadFormat>> = {
  '.rdf': 'rdfxml',
  '.xml': 'rdfxml',
  '.ttl': 'turtle',
  '.n3': 'turtle',
  '.nt': 'ntriples',
  '.jsonld': 'jsonld',
};

/** In pieces, as they are found. Throws ScutterError when the name says nothing. */
export function writeMemoryText(source: QuadSource, file: string, graph = MEMORY_GRAPH): Iterable<string> {
  const format = FORMATS[extname(file).toLowerCase()];
  if (!format) throw new ScutterError(`How is ${file} to be written? Name a file that ends in ${Object.keys(FORMATS).join(', ')}.`);
  return writeQuads(memoryQuads(source, graph), format, { scutter: SCUTTER, dc: DC, winnow: WINNOW });
}

const [S, P, O] = [variable('s'), variable('p'), variable('o')];

/** All of a graph, without its name, in the order the store has it: what is said of one node stands together. */
function* memoryQuads(source: QuadSource, graph: string): Generator<Quad> {
  const { variables, rows } = source.solve([{ subject: S, predicate: P, object: O }], { kind: 'merged', graphs: [graph] });
  const [s, p, o] = [S, P, O].map(({ value }) => variables.indexOf(value)) as [number, number, number];
  for (const row of rows) yield DataFactory.quad(row[s] as Quad_Subject as never, row[p] as never, row[o] as never) as unknown as Quad;
}
