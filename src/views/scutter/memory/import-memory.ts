/**
 * Memories of the original, and of others who wrote like it: kept beside the workspace as N-Quads, a graph each, and
 * loaded from there, since the store of statements may be made anew at any time.
 *
 * They are brought into the form our own memory has: dates as xsd:dateTime, the latest fetch among the fetches.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { writeWhole } from '../../../platform/index.js';
import type { KnowledgeFeed } from '../../../store/index.js';
import { writeQuads } from '../../sparql/index.js';
import { readFragment, ScutterError } from '../read-fragment.js';
import { normalised } from './normalise.js';
import { A, FETCH, IMPORTED_GRAPHS, REPRESENTATION, SKIP, SOURCE } from './vocabulary.js';

export interface ImportedMemory {
  readonly name: string;
  readonly graph: string;
  readonly representations: number;
  readonly fetches: number;
  readonly statements: number;
}

/** Another one of the same name is replaced. Throws ScutterError when it is no memory. */
export async function importMemory(workspace: string, file: string, name = basename(file, extname(file))): Promise<ImportedMemory> {
  const graph = `${IMPORTED_GRAPHS}${encodeURIComponent(name)}`;
  const read = await readFragment({ bytes: await readFile(file), name: file, base: pathToFileURL(resolve(file)).href });
  const quads = normalised(read, graph);
  const count = (type: typeof FETCH): number => quads.filter(({ predicate, object }) => predicate.equals(A) && object.equals(type)).length;
  const representations = new Set(quads.filter(({ predicate }) => predicate.equals(SOURCE)).map(({ subject }) => subject.value)).size;
  if (representations === 0) throw new ScutterError(`${file} is not a memory: nothing in it has a ${SOURCE.value}.`);
  await store(workspace, name, quads);
  return {
    name,
    graph,
    representations: Math.max(representations, count(REPRESENTATION)),
    fetches: count(FETCH),
    statements: quads.length,
  };
}

/** Sources of imported memories that are not to be skipped, each once: what a scutter asks about again. */
export function importedSources(workspace: string): string[] {
  const sources = new Set<string>();
  for (const { file } of filesIn(workspace)) for (const url of sourcesOf(quadsIn(file))) sources.add(url);
  return [...sources];
}

/** The graphs they are in. */
export const importedGraphs = (workspace: string): string[] => filesIn(workspace).map(({ name }) => IMPORTED_GRAPHS + name);

/** Loads them into the store, a file a step. */
export function importedMemoryFeed(workspace: string): KnowledgeFeed {
  return {
    name: 'imported-memory',
    next(write, cursor) {
      const loaded = JSON.parse(cursor ?? '{}') as Record<string, string>;
      const files = filesIn(workspace);
      const gone = Object.keys(loaded).find((name) => !files.some((file) => file.name === name));
      if (gone !== undefined) {
        write.removeGraph(IMPORTED_GRAPHS + gone);
        return JSON.stringify(Object.fromEntries(Object.entries(loaded).filter(([name]) => name !== gone)));
      }
      const next = files.find(({ name, stamp }) => loaded[name] !== stamp);
      if (!next) return null;
      write.replaceGraph(IMPORTED_GRAPHS + next.name, quadsIn(next.file));
      return JSON.stringify({ ...loaded, [next.name]: next.stamp });
    },
    isOf: () => true,
  };
}

const FOLDER = 'memory';
const END = '.nq';

async function store(workspace: string, name: string, quads: readonly Quad[]): Promise<void> {
  const folder = join(workspace, FOLDER);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${encodeURIComponent(name)}${END}`);
  await writeWhole(file, (draft) => writeFile(draft, [...writeQuads(quads, 'nquads')].join('')));
}

interface MemoryFile {
  /** As in the name of its graph. */
  readonly name: string;
  readonly file: string;
  readonly stamp: string;
}

function filesIn(workspace: string): MemoryFile[] {
  const folder = join(workspace, FOLDER);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(END));
  return names.sort().map((name) => {
    const file = join(folder, name);
    const { mtimeMs, size, ino } = statSync(file);
    return { name: name.slice(0, -END.length), file, stamp: `${mtimeMs} ${size} ${ino}` };
  });
}

const quadsIn = (file: string): Quad[] => new Parser({ format: 'n-quads' }).parse(readFileSync(file, 'utf8')) as unknown as Quad[];

function sourcesOf(quads: readonly Quad[]): string[] {
  const skipped = new Set(quads.filter(({ predicate }) => predicate.equals(SKIP)).map(({ subject }) => subject.value));
  const named = quads.filter(({ subject, predicate }) => predicate.equals(SOURCE) && !skipped.has(subject.value));
  return named.map(({ object }) => object.value);
}
