/**
 * A dump of everything a store holds: complete, a file for each source if wanted, and a description with counts.
 *
 * Each file appears whole or not at all, the description last: where it is, everything it names is there. Blank nodes
 * have the same labels in all files, so the files of the sources together say what the complete one says.
 */
import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import type { QuadSource } from '../../../store/index.js';
import { writeQuads } from '../../sparql/index.js';
import { writeOut } from '../output.js';
import { describeDataset } from './describe-dataset.js';
import { graphQuads, graphsOf } from './graph-quads.js';

export const DUMP_FORMATS = ['nquads', 'trig'] as const;
export type DumpFormat = (typeof DUMP_FORMATS)[number];
const ENDS: Readonly<Record<DumpFormat, string>> = { nquads: 'nq', trig: 'trig' };

export interface DatasetOptions {
  readonly formats: readonly DumpFormat[];
  readonly perSource: boolean;
  readonly title: string;
  readonly now: number;
  readonly onProgress?: (quads: number) => void;
}

/** A graph of the dump. The empty string is the one without a name. */
export interface DumpedGraph {
  readonly graph: string;
  readonly quads: number;
  /** Files of its own, relative to the dump. */
  readonly files: readonly string[];
}

export interface DatasetReport {
  readonly quads: number;
  readonly sources: number;
  readonly files: readonly { readonly file: string; readonly format: DumpFormat; readonly bytes: number }[];
  readonly description: string;
}

const DESCRIPTION = 'void.ttl';

export async function writeDataset(source: QuadSource, folder: string, options: DatasetOptions): Promise<DatasetReport> {
  await mkdir(folder, { recursive: true });
  const graphs = graphsOf(source);
  const counts = new Map<string, number>();
  const files = [];
  for (const format of options.formats) {
    const file = `dataset.${ENDS[format]}`;
    await writeOut(inTurn(writeQuads(counted(source, graphs, counts, options), format)), join(folder, file));
    files.push({ file, format, bytes: (await stat(join(folder, file))).size });
  }
  const dumped = await eachGraph(source, folder, counts, options);
  const quads = dumped.reduce((sum, graph) => sum + graph.quads, 0);
  const { title, now } = options;
  await writeOut(inTurn(describeDataset({ title, now, quads, files, graphs: dumped })), join(folder, DESCRIPTION));
  return { quads, sources: dumped.filter(({ graph }) => graph !== '').length, files, description: DESCRIPTION };
}

function* counted(
  source: QuadSource,
  graphs: readonly string[],
  counts: Map<string, number>,
  { onProgress }: DatasetOptions,
): Generator<Quad> {
  let all = 0;
  for (const graph of graphs) {
    let count = 0;
    for (const quad of graphQuads(source, graph)) {
      yield quad;
      count++;
      if (++all % 10_000 === 0) onProgress?.(all);
    }
    counts.set(graph, count);
  }
}

async function eachGraph(
  source: QuadSource,
  folder: string,
  counts: ReadonlyMap<string, number>,
  { formats, perSource }: DatasetOptions,
): Promise<DumpedGraph[]> {
  const dumped: DumpedGraph[] = [];
  for (const [graph, quads] of counts) {
    if (quads === 0) continue;
    const files = perSource ? await graphFiles(source, folder, graph, formats) : [];
    dumped.push({ graph, quads, files });
  }
  return dumped;
}

async function graphFiles(source: QuadSource, folder: string, graph: string, formats: readonly DumpFormat[]): Promise<string[]> {
  const files = formats.map((format) => ({ format, file: `${placeOf(graph)}.${ENDS[format]}` }));
  for (const { format, file } of files) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeOut(inTurn(writeQuads(graphQuads(source, graph), format)), join(folder, file));
  }
  return files.map(({ file }) => file);
}

/** Made of the name, so it stays from dump to dump; in folders, since a folder of a million files is of no use to anybody. */
function placeOf(graph: string): string {
  const hash = createHash('sha256').update(graph).digest('hex');
  return `sources/${hash.slice(0, 2)}/${hash.slice(2, 18)}`;
}

async function* inTurn(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces;
}
