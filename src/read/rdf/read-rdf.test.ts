import { describe, expect, it } from 'vitest';
import { nQuadLines } from './n-quads.js';
import { readRdf } from './read-rdf.js';

const URL = 'http://a.test/doc';
const read = (body: string, contentType: string | null, most?: number) =>
  readRdf({ bytes: Buffer.from(body), contentType, url: URL, ...(most === undefined ? {} : { most }) });

const XML = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a="http://a.test/">';

describe('readRdf', () => {
  it.each([
    ['Turtle', 'text/turtle', '<> <#p> "x" .', 'text/turtle', []],
    [
      'Turtle as plain text',
      'text/plain',
      '@prefix a: <http://a/> . a:b a:c a:d .',
      'text/turtle',
      ['served as text/plain, is text/turtle'],
    ],
    ['N-Quads without a type', null, '<a:b> <a:b> <a:b> <a:g> .', 'application/n-quads', ['served without a type, is application/n-quads']],
    [
      'RDF/XML as Turtle',
      'text/turtle',
      `${XML}<a:T/></rdf:RDF>`,
      'application/rdf+xml',
      ['served as text/turtle, is application/rdf+xml'],
    ],
    ['RDF/XML as XML', 'text/xml', `${XML}<a:T/></rdf:RDF>`, 'application/rdf+xml', []],
    ['JSON-LD', 'application/ld+json', '{"@id": "", "http://a/p": 1}', 'application/ld+json', []],
    ['plain text', 'text/plain', 'A letter to the mayor.', '', []],
    ['JSON', 'application/json', '{"a": 1}', '', []],
  ])('%s', async (_name, contentType, body, syntax, problems) => {
    const reading = await read(body, contentType);
    expect(reading).toMatchObject({ syntax, problems });
    expect(reading.quads).toHaveLength(syntax === '' ? 0 : 1);
  });

  it('keeps as many statements as are wanted, and says so', async () => {
    const { quads, problems } = await read('<> <#p> 1, 2, 3, 4 .', 'text/turtle', 3);
    expect([quads.length, problems]).toEqual([3, ['it has more than 3 statements; the rest was left out']]);
  });

  it('names blank nodes in order and escapes what a line cannot hold', async () => {
    const { quads } = await read('[] <#p> "a\\nb\\u0001" , [] .', 'text/turtle');
    expect(nQuadLines(quads)).toEqual(['_:b0 <http://a.test/doc#p> "a\\nb\\u0001" .', '_:b0 <http://a.test/doc#p> _:b1 .']);
  });

  it('reads JSON-LD of schema.org without the network, and no context it does not have', async () => {
    const page = (context: string) =>
      `<script type="application/ld+json">{"@context": "${context}", "@id": "#a", "url": "/x", "name": "A"}</script>`;
    const known = await read(page('https://schema.org'), 'text/html');
    expect(nQuadLines(known.quads)).toContain('<http://a.test/doc#a> <http://schema.org/url> <http://a.test/x> .');
    const unknown = await read(page('https://elsewhere.test/context'), 'text/html');
    expect(unknown.problems).toEqual([expect.stringContaining('https://elsewhere.test/context is neither bundled nor among')]);
  });

  it.each([
    [
      'JSON a million levels deep',
      'application/ld+json',
      `{"@id":"","a:b":${'['.repeat(1e6)}${']'.repeat(1e6)}}`,
      /nested deeper than 200/,
    ],
    ['XML a hundred thousand levels deep', 'application/rdf+xml', `${XML}${'<a:T><a:p>'.repeat(1e5)}`, /nested deeper than 500/],
    ['a context that is not to be had', 'application/ld+json', '{"@context": "http://a.test/self"}', /neither bundled/],
    ['Turtle that ends too early', 'text/turtle', '<> <#p> "x', /line 1/],
    ['XML with an unknown prefix', 'application/rdf+xml', `${XML}\n<b:T/></rdf:RDF>`, /2:/],
  ])('%s is a clear problem', async (_name, contentType, body, problem) => {
    const { quads, failure } = await read(body, contentType);
    expect(quads).toEqual([]);
    expect(failure).toMatch(problem);
  });
});

it('a text whose language is said to be none has none', async () => {
  const page = '<!doctype html><html lang="en"><p about="#a" property="http://a.test/name" lang="">Ann</p></html>';
  const { quads } = await readRdf({ bytes: Buffer.from(page), contentType: 'text/html', url: 'http://a.test/' });
  expect(nQuadLines(quads)).toEqual(['<http://a.test/#a> <http://a.test/name> "Ann" .']);
});

it('prefixes are read where words among them are none, however long these are', async () => {
  const word = 'x'.repeat(50_000);
  const page = `<!doctype html><html prefix="a: http://a.test/ns# ${word} b:http://b.test/ c:\n http://c.test/ ${word}">
<p about="#a" typeof="a:T" property="b:p" rel="c:r" resource="#b">Ann</p></html>`;
  const { quads } = await readRdf({ bytes: Buffer.from(page), contentType: 'text/html', url: 'http://a.test/' });
  expect(nQuadLines(quads).toSorted()).toEqual([
    '<http://a.test/#a> <http://b.test/p> "Ann" .',
    '<http://a.test/#a> <http://c.test/r> <http://a.test/#b> .',
    '<http://a.test/#a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://a.test/ns#T> .',
  ]);
});
