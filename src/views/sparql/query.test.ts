import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import { SEPARATE } from './dataset.js';
import { MemorySource } from './memory-source.js';
import { parameterTerm } from './parameters.js';
import { type QueryOptions, query } from './query.js';
import { SparqlError } from './sparql-error.js';

const PREFIXES = '@prefix : <http://x/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .';
const P = 'PREFIX : <http://x/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>';

const sourceOf = (trig: string) =>
  new MemorySource(new Parser({ format: 'application/trig' }).parse(`${PREFIXES} ${trig}`) as unknown as Quad[]);

const people = sourceOf(`
  :unnamed :in :nothing .
  <http://a/> { :ann :name "Ann"@en ; :age 41 ; :knows :bob, :cid . }
  <http://b/> { :bob :name "Bob" ; :age 9 ; :knows :ann . :cid :name "Cid" . :ann :name "Ann"@en . }`);

/** Rows as text, with the variables in their order. */
function ask(text: string, source = people, options: QueryOptions = {}): string[] {
  const result = query(source, `${P} ${text}`, options);
  if (result.kind !== 'bindings') throw new Error(`gives ${result.kind}`);
  return Array.from(result.rows, (row) => result.variables.map((name) => row[name]?.value.replace('http://x/', ':') ?? '-').join(' '));
}

describe('patterns', () => {
  it.each([
    ['a join', 'SELECT ?n ?m { ?x :knows ?y . ?x :name ?n . ?y :name ?m } ORDER BY ?n ?m', ['Ann Bob', 'Ann Cid', 'Bob Ann']],
    ['each statement once, though two graphs have it', 'SELECT ?n { :ann :name ?n }', ['Ann']],
    ['where it comes from', 'SELECT ?g { GRAPH ?g { :ann :name ?n } } ORDER BY ?g', ['http://a/', 'http://b/']],
    ['OPTIONAL', 'SELECT ?n ?a { ?x :name ?n OPTIONAL { ?x :age ?a } } ORDER BY ?n', ['Ann 41', 'Bob 9', 'Cid -']],
    [
      'OPTIONAL with a condition',
      'SELECT ?n ?a { ?x :name ?n OPTIONAL { ?x :age ?a FILTER(?a > 20) } } ORDER BY ?n',
      ['Ann 41', 'Bob -', 'Cid -'],
    ],
    ['MINUS', 'SELECT ?n { ?x :name ?n MINUS { ?x :age ?a } }', ['Cid']],
    ['NOT EXISTS', 'SELECT ?n { ?x :name ?n FILTER NOT EXISTS { ?x :age ?a } }', ['Cid']],
    ['EXISTS sees the row in its filter', 'SELECT ?n { ?x :name ?n ; :age ?a FILTER EXISTS { ?y :age ?b FILTER(?b > ?a) } }', ['Bob']],
    ['UNION', 'SELECT ?n { { :bob :name ?n } UNION { :cid :name ?n } } ORDER BY ?n', ['Bob', 'Cid']],
    ['VALUES with UNDEF', 'SELECT ?x ?a { ?x :age ?a VALUES (?x ?a) { (:ann UNDEF) (UNDEF 9) } } ORDER BY ?a', [':bob 9', ':ann 41']],
    ['a sub-query', 'SELECT ?n { { SELECT ?x { ?x :age ?a } ORDER BY ?a LIMIT 1 } ?x :name ?n }', ['Bob']],
    ['a filter on one IRI', 'SELECT ?n { ?x :name ?n FILTER(?x = :cid) }', ['Cid']],
    ['SELECT * in the order of the query', 'SELECT * { ?z :age ?a FILTER(?a < 10) }', [':bob 9']],
  ])('%s', (_case, text, rows) => expect(ask(text)).toEqual(rows));

  it('a filter does not see what is outside of its group', () => {
    expect(ask('SELECT ?x { ?x :age ?a { ?x :name ?n FILTER(?a > 1) } }')).toEqual([]);
  });

  it('a variable called __proto__ is one like any other', () => {
    expect(ask('SELECT ?__proto__ { :cid :name ?__proto__ }')).toEqual(['Cid']);
  });
});

describe('datasets', () => {
  it.each([
    ['everything, when nothing is said', 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', {}, ['9']],
    ['by the book', 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', { dataset: SEPARATE }, ['1']],
    ['FROM', 'SELECT ?n FROM <http://b/> { :bob :name ?n }', {}, ['Bob']],
    ['FROM hides other graphs', 'SELECT ?n FROM <http://a/> { :bob :name ?n }', {}, []],
    ['FROM NAMED', 'SELECT ?g FROM NAMED <http://a/> { GRAPH ?g { :ann :name ?n } }', {}, ['http://a/']],
    [
      'the protocol outweighs FROM',
      'SELECT ?n FROM <http://a/> { :bob :name ?n }',
      { graphs: { unnamed: ['http://b/'], named: [] } },
      ['Bob'],
    ],
  ])('%s', (_case, text, options, rows) => {
    const result = query(people, text.includes('FROM') ? `${P} ${text}` : `${P} ${text}`, options);
    if (result.kind !== 'bindings') throw new Error('no rows');
    expect(Array.from(result.rows, (row) => result.variables.map((name) => row[name]?.value).join(' '))).toEqual(rows);
  });
});

describe('paths', () => {
  const ring = sourceOf(':a :to :b . :b :to :c . :c :to :a . :c :leaf :d . :a :other :d .');
  it.each([
    ['any number of steps', 'SELECT ?x { :a :to* ?x } ORDER BY ?x', [':a', ':b', ':c']],
    ['a closure of closures', 'SELECT ?x { :a (:to*)* ?x } ORDER BY ?x', [':a', ':b', ':c']],
    ['at least one', 'SELECT ?x { :a :to+ ?x } ORDER BY ?x', [':a', ':b', ':c']],
    ['backwards', 'SELECT ?x { :a ^:to ?x }', [':c']],
    ['one after the other', 'SELECT ?x { :b :to/:leaf ?x }', [':d']],
    ['either, as often as there are ways', 'SELECT ?x { ?y (:leaf|:other) ?x }', [':d', ':d']],
    ['anything but', 'SELECT ?x { :a !(:to|^:to) ?x }', [':d']],
    ['nodes that are not there reach themselves', 'SELECT ?x { :zzz :to* ?x }', [':zzz']],
    ['both ends open', 'SELECT (COUNT(*) AS ?n) { ?x :to+ ?y }', ['9']],
  ])('%s', (_case, text, rows) => expect(ask(text, ring)).toEqual(rows));
});

describe('groups and order', () => {
  const sizes = sourceOf(':a :size 9 . :b :size 80 . :c :size 700 . :a :kind :x . :b :kind :x . :c :kind :y .');
  it.each([
    ['numbers by value, not as text', 'SELECT ?n { ?s :size ?n } ORDER BY DESC(?n)', ['700', '80', '9']],
    ['groups', 'SELECT ?k (SUM(?n) AS ?t) (COUNT(*) AS ?c) { ?s :kind ?k ; :size ?n } GROUP BY ?k ORDER BY ?k', [':x 89 2', ':y 700 1']],
    ['HAVING', 'SELECT ?k { ?s :kind ?k } GROUP BY ?k HAVING(COUNT(*) > 1)', [':x']],
    ['AVG is exact', 'SELECT (AVG(?n) AS ?a) { VALUES ?n { 0.1 0.2 } }', ['0.15']],
    ['an aggregate of nothing', 'SELECT (COUNT(*) AS ?n) (SUM(?x) AS ?t) (MAX(?x) AS ?m) { ?x :none ?y }', ['0 0 -']],
    ['each once', 'SELECT DISTINCT ?k { ?s :kind ?k } ORDER BY ?k', [':x', ':y']],
    ['a part', 'SELECT ?n { ?s :size ?n } ORDER BY ?n OFFSET 1 LIMIT 1', ['80']],
    [
      'nothing before nodes before texts',
      'SELECT ?v { VALUES ?v { "b" <http://x/i> UNDEF 2 "a" 10 } } ORDER BY ?v',
      ['-', ':i', '2', '10', 'a', 'b'],
    ],
  ])('%s', (_case, text, rows) => expect(ask(text, sizes)).toEqual(rows));
});

describe('functions', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['1/3', '0.333333333333333333'],
    ['2 * 3.0', '6.0'],
    ['1e0 + 1', '2.0E0'],
    ['1/0', '-'],
    ['COALESCE(1/0, "none")', 'none'],
    ['IF(2 > 10, "a", "b")', 'b'],
    ['STRLEN("😀é")', '2'],
    ['SUBSTR("foobar", 4, 2)', 'ba'],
    ['UCASE("straße")', 'STRASSE'],
    ['REPLACE("abcd", "(b)(c)", "$2$1")', 'acbd'],
    ['REGEX("Alice", "^ali", "i")', 'true'],
    ['STRBEFORE("abc", "c")', 'ab'],
    ['ENCODE_FOR_URI("a b/ü")', 'a%20b%2F%C3%BC'],
    ['MD5("abc")', '900150983cd24fb0d6963f7d28e17f72'],
    ['YEAR("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime)', '2011'],
    ['SECONDS("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime)', '13.815'],
    ['TIMEZONE("2011-01-10T14:45:13.815-05:30"^^xsd:dateTime)', '-PT5H30M'],
    ['"2011-01-10T14:00:00Z"^^xsd:dateTime = "2011-01-10T15:00:00+01:00"^^xsd:dateTime', 'true'],
    ['xsd:integer("12")', '12'],
    ['xsd:integer("x")', '-'],
    ['xsd:double("1.5") * 2', '3.0E0'],
    ['LANGMATCHES("de-AT", "de")', 'true'],
    ['"a" IN (1/0, "a")', 'true'],
    ['"1"^^xsd:int + 1', '2'],
    ['99999999999999999999 + 1', '100000000000000000000'],
    ['STR(<http://x/a>)', ':a'],
    ['isNumeric("x"^^xsd:integer)', 'false'],
  ])('%s is %s', (expression, value) => expect(ask(`SELECT (${expression} AS ?v) {}`)).toEqual([value]));
});

describe('statements', () => {
  it('CONSTRUCT gives each once, and leaves out what cannot be', () => {
    const result = query(people, `${P} CONSTRUCT { ?x :is ?n . ?n :of ?x } WHERE { ?x :name ?n }`);
    expect(result.kind === 'quads' && [...result.quads].map(({ object }) => object.value)).toEqual(['Ann', 'Bob', 'Cid']);
  });

  it('DESCRIBE goes on through nodes without a name', () => {
    const nested = sourceOf(':a :b [ :c [ :d 1 ] ] . :z :y :a .');
    const result = query(nested, 'DESCRIBE <http://x/a>');
    expect(result.kind === 'quads' && [...result.quads].length).toBe(3);
  });

  it('ASK', () => expect(query(people, `${P} ASK { :ann :knows :cid }`)).toMatchObject({ kind: 'boolean', value: true }));
});

it('a parameter stands for a variable, also in the answer', () => {
  const parameters = { x: parameterTerm('http://x/bob') };
  expect(ask('SELECT ?x ?n { ?x :name ?n }', people, { parameters })).toEqual([':bob Bob']);
});

describe('limits', () => {
  const many = new MemorySource(
    new Parser().parse(Array.from({ length: 300 }, (_, n) => `<urn:s${n}> <urn:p> ${n} .`).join('\n')) as unknown as Quad[],
  );
  const read = (text: string, limits: QueryOptions['limits'] = {}) => {
    const result = query(many, text, { limits });
    return result.kind === 'bindings' ? [...result.rows].length : 0;
  };
  it.each([
    ['too-slow', 'SELECT (COUNT(?a) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?a != ?d) }', { time: 50 }],
    ['too-many-rows', 'SELECT * { ?s ?p ?o }', { rows: 10 }],
    ['too-much-memory', 'SELECT * { ?s ?p ?o } ORDER BY ?o', { held: 10 }],
    ['too-long', `SELECT * { ?s ?p "${'x'.repeat(1000)}" }`, { length: 100 }],
    ['too-deep', `SELECT * { FILTER(${'('.repeat(100_000)}1) }`, {}],
    ['too-deep', `SELECT * { FILTER(${'1+'.repeat(50_000)}1) }`, {}],
    ['syntax', 'SELECT * {', {}],
    ['not-a-query', 'CLEAR ALL', {}],
    ['not-allowed', 'SELECT * { SERVICE <http://x/> { ?s ?p ?o } }', {}],
  ])('%s', (code, text, limits) => {
    expect(() => read(text, limits)).toThrow(expect.objectContaining({ name: 'SparqlError', problem: code }) as SparqlError);
  });

  it('LIMIT ends the work', () => expect(read('SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } LIMIT 5', { held: 2000 })).toBe(5));

  it('a syntax error shows the place', () => {
    expect(() => read('SELECT *\nWHERE { ?s ?p }')).toThrow(/line 2, column 15.*\nWHERE \{ \?s \?p \}\n {14}\^/s);
  });
});

it('S-34 knows prefixes it is told of, and takes the word of the query for its own', () => {
  const prefixes = { x: 'http://x/', other: 'http://x/' };
  const ages = (text: string): number => {
    const result = query(people, text, { prefixes });
    return result.kind === 'bindings' ? [...result.rows].length : -1;
  };
  expect(ages('SELECT ?a { ?p x:age ?a }')).toBe(2);
  expect(ages('PREFIX x: <http://y/> SELECT ?a { ?p x:age ?a }')).toBe(0);
  expect(() => query(people, 'SELECT ?a { ?p x:age ?a }')).toThrow(SparqlError);
});
