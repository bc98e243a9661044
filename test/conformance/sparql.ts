/**
 * SPARQL against the W3C's suites: syntax, evaluation, updates and result formats. Left out: entailment, federation and what
 * needs a server (protocol, graph store, service description). Answers go through our writers and are read again, so that
 * the formats are tested with every case.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { readRdf } from '../../src/read/rdf/index.js';
import { formatResult, MemorySource, query, SEPARATE, SparqlError, update } from '../../src/views/sparql/index.js';
import type { Score } from './score.js';
import { readResults } from './sparql-results.js';
import { tarFiles } from './tar-files.js';

interface GraphData {
  readonly graph: string;
  readonly label?: string;
}

interface Action {
  readonly query?: string;
  readonly request?: string;
  readonly data?: string | readonly string[];
  readonly graphData?: Listed<string | GraphData>;
}

type Listed<T> = T | readonly T[];

interface Entry {
  readonly suite: string;
  readonly id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly action: string | Action | null;
  readonly result?: string | { readonly data?: Listed<string>; readonly graphData?: Listed<string | GraphData> };
}

type Files = ReadonlyMap<string, Buffer>;

const LEFT_OUT = /\/(entailment|service|syntax-fed|protocol|http-rdf-update|graph-store-protocol|service-description)\/manifest/;

export async function run(folder: string): Promise<Score[]> {
  const rdf = path.join(folder, 'rdf');
  const index = JSON.parse(readFileSync(path.join(rdf, 'w3c_rdf_sparql_index.json'), 'utf8')) as Entry[];
  const scores: Score[] = [];
  for (const [suite, archive] of [
    ['sparql11', 'w3c_sparql11.tar.gz'],
    ['sparql10', 'w3c_sparql10.tar.gz'],
  ] as const) {
    const files: Files = new Map(tarFiles(gunzipSync(readFileSync(path.join(rdf, archive)))));
    const entries = index.filter((entry) => entry.suite === suite && !LEFT_OUT.test(entry.id));
    for (const group of GROUPS) scores.push(await scoreOf(`rdf: ${suite} ${group.name}`, entries.filter(group.has), files));
  }
  return scores.filter(({ total }) => total > 0);
}

const GROUPS = [
  { name: 'syntax', has: ({ types }: Entry) => types.some((type) => /Syntax/.test(type)) },
  { name: 'query', has: ({ types }: Entry) => types.some((type) => /^(QueryEvaluation|CSVResultFormat)Test$/.test(type)) },
  { name: 'update', has: ({ types }: Entry) => types.includes('UpdateEvaluationTest') },
] as const;

async function scoreOf(suite: string, entries: readonly Entry[], files: Files): Promise<Score> {
  const failures: string[] = [];
  for (const entry of entries) {
    const failure = await failureOf(entry, files).catch((error: unknown) => `threw ${String(error)}`);
    if (failure !== null) failures.push(`${entry.id.replace(/^.*\/([^/]+)\/manifest/, '$1')}: ${failure}`);
  }
  return { suite, passed: entries.length - failures.length, total: entries.length, failures };
}

/** Null when it passes. */
async function failureOf(entry: Entry, files: Files): Promise<string | null> {
  if (entry.types.some((type) => /Syntax/.test(type))) return syntaxFailure(entry, files);
  return entry.types.includes('UpdateEvaluationTest') ? updateFailure(entry, files) : queryFailure(entry, files);
}

function syntaxFailure({ types, action }: Entry, files: Files): string | null {
  const file = typeof action === 'string' ? action : ((action?.query ?? action?.request) as string);
  const isGood = types.some((type) => type.startsWith('Positive'));
  const isUpdate = types.some((type) => type.includes('Update'));
  const error = syntaxError(textOf(files, file), baseOf(file), isUpdate);
  if (isGood) return error;
  return error === null ? 'is accepted' : null;
}

function syntaxError(text: string, base: string, isUpdate: boolean): string | null {
  try {
    if (isUpdate) update(new MemorySource(), text, { base });
    else query(new MemorySource(), text, { base });
    return null;
  } catch (error) {
    return error instanceof SparqlError && (error.problem === 'not-allowed' || error.problem === 'no-such-graph') ? null : String(error);
  }
}

async function queryFailure({ action, result }: Entry, files: Files): Promise<string | null> {
  const { query: file = '', data, graphData } = action as Action;
  const source = new MemorySource(await datasetOf(files, data, graphData));
  await addNamedInQuery(source, files, file);
  const answer = query(source, textOf(files, file), { dataset: SEPARATE, base: baseOf(file) });
  const expected = result as string;
  const format =
    { srj: 'json', csv: 'csv', tsv: 'tsv' }[expected.split('.').at(-1) as string] ?? (answer.kind === 'quads' ? 'turtle' : 'xml');
  const written = [...formatResult(answer, { format }).text].join('');
  const [ours, theirs] = [await asGraph(written, format, file), await asGraph(textOf(files, expected), expected, expected)];
  return isomorphic(ours, theirs) ? null : `expected\n${textOf(files, expected).slice(0, 1500)}\n    got\n${written.slice(0, 1500)}`;
}

/** Graphs that a query names in FROM, and that its test does not bring: their files stand beside the query. */
async function addNamedInQuery(source: MemorySource, files: Files, file: string): Promise<void> {
  for (const [, relative = ''] of textOf(files, file).matchAll(/\bFROM\s+(?:NAMED\s+)?<([^>]+)>/gi)) {
    const name = new URL(relative, baseOf(file)).href;
    const path = name.slice(BASE.length);
    if (files.has(path)) source.replaceGraph(name, await quadsIn(files, path, name));
  }
}

async function updateFailure({ action, result }: Entry, files: Files): Promise<string | null> {
  const { request = '', data, graphData } = action as Action;
  const source = new MemorySource(await datasetOf(files, data, graphData));
  update(source, textOf(files, request), { dataset: SEPARATE, base: baseOf(request) });
  const wanted = typeof result === 'object' ? result : {};
  const expected = await datasetOf(files, wanted.data, wanted.graphData);
  const left = [...source.quads()];
  return isomorphic(left, expected) ? null : `expected ${expected.length} statements, got ${left.length}`;
}

const BASE = 'http://example.org/suite/';
const baseOf = (file: string): string => BASE + file;

function textOf(files: Files, file: string): string {
  const found = files.get(file);
  if (!found) throw new Error(`${file} is missing`);
  return found.toString('utf8');
}

const list = <T>(items: Listed<T> | undefined): readonly T[] => (items === undefined ? [] : Array.isArray(items) ? items : [items as T]);

async function datasetOf(files: Files, data: Listed<string> | undefined, graphData: Action['graphData']): Promise<Quad[]> {
  const quads: Quad[] = [];
  for (const file of list(data)) quads.push(...(await quadsIn(files, file, null)));
  for (const item of list<string | GraphData>(graphData)) {
    const { graph, label = baseOf(graph) } = typeof item === 'string' ? { graph: item } : item;
    quads.push(...(await quadsIn(files, graph, label)));
  }
  return quads;
}

let readings = 0;

/** Blank nodes of two files are never the same. */
async function quadsIn(files: Files, file: string, graph: string | null): Promise<Quad[]> {
  const contentType = file.endsWith('.rdf') ? 'application/rdf+xml' : 'text/turtle';
  const { quads } = await readRdf({ bytes: files.get(file) as Buffer, contentType, url: baseOf(file) });
  const reading = readings++;
  const own = <T extends Quad['object'] | Quad['subject']>(term: T): T =>
    term.termType === 'BlankNode' ? (DataFactory.blankNode(`f${reading}${term.value}`) as unknown as T) : term;
  const name = graph === null ? DataFactory.defaultGraph() : DataFactory.namedNode(graph);
  return quads.map(({ subject, predicate, object }) =>
    DataFactory.quad(own(subject) as never, predicate as never, own(object) as never, name),
  ) as unknown as Quad[];
}

async function asGraph(text: string, format: string, file: string): Promise<Quad[]> {
  if (!/(^|\.)(turtle|ttl|rdf)$/.test(format)) return readResults(text, format.split('.').at(-1) as string);
  const contentType = format.endsWith('rdf') ? 'application/rdf+xml' : 'text/turtle';
  const { quads } = await readRdf({ bytes: Buffer.from(text), contentType, url: baseOf(file) });
  return readResults(quads, 'ttl');
}
