import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../sparql/index.js';
import { runQueryAsReport, runReport } from './run-report.js';

const MEMORY = `
PREFIX s: <http://purl.org/net/scutter/> PREFIX dc: <http://purl.org/dc/elements/1.1/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
<urn:winnow:memory> {
  [] s:source <http://a.test/> ; s:origin <http://x.test/1>, <http://x.test/2>, <http://x.test/3> ; s:fetch _:a1, _:a2 ; s:latestFetch _:a2 .
  _:a1 dc:date "2026-01-01T00:00:00+00:00"^^xsd:dateTime ; s:status "200" ; s:contentType "text/turtle" ; s:rawTripleCount 9 .
  _:a2 dc:date "2026-01-02T00:00:00+00:00"^^xsd:dateTime ; s:status "304" .
  [] s:source <http://b.test/> ; s:fetch _:b0, _:b1 ; s:latestFetch _:b1 .
  _:b0 dc:date "2026-01-02T00:00:00+00:00"^^xsd:dateTime ; s:status "200" ; s:contentType "text/html" ; s:rawTripleCount 700 .
  _:b1 dc:date "2026-01-03T00:00:00+00:00"^^xsd:dateTime ; s:status "500" ; s:contentType "text/plain" ; s:error [ dc:description "500, Internal Server Error" ] .
  [] s:source <http://c.test/> ; s:fetch _:c1 ; s:latestFetch _:c1 .
  _:c1 dc:date "2026-01-04T00:00:00+00:00"^^xsd:dateTime ; s:error [ dc:description "UnknownHostException: c.test" ] .
  [] s:source <http://d.test/> ; s:fetch _:d0, _:d1, _:d2 ; s:latestFetch _:d2 .
  _:d0 dc:date "2026-01-01T00:00:00+00:00"^^xsd:dateTime ; s:status "200" ; s:contentType "application/rdf+xml" ; s:rawTripleCount 4000 .
  _:d1 dc:date "2026-01-02T00:00:00+00:00"^^xsd:dateTime ; s:status "404" ; s:error [ dc:description "404, Not Found" ] .
  _:d2 dc:date "2026-01-03T00:00:00+00:00"^^xsd:dateTime ; s:status "200" ; s:contentType "application/rdf+xml" ; s:rawTripleCount 80 .
}
# A document that speaks of memories is none.
<http://e.test/> { [] s:source <http://f.test/> ; s:latestFetch [ dc:date "2030-01-01" ; s:status "200" ; s:contentType "text/evil" ; s:error [ dc:description "no" ] ] }
<http://a.test/> { <#me> a <http://v.test/Person> ; <http://v.test/name> "A", "B" ; <http://w.test#knows> <#you> . <#you> a <http://v.test/Person> }
<http://d.test/> { <#it> a <http://v.test/Thing> ; <http://v.test/name> "D" }
`;
const source = new MemorySource(new Parser({ format: 'trig', baseIRI: 'http://base.test/' }).parse(MEMORY) as unknown as Quad[]);

function rows(name: string, parameters?: Record<string, string>): string[][] {
  const result = runReport(source, name, parameters);
  if (result.kind !== 'bindings') throw new Error('A report has rows.');
  return [...result.rows].map((row) => result.variables.map((variable) => row[variable]?.value ?? ''));
}

it('S-35 list-errors: the errors of latest fetches, newest first', () => {
  expect(rows('list-errors')).toEqual([
    ['http://c.test/', '2026-01-04T00:00:00+00:00', 'UnknownHostException: c.test'],
    ['http://b.test/', '2026-01-03T00:00:00+00:00', '500, Internal Server Error'],
  ]);
});

it('S-36 list-fetches: the history of one source, newest first', () => {
  expect(rows('list-fetches.rq', { source: 'http://a.test/' })).toEqual([
    ['2026-01-02T00:00:00+00:00', '304', '', ''],
    ['2026-01-01T00:00:00+00:00', '200', 'text/turtle', '9'],
  ]);
});

it('S-37 list-largest: by number, as large as they are now', () => {
  expect(rows('list-largest').slice(0, 3)).toEqual([
    ['http://b.test/', '700'],
    ['http://d.test/', '80'],
    ['http://a.test/', '9'],
  ]);
});

it('S-38 list-mimetypes: of good answers, sorted, each once', () => {
  expect(rows('list-mimetypes')).toEqual([['application/rdf+xml'], ['text/html'], ['text/turtle']]);
});

it('S-39 list-origins-of-resource: all of them', () => {
  expect(rows('list-origins-of-resource', { source: 'http://a.test/' })).toEqual([
    ['http://x.test/1'],
    ['http://x.test/2'],
    ['http://x.test/3'],
  ]);
});

describe('S-41 across memory and data', () => {
  const V = 'http://v.test/';

  it('counts statements and sources of each property, instances of each class', () => {
    expect(rows('list-properties').filter(([property]) => property?.startsWith('http://v'))).toEqual([[`${V}name`, '3', '2']]);
    expect(rows('list-classes').filter(([name]) => name?.startsWith(V))).toEqual([
      [`${V}Person`, '2', '1'],
      [`${V}Thing`, '1', '1'],
    ]);
    expect(rows('list-schemas').filter(([schema]) => schema !== '' && /[vw]\.test/.test(schema ?? ''))).toEqual([
      [V, '2', '6'],
      ['http://w.test#', '1', '1'],
    ]);
  });

  it('names the documents that use a property or a schema, and when the memory says they were fetched', () => {
    expect(rows('list-users-of-property', { property: `${V}name` })).toEqual([
      ['http://a.test/', '2', '2026-01-02T00:00:00+00:00'],
      ['http://d.test/', '1', '2026-01-03T00:00:00+00:00'],
    ]);
    expect(rows('list-users-of-schema', { schema: V }).map(([name, count]) => [name, count])).toEqual([
      ['http://a.test/', '4'],
      ['http://d.test/', '2'],
    ]);
  });
});

describe('a report that is asked for wrongly', () => {
  it.each([
    ['by a name there is not', 'list-eror', {}, 'Did you mean list-errors?'],
    ['without what it must know', 'list-fetches', {}, 'needs the parameter source: URL of the source'],
    ['with something it does not know', 'list-errors', { nonsense: '1' }, 'The query has no variable ?nonsense'],
  ])('%s says so', (_case, name, parameters, message) => {
    expect(() => runReport(source, name, parameters)).toThrow(message);
  });
});

describe('a query of the user', () => {
  it('is narrowed by parameters, in sub-selects too', () => {
    const result = runQueryAsReport(source, 'SELECT ?o { { SELECT ?o { ?x <http://v.test/name> ?o } } }', { x: 'http://base.test/#it' });
    expect(result.kind === 'bindings' && [...result.rows].map(({ o }) => o?.value)).toEqual(['D']);
  });

  it('is told when it has no such variable', () => {
    expect(() => runQueryAsReport(source, 'ASK { ?s ?p ?o }', { x: '1' })).toThrow('It has: ?s, ?p, ?o.');
  });
});
