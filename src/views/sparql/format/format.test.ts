import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { describe, expect, it } from 'vitest';
import { readRdf } from '../../../read/rdf/index.js';
import { MemorySource } from '../memory-source.js';
import { query } from '../query.js';
import { formatResult } from './format.js';
import { chooseFormat, QUAD_FORMATS, ROW_FORMATS } from './media-types.js';

const DATA = String.raw`@prefix : <http://x/> .
:a :name "Ann \"A\" <&>\tx"@en ; :age 41 ; :size 1.5 ; :is true ; :knows _:b .
_:b :name "two\nlines, and | a bar" ; a :Person .`;
const quads = new Parser().parse(DATA) as unknown as Quad[];
const source = new MemorySource(quads);
const written = (text: string, format: string) =>
  [...formatResult(query(source, `PREFIX : <http://x/> ${text}`), { format }).text].join('');

const NAMES = 'SELECT ?x ?n ?none { ?x :name ?n } ORDER BY DESC(?n) LIMIT 1';

it.each([
  ['csv', 'SELECT ?n ?none { ?x :name ?n FILTER(isBlank(?x)) }', 'n,none\r\n"two\nlines, and | a bar",\r\n'],
  ['tsv', 'SELECT ?n ?a { :a :name ?n ; :age ?a }', '?n\t?a\n"Ann \\"A\\" <&>\\tx"@en\t41\n'],
  [
    'json',
    'SELECT ?a { :a :age ?a }',
    '{"head":{"vars":["a"]},"results":{"bindings":[\n{"a":{"type":"literal","value":"41","datatype":"http://www.w3.org/2001/XMLSchema#integer"}}\n]}}\n',
  ],
  ['markdown', 'SELECT ?n { ?x :name ?n FILTER(isBlank(?x)) }', '| n |\n| --- |\n| two↵lines, and \\| a bar |\n'],
  ['table', 'SELECT ?x ?a { ?x :age ?a }', 'x   a\n──  ──\n:a  41\n'],
  ['xml', 'ASK {}', '<boolean>true</boolean>'],
  ['csv', 'ASK {}', 'true\r\n'],
  ['json', 'SELECT ?x { ?x :none ?y }', '{"head":{"vars":["x"]},"results":{"bindings":[\n]}}\n'],
])('%s of %s', (format, text, expected) => expect(written(text, format)).toContain(expected));

it.each([
  ['"=HYPERLINK(1)"', "'=HYPERLINK(1)"],
  ['"-cmd"', "'-cmd"],
  ['" @x"', "' @x"],
  ['<http://x/-1>', 'http://x/-1'],
  ['-41', '-41'],
  ['-1.5', '-1.5'],
  ['"-41"', "'-41"],
])('CSV for people guards spreadsheets against %s', (term, cell) => {
  const answer = query(source, `SELECT ?v { VALUES ?v { ${term} } }`);
  expect([...formatResult(answer, { format: 'csv', isGuarded: true }).text].join('')).toBe(`v\r\n${cell}\r\n`);
  expect(written(`SELECT ?v { VALUES ?v { ${term} } }`, 'csv'), 'as the standard has it').toBe(`v\r\n${cell.replace(/^'/, '')}\r\n`);
});

it('XML escapes what it must', () => {
  expect(written('SELECT ?n { :a :name ?n }', 'xml')).toContain('<literal xml:lang="en">Ann &quot;A&quot; &lt;&amp;&gt;&#9;x</literal>');
});

describe('statements can be read again', () => {
  it.each(['turtle', 'ntriples', 'nquads', 'trig', 'rdfxml'])('%s', async (format) => {
    const text = written('CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }', format);
    const contentType = format === 'rdfxml' ? 'application/rdf+xml' : 'text/turtle';
    const { quads: read } = await readRdf({ bytes: Buffer.from(text), contentType, url: 'http://x/' });
    expect(isomorphic([...read], quads)).toBe(true);
  });

  it('JSON-LD', () => {
    const nodes = JSON.parse(written('CONSTRUCT WHERE { :a :age ?o ; :knows ?k . ?k a ?t }', 'jsonld')) as object[];
    expect(nodes).toContainEqual(
      expect.objectContaining({
        '@id': 'http://x/a',
        'http://x/age': [{ '@value': '41', '@type': 'http://www.w3.org/2001/XMLSchema#integer' }],
      }),
    );
    expect(nodes).toContainEqual(expect.objectContaining({ '@type': ['http://x/Person'] }));
  });

  it('a property that RDF/XML cannot write is told', () => {
    expect(() => [
      ...formatResult(
        query(new MemorySource(new Parser().parse('<urn:a> <http://x/1> 1 .') as unknown as Quad[]), 'CONSTRUCT WHERE { ?s ?p ?o }'),
        { format: 'rdfxml' },
      ).text,
    ]).toThrow('Ask for Turtle');
  });
});

describe('the format a request wants', () => {
  it.each([
    ['nothing said', {}, 'json'],
    ['by name', { format: 'CSV' }, 'csv'],
    ['by media type', { format: 'text/csv' }, 'csv'],
    ['best quality', { accept: 'text/csv;q=0.2, application/sparql-results+xml;q=0.8' }, 'xml'],
    ['refused by quality', { accept: 'application/json;q=0, text/csv;q=0.1' }, 'csv'],
    ['a family', { accept: 'text/*' }, 'csv'],
    ['nothing fits', { accept: 'image/png' }, null],
    ['a browser', { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }, 'xml'],
  ])('%s', (_case, wish, format) => expect(chooseFormat(ROW_FORMATS, wish)).toBe(format));

  it('for statements', () => {
    expect(chooseFormat(QUAD_FORMATS, { accept: 'application/n-quads,application/trig;q=0.95,application/ld+json;q=0.9' })).toBe('nquads');
    expect(chooseFormat(QUAD_FORMATS, { format: 'ttl' })).toBe('turtle');
  });
});

it('an answer that cannot be written so is refused', () => {
  expect(() => written(NAMES, 'turtle')).toThrow('Ask for one of: json, xml, csv');
});
