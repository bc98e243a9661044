import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openKnowledgeStore } from '../../../backends/index.js';
import type { QuadSource } from '../../../store/index.js';
import { MemorySource, query } from '../../sparql/index.js';
import type { SmushOptions } from './find-same.js';
import { smushed } from './smushed.js';

const PREFIXES = `PREFIX foaf: <http://xmlns.com/foaf/0.1/> PREFIX owl: <http://www.w3.org/2002/07/owl#> PREFIX : <http://x.test/> `;

const sourceOf = (trig: string): MemorySource =>
  new MemorySource(new Parser({ format: 'trig' }).parse(PREFIXES + trig) as unknown as Quad[]);

function ask(source: QuadSource, text: string, options?: SmushOptions): Record<string, string>[] {
  const result = query(smushed(source, options), PREFIXES + text);
  if (result.kind !== 'bindings') throw new Error('Ask for rows.');
  return [...result.rows].map((row) => Object.fromEntries(Object.entries(row).map(([name, { value }]) => [name, value])));
}

const TWO = `
:one { [] foaf:mbox_sha1sum "abc" ; foaf:name "Ada" ; foaf:knows :bob }
:two { :ada foaf:mbox_sha1sum "abc" ; foaf:phone <tel:1> . :bob foaf:nick "b" }`;

const folder = mkdtempSync(join(tmpdir(), 'winnow-smush-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(trig: string): QuadSource & { size(): number } {
  const store = openKnowledgeStore(join(folder, 'knowledge.db'));
  store.write((write) => write.add(sourceOf(trig).quads()));
  onTestFinished(() => store.close());
  return store;
}

describe('two descriptions of one person', () => {
  it('S-49 become one, with the statements of both, and each still tells its source', () => {
    const source = stored(TWO);
    const before = source.size();
    expect(ask(source, 'SELECT ?who ?name ?phone ?nick { ?who foaf:name ?name ; foaf:phone ?phone ; foaf:knows/foaf:nick ?nick }')).toEqual(
      [{ who: 'http://x.test/ada', name: 'Ada', phone: 'tel:1', nick: 'b' }],
    );
    expect(ask(source, 'SELECT ?g ?p { GRAPH ?g { :ada ?p ?o } } ORDER BY ?g ?p')).toEqual([
      { g: 'http://x.test/one', p: 'http://xmlns.com/foaf/0.1/knows' },
      { g: 'http://x.test/one', p: 'http://xmlns.com/foaf/0.1/mbox_sha1sum' },
      { g: 'http://x.test/one', p: 'http://xmlns.com/foaf/0.1/name' },
      { g: 'http://x.test/two', p: 'http://xmlns.com/foaf/0.1/mbox_sha1sum' },
      { g: 'http://x.test/two', p: 'http://xmlns.com/foaf/0.1/phone' },
    ]);
    expect(source.size()).toBe(before);
  });

  it('are counted once, and a statement both make is there once', () => {
    expect(ask(sourceOf(TWO), 'SELECT (COUNT(*) AS ?n) { ?who foaf:mbox_sha1sum ?sum }')).toEqual([{ n: '1' }]);
  });
});

it.each([
  ['a property that an ontology declares', ':o { :badge a owl:InverseFunctionalProperty } :g { :a :badge 7 . :b :badge 7 }', {}, 1],
  ['a property nobody declares', ':g { :a :badge 7 . :b :badge 7 }', {}, 2],
  ['a configured property', ':g { :a :badge 7 . :b :badge 7 }', { properties: ['http://x.test/badge'] }, 1],
  ['owl:sameAs', ':g { :a :badge 7 . :b :badge 7 ; owl:sameAs :a }', {}, 1],
  ['owl:sameAs, which is not wanted', ':g { :a :badge 7 . :b :badge 7 ; owl:sameAs :a }', { sameAs: false }, 2],
  ['hashes of nothing', ':g { :a :badge 7 ; foaf:mbox_sha1sum "" . :b :badge 7 ; foaf:mbox_sha1sum "" }', {}, 2],
  ['a chain', ':g { :a :badge 7; foaf:mbox <mailto:a> . :b foaf:mbox <mailto:a>; foaf:openid :i . :c :badge 7; foaf:openid :i }', {}, 1],
  ['values that are the same', ':g { :a :badge 7; foaf:homepage :h . :b :badge 7; foaf:homepage :i . :h owl:sameAs :i }', {}, 1],
])('%s', (_case, trig, options, things) => {
  expect(ask(sourceOf(trig), 'SELECT DISTINCT ?who { ?who :badge 7 }', options)).toHaveLength(things);
});

it('one who knows herself by another name does', () => {
  const source = sourceOf(':g { :a foaf:mbox <mailto:a> ; foaf:knows :b . :b foaf:mbox <mailto:a> . :c foaf:knows :d }');
  expect(ask(source, 'SELECT ?who { ?who foaf:knows ?who }')).toEqual([{ who: 'http://x.test/a' }]);
});
