/** Readers of RDF against the suites of the W3C: RDF 1.1, RDFa 1.1, JSON-LD 1.1 (toRdf). A test must give the same graph, or an error where one is due. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import { isomorphic } from 'rdf-isomorphic';
import { readRdf } from '../../src/read/rdf/index.js';
import { readJsonLd } from '../../src/read/rdf/json-ld.js';
import { QuadList } from '../../src/read/rdf/quad-list.js';
import { readRdfa } from '../../src/read/rdf/rdfa.js';
import type { Score } from './score.js';
import { tarFiles } from './tar-files.js';

type Files = ReadonlyMap<string, Buffer>;
interface Test {
  readonly name: string;
  /** Resolves to null when passed, else to what went wrong. */
  run(): Promise<string | null>;
}

export async function run(dir: string): Promise<Score[]> {
  const folder = join(dir, 'rdf');
  return [
    await scored('rdf: RDF 1.1', await rdf11(folder)),
    await scored('rdf: RDFa 1.1', await rdfa(folder)),
    await scored('rdf: JSON-LD toRdf', await jsonLd(folder)),
  ];
}

async function scored(suite: string, tests: readonly Test[]): Promise<Score> {
  const failures: string[] = [];
  for (const { name, run: test } of tests) {
    const wrong = await test().catch((error: unknown) => `threw ${String(error)}`);
    if (wrong !== null) failures.push(`${name}: ${wrong.slice(0, 200)}`);
  }
  return { suite, passed: tests.length - failures.length, total: tests.length, failures };
}

async function filesOf(folder: string, name: string): Promise<Files> {
  const archive = gunzipSync(await readFile(join(folder, name)));
  return new Map([...tarFiles(archive)].map(([file, content]) => [file, Buffer.from(content)]));
}

const indexOf = async <Row>(folder: string, name: string): Promise<Row[]> =>
  JSON.parse(await readFile(join(folder, name), 'utf8')) as Row[];

interface W3cRow {
  readonly suite: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly assumedBase?: string | null;
  readonly action: string;
  readonly result?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ttl: 'text/turtle',
  nt: 'application/n-triples',
  nq: 'application/n-quads',
  trig: 'application/trig',
  rdf: 'application/rdf+xml',
};
const typeOf = (file: string): string => TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? '';

async function rdf11(folder: string): Promise<Test[]> {
  const files = await filesOf(folder, 'w3c_rdf11.tar.gz');
  const rows = await indexOf<W3cRow>(folder, 'w3c_rdf_sparql_index.json');
  return rows
    .filter(({ suite, action }) => suite.startsWith('rdf11/') && typeOf(action ?? '') !== '' && files.has(action))
    .map((row) => rdfTest(row, files));
}

function rdfTest({ suite, name, types, assumedBase, action, result }: W3cRow, files: Files): Test {
  const url = new URL(action.split('/').slice(3).join('/'), assumedBase ?? `https://w3c.github.io/rdf-tests/rdf/${suite}/`).href;
  const read = (file: string, base: string) => readRdf({ bytes: files.get(file) as Buffer, contentType: typeOf(file), url: base });
  return {
    name: `${suite} ${name}`,
    run: async () => {
      const { quads, failure } = await read(action, url);
      if (types.some((type) => type.includes('Negative'))) return failure === null ? 'no error' : null;
      if (failure !== null) return failure;
      return result === undefined ? null : difference(quads, (await read(result, url)).quads);
    },
  };
}

const difference = (got: readonly Quad[], expected: readonly Quad[]): string | null =>
  isomorphic([...got], [...expected]) ? null : `${got.length} statements, not the ${expected.length} expected`;

interface RdfaRow {
  readonly id: string;
  readonly host: string;
  readonly input: string;
  readonly base: string;
  readonly ttl?: string;
}

const HOSTS: Readonly<Record<string, string>> = {
  html4: 'text/html',
  html5: 'text/html',
  xhtml1: 'application/xhtml+xml',
  xhtml5: 'application/xhtml+xml',
  xml: 'application/xml',
  svg: 'image/svg+xml',
};

async function rdfa(folder: string): Promise<Test[]> {
  const files = await filesOf(folder, 'rdfa11.tar.gz');
  const rows = await indexOf<RdfaRow>(folder, 'rdfa11_index.json');
  return rows.map(({ id, host, input, base, ttl }) => ({
    name: `${host} ${id}`,
    run: async () => {
      const list = new QuadList(100_000);
      await readRdfa((files.get(input) as Buffer).toString('utf8'), HOSTS[host.replace(/-.*/, '')] ?? 'text/html', base, list);
      const wanted = await readRdf({ bytes: files.get(ttl ?? '') ?? Buffer.alloc(0), contentType: 'text/turtle', url: base });
      return difference(list.quads, wanted.quads);
    },
  }));
}

interface JsonLdRow {
  readonly '@id': string;
  readonly '@type': readonly string[];
  readonly input: string;
  readonly expect?: string;
  readonly option?: Readonly<Record<string, unknown>>;
}

async function jsonLd(folder: string): Promise<Test[]> {
  const files = await filesOf(folder, 'jsonld_api.tar.gz');
  const manifest = JSON.parse((files.get('toRdf-manifest.jsonld') as Buffer).toString('utf8')) as {
    baseIri: string;
    sequence: JsonLdRow[];
  };
  const rows = manifest.sequence.filter(({ option }) => option?.['specVersion'] !== 'json-ld-1.0');
  return rows.map((row) => jsonLdTest(row, manifest.baseIri, files));
}

function jsonLdTest({ '@id': id, '@type': types, input, expect, option = {} }: JsonLdRow, baseIri: string, files: Files): Test {
  const fileAt = (url: string): object | null => {
    const content = files.get(url.startsWith(baseIri) ? url.slice(baseIri.length) : url);
    return content ? (JSON.parse(content.toString('utf8')) as object) : null;
  };
  return {
    name: `${id} ${input}`,
    run: async () => {
      const list = new QuadList(100_000);
      const base = (option['base'] as string | undefined) ?? baseIri + input;
      const expandContext = option['expandContext'] === undefined ? undefined : (fileAt(option['expandContext'] as string) ?? undefined);
      const rdfDirection = option['rdfDirection'] as 'i18n-datatype' | undefined;
      const processingMode = option['processingMode'] as string | undefined;
      const reading = readJsonLd((files.get(input) as Buffer).toString('utf8'), base, list, {
        contextOf: fileAt,
        expandContext,
        rdfDirection,
        processingMode,
      });
      const failure = await reading.then(() => null).catch((error: Error) => error.message);
      if (types.some((type) => type.includes('Negative'))) return failure === null ? 'no error' : null;
      if (failure !== null) return failure;
      if (expect === undefined) return null;
      const wanted = await readRdf({ bytes: files.get(expect) as Buffer, contentType: 'application/n-quads', url: base });
      return difference(list.quads, wanted.quads);
    },
  };
}
