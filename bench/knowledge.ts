/**
 * What knowledge costs: N-Quads parsed and stored a second, memory, a join, and how soon a full store is ready again.
 *
 *   npm run bench:knowledge -- [--quads 1000000]
 *
 * Statements are made up: people in documents of about fifty statements, as on a web of FOAF files, with blank nodes,
 * dates, texts in languages and links between documents. They go in as text, as documents of a crawl do.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Quad } from '@rdfjs/types';
import { DataFactory, Parser } from 'n3';
import { openKnowledgeStore, openQuadSource } from '../src/backends/index.js';
import type { GraphScope, QuadSource, TriplePattern } from '../src/store/index.js';

const { values } = parseArgs({ options: { quads: { type: 'string', default: '1000000' } } });
const QUADS = Number(values.quads);
const PEOPLE = 6;
const TOPICS = 15;
/** Documents written together, as a step of a feed. */
const BATCH = 200;

const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-knowledge-'));
const file = join(folder, 'knowledge.db');
const FOAF = 'http://xmlns.com/foaf/0.1/';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const ALL: GraphScope = { kind: 'merged', graphs: null };

const urlOf = (document: number): string => `http://site${document % 997}.example/people/${document}.ttl`;

function textOf(document: number): string {
  const url = urlOf(document);
  const lines: string[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const [me, number] = [`<${url}#me${n}>`, document * PEOPLE + n];
    lines.push(
      `${me} <${TYPE}> <${FOAF}Person> .`,
      `${me} <${FOAF}name> "Person Number ${number}" .`,
      `${me} <${FOAF}mbox_sha1sum> "${(number * 2654435761).toString(16).padStart(40, '0')}" .`,
      `${me} <${FOAF}topic_interest> <http://topics.example/${(number * 7919) % TOPICS}> .`,
      `${me} <${FOAF}knows> <${urlOf((document * 31 + n) % 5000)}#me${n}> .`,
      `${me} <${FOAF}knows> _:friend${n} .`,
      `_:friend${n} <${FOAF}name> "Friend of ${number}"@en .`,
      `${me} <http://purl.org/dc/terms/modified> "20${10 + (number % 16)}-0${1 + (number % 9)}-11"^^<http://www.w3.org/2001/XMLSchema#date> .`,
    );
  }
  lines.push(`<${url}> <http://purl.org/dc/terms/title> "Document ${document}" .`, `<${url}> <${TYPE}> <${FOAF}Document> .`);
  return lines.join('\n');
}

const A_DOCUMENT = PEOPLE * 8 + 2;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(2)} s`;

function load(): void {
  const documents = Math.ceil(QUADS / A_DOCUMENT);
  const store = openKnowledgeStore(file);
  let [making, stored, most] = [0, 0, 0];
  const started = performance.now();
  for (let from = 0; from < documents; from += BATCH) {
    const before = performance.now();
    const texts = Array.from({ length: Math.min(BATCH, documents - from) }, (_, at) => textOf(from + at));
    making += performance.now() - before;
    store.write((write) => {
      texts.forEach((text, at) => {
        const quads = new Parser({ format: 'N-Quads', blankNodePrefix: '' }).parse(text) as unknown as Quad[];
        stored += write.replaceGraph(urlOf(from + at), quads);
      });
    });
    most = Math.max(most, process.memoryUsage.rss());
  }
  const ms = performance.now() - started - making;
  console.log(
    `loaded ${stored} quads of ${documents} documents in ${(ms / 1000).toFixed(1)} s: ${((stored / ms) * 1000).toFixed(0)} a second, at most ${megabytes(most)} in memory`,
  );
  store.close();
  console.log(`file ${megabytes(statSync(file).size)}: ${(statSync(file).size / stored).toFixed(0)} bytes a quad`);
}

const variable = (name: string): TriplePattern['object'] => DataFactory.variable(name) as unknown as TriplePattern['object'];
const iri = (value: string): TriplePattern['object'] => DataFactory.namedNode(value) as unknown as TriplePattern['object'];

const QUESTIONS: Readonly<Record<string, readonly TriplePattern[]>> = {
  'interested in a topic, with names': [
    { subject: variable('x'), predicate: iri(`${FOAF}topic_interest`), object: iri('http://topics.example/7') },
    { subject: variable('x'), predicate: iri(`${FOAF}name`), object: variable('name') },
  ],
  'who knows one person, with names': [
    { subject: variable('x'), predicate: iri(`${FOAF}knows`), object: iri(`${urlOf(31)}#me0`) },
    { subject: variable('x'), predicate: iri(`${FOAF}name`), object: variable('name') },
  ],
};

function ask(source: QuadSource, name: string, patterns: readonly TriplePattern[]): void {
  const started = performance.now();
  let rows = 0;
  for (const _ of source.solve(patterns, ALL).rows) rows += 1;
  console.log(`${name}: ${rows} rows in ${(performance.now() - started).toFixed(0)} ms`);
}

try {
  load();
  const opening = performance.now();
  const source = openQuadSource(file);
  for (const _ of source.solve([{ subject: iri(urlOf(3)), predicate: variable('p'), object: variable('o') }], ALL).rows);
  console.log(`opened again, first answer after ${seconds(opening)}`);
  for (const [name, patterns] of Object.entries(QUESTIONS)) ask(source, name, patterns);
  source.close();
} finally {
  rmSync(folder, { recursive: true });
}
