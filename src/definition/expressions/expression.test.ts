/** Expressions as connectors write them: every function by its example, selectors in the language of what is read, and mistakes told with their place. */
import { describe, expect, it } from 'vitest';
import { type Content, type ContentKind, parseContent } from './content.js';
import { compileExpression, type Expression } from './expression.js';
import { serialize } from './found.js';
import { FUNCTIONS } from './functions/table.js';

const ADDRESS = 'https://example.org/journal/1';
const kindOf = (source: string): ContentKind => (/^[{[]/.test(source) ? 'json' : source.startsWith('<?xml') ? 'xml' : 'html');
const read = (source: string, as = kindOf(source)): Content => parseContent(source, { as, url: ADDRESS });
const FIELDS = { journal: ['Lamp Law'] };
/** A pipeline; the linter minds objects with a `then` of their own. */
const pipe = (from: Expression, steps: unknown[]): Record<string, unknown> =>
  JSON.parse(`{"from":${JSON.stringify(from)},"then":${JSON.stringify(steps)}}`) as Record<string, unknown>;
const values = (expression: Expression, source: string, as?: ContentKind): string[] =>
  compileExpression(expression, 'fields.x').values({ content: read(source, as), fields: FIELDS });

describe('E-64 every function of the table', () => {
  it.each([...FUNCTIONS.values()].map((entry) => [entry.name, entry] as const))('%s', async (_name, { example }) => {
    const context = { content: read(example.on), fields: FIELDS, fetch: async () => read('<h1>Other page</h1>') };
    expect(await compileExpression(example.expression as Expression, 'fields.x').valuesAsync(context)).toEqual(example.gives);
  });

  it('all that the original had are there', () => {
    const names =
      'expr text attribute link url replace concat truncate trim first last default constant decode resolve size for-each field-value fetch';
    expect(names.split(' ').filter((name) => !FUNCTIONS.has(name))).toEqual([]);
  });
});

const PAGE = `<base href="/base/"><title>T</title><div class=a>One <b>two</b><br>three<script>no</script></div><div class=a> </div>
  <ul><li><a href="x?a=1&amp;b=2">X</a><li><a href="#y">Y</a></ul><p data-Id=7>a&nbsp;b`;
const RIS = JSON.stringify({
  Hits: { '@pageNumber': '1', '#text': '2' },
  one: { item: 'a' },
  many: { item: ['a', 'b'] },
  nil: { '@xsi:nil': 'true' },
  nothing: null,
  refs: [
    {
      kind: 'Main',
      urls: {
        url: [
          { type: 'Xml', at: 'm.xml' },
          { type: 'Pdf', at: 'm.pdf' },
        ],
      },
    },
    { kind: 'Image', urls: { url: { type: 'Gif', at: 'i.gif' } } },
  ],
  'x y': { 'a.b': 1 },
  zero: 0,
  no: false,
});
const FEED = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:n="urn:n"><title>Log</title>
  <entry><id>1</id><n:kind>new</n:kind><link rel="self" href="/1"/></entry><entry><id>2</id><link rel="next" href="/2"/></entry></feed>`;

describe('a selector is in the language of what is read', () => {
  it.each<[string, Expression, string, string[]]>([
    ['text, as a reader sees it', 'div.a', PAGE, ['One two three']],
    ['an attribute', 'a@href', PAGE, ['x?a=1&b=2', '#y']],
    ['an attribute in any case', 'p@data-ID', PAGE, ['7']],
    ['what is inside', 'li a::html', PAGE, ['X', 'Y']],
    ['no-break spaces are spaces', 'p', PAGE, ['a b']],
    ['an element by its text', 'li:contains(Y) a', PAGE, ['Y']],
    ['XPath on HTML', { xpath: '//LI[2]/a/@href' }, PAGE, ['#y']],
    ['a condition that does not hold', { xpath: 'boolean(//h1)' }, PAGE, []],
    ['links against the base of the page', { link: 'li a' }, PAGE, ['https://example.org/base/x?a=1&b=2', 'https://example.org/base/#y']],
    ['XPath on a feed', '//entry/id', FEED, ['1', '2']],
    ['in any namespace', '//kind', FEED, ['new']],
    ['with a condition', "//link[@rel='next']/@href", FEED, ['/2']],
    ['CSS on a feed', { css: 'entry > kind' }, FEED, ['new']],
    ['the link of an element of a feed', { link: '//entry[1]/link' }, FEED, ['https://example.org/1']],
    ['a single value is a list of one', 'one.item', RIS, ['a']],
    ['also with a star', 'one.item[*]', RIS, ['a']],
    ['a list', 'many.item', RIS, ['a', 'b']],
    ['one of a list', 'many.item[-1]', RIS, ['b']],
    ['the first of a single value', 'one.item[0]', RIS, ['a']],
    ['null is no value', 'nothing', RIS, []],
    ['nil is no value', 'nil', RIS, []],
    ['nothing of nil', 'nil.x', RIS, []],
    ['keys with signs', 'Hits["#text"]', RIS, ['2']],
    ['keys with signs, plainly', 'Hits.@pageNumber', RIS, ['1']],
    ['an element with attributes in disguise', 'Hits', RIS, ['2']],
    ['keys with spaces and dots', '["x y"]["a.b"]', RIS, ['1']],
    ['anywhere', '..at', RIS, ['m.xml', 'm.pdf', 'i.gif']],
    ['through lists', 'refs.urls.url.at', RIS, ['m.xml', 'm.pdf', 'i.gif']],
    ['where a key has a value', 'refs[kind=Main].urls.url[type="Pdf"].at', RIS, ['m.pdf']],
    ['where it has another', 'refs[kind!=Main].urls.url.at', RIS, ['i.gif']],
    ['zero and false are values', '$.zero', RIS, ['0']],
    ['an object is its JSON', 'refs[1].urls.url', RIS, ['{"type":"Gif","at":"i.gif"}']],
    ['own keys only', 'constructor', RIS, []],
  ])('%s', (_name, expression, source, found) => expect(values(expression, source)).toEqual(found));

  it('of plain text it is the whole', () => expect(values('whatever', 'two\nlines', 'text')).toEqual(['two\nlines']));
});

describe('expressions of expressions', () => {
  it.each<[string, Expression, string, string[]]>([
    ['the first that yields anything', ['h1', 'div.b', 'title'], PAGE, ['T']],
    ['an empty element yields nothing', ['div.a:nth-of-type(2)', { const: 'else' }], PAGE, ['else']],
    ['a pipeline', pipe('li a@href', ['first', { replace: { pattern: '\\?.*', with: '' } }, 'upper']), PAGE, ['X']],
    ['a date in a pipeline', pipe('p', [{ date: { from: 'd.M.yyyy', to: 'yyyy/MM' } }]), '<p>3.3.2026', ['2026/03']],
    ['a default in a pipeline', pipe('h1', [{ default: { const: 'none' } }]), PAGE, ['none']],
    ['selectors in a pipeline', pipe('d', [{ css: 'b' }, 'trim']), '{"d":"<p><b> x </b>"}', ['x']],
    ['JSON inside JSON', pipe('d', [{ json: 'a[*].b' }]), JSON.stringify({ d: JSON.stringify({ a: [{ b: 1 }, { b: 2 }] }) }), ['1', '2']],
    ['XML inside JSON', { xpath: { of: 'd', select: '//b' } }, '{"d":"<a><b>1</b></a>"}', ['1']],
    ['functions in functions', { join: { of: { 'for-each': { of: 'li', do: { lower: 'a' } } }, by: '+' } }, PAGE, ['x+y']],
    ['parts that are missing', { concat: { of: ['h1', 'title', 'p'], with: ' ' } }, PAGE, ['T a b']],
    ['nothing at all', { concat: ['h1', 'h2'] }, PAGE, []],
    ['surrogates are not cut', { truncate: { of: { const: '😀😀😀' }, length: 2 } }, PAGE, ['😀😀']],
    ['no percent-encoding after all', { decode: { of: { const: '100 %' }, as: 'percent' } }, PAGE, ['100 %']],
    ['entities twice over', { decode: { of: { const: '&amp;lt;p&amp;gt; <b>' }, as: 'entities' } }, PAGE, ['&lt;p&gt; <b>']],
    ['a number among words', { number: { const: 'Намерени резултати: 4 152' } }, PAGE, ['4152']],
    ['numbers that are a date', { number: { const: 'Брой 19, 3.3.2026' } }, PAGE, ['19']],
    [
      'patterns see elements as readers do',
      { match: { of: 'b', pattern: '№ (\\d+), (\\S+)', group: 2 } },
      '<b>№&nbsp;7,\n  2031<script>№ 8, x</script></b>',
      ['2031'],
    ],
    ['no number', { long: { const: 'none' } }, PAGE, []],
    ['a fraction is no whole number', { long: { const: '1.5' } }, PAGE, []],
  ])('%s', (_name, expression, source, found) => expect(values(expression, source)).toEqual(found));
});

describe('rows', () => {
  const rows = (each: Expression, source: string, as?: ContentKind) => {
    const content = read(source, as);
    return compileExpression(each, 'each')
      .nodes({ content })
      .map((node) => ({ content, node }));
  };
  const cells = (each: Expression, field: Expression, source: string, as?: ContentKind) =>
    rows(each, source, as).map((row) => compileExpression(field, 'fields.x').values(row));

  it.each<[string, Expression, Expression, string, string[][]]>([
    ['of HTML', 'li', 'a@href', PAGE, [['x?a=1&b=2'], ['#y']]],
    ['the row itself', 'a', '@href', PAGE, [['x?a=1&b=2'], ['#y']]],
    ['children of the row', 'ul', '> li', PAGE, [['X', 'Y']]],
    ['rows without a text', 'link', '@href', '<link href=a><link href=b>', [['a'], ['b']]],
    ['the first kind of row there is', ['tr', 'li'], 'a', PAGE, [['X'], ['Y']]],
    ['of XML', '//entry', 'id', FEED, [['1'], ['2']]],
    ['beyond the row', '//entry', '/feed/title', FEED, [['Log'], ['Log']]],
    ['of JSON', 'refs', 'kind', RIS, [['Main'], ['Image']]],
    ['a single row', 'one', 'item', RIS, [['a']]],
    ['of text', { split: { by: '\n' } }, { match: { pattern: '\\d+' } }, 'a 1\nb 2', [['1'], ['2']]],
  ])('%s', (_name, each, field, source, found) =>
    expect(cells(each, field, source, source.startsWith('a 1') ? 'text' : undefined)).toEqual(found),
  );

  it('are files of their own where that is asked', () => {
    expect(rows('refs[0].urls.url[1]', RIS).map(({ node }) => serialize(node))).toEqual([
      { as: 'json', text: '{\n  "type": "Pdf",\n  "at": "m.pdf"\n}' },
    ]);
    expect(rows('//kind', FEED).map(({ node }) => serialize(node).text)).toEqual(['<n:kind xmlns:n="urn:n">new</n:kind>']);
    expect(rows('li', PAGE).map(({ node }) => serialize(node).text)[0]).toBe('<li><a href="x?a=1&amp;b=2">X</a></li>');
  });

  const ISSUE = `<h3>Volume 3</h3><div id=m><p><a href="An3v1/1. Ada - Lucrarea.pdf">Article 1 - On rules</a></p><p>Abstract</p><p>Short.</p><p>Key-words: a; b.</p>
    <p>DOI: 10.9999/1</p><p><a href="2.pdf">Article 2 - Another</a></p><p>Abstract</p><p>Long.</p></div><div>Footer</div>`;

  it('are blocks that begin at an element and go to the next', () => {
    const each = { blocks: { start: 'a[href$=".pdf"]' } };
    expect(cells(each, { link: 'a' }, ISSUE)).toEqual([
      ['https://example.org/journal/An3v1/1.%20Ada%20-%20Lucrarea.pdf'],
      ['https://example.org/journal/2.pdf'],
    ]);
    expect(cells(each, { match: { of: 'p:contains("Key-words")', pattern: 'Key-words: (.*?)\\.?$' } }, ISSUE)).toEqual([['a; b'], []]);
    expect(cells(each, 'p:contains("Abstract") + p', ISSUE)).toEqual([['Short.'], ['Long.']]);
    expect(cells({ blocks: { start: 'a', until: 'p:contains("Key-words")' } }, { size: 'p' }, ISSUE)).toEqual([['3'], ['3']]);
  });
});

describe('pairs', () => {
  const pairs = (script: string) => values({ pairs: { const: script } }, '<p>');

  it.each([
    ['of a submit script', "return oamSubmitForm('f','f:0',null,[['broi_','19'],['idObj','90001']]);", ['broi_=19', 'idObj=90001']],
    ['in either quotation mark, with escapes', `x([["a","it\\'s"],['b',7]])`, ["a=it's", 'b=7']],
    ['of an object', "open({id: 7, 'name': 'x'})", ['id=7', 'name=x']],
    ['of a query', 'show.jsp?idMat=300&lang=bg#top', ['idMat=300', 'lang=bg']],
    ['of nothing', 'void(0)', []],
  ])('%s', (_name, script, found) => expect(pairs(script)).toEqual(found));
});

describe('mistakes are told with their place', () => {
  it.each<[Expression, string]>([
    [{ trimm: 'a' }, 'fields.x: there is no function "trimm"; did you mean trim?'],
    [{ first: { replace: { of: 'a', patern: 'x' } } }, 'fields.x.first.of.replace'],
    [{ replace: { of: 'a', pattern: '(' } }, 'fields.x.replace: the pattern ( is wrong at character'],
    [{ trim: 'a', first: 'b' }, 'a function is one name with its values; here are trim, first'],
    [pipe('a', ['trimm']), 'fields.x.then[0]: there is no function "trimm"; did you mean trim?'],
    [{ ...pipe('a', ['trim']), to: 1 }, 'to is not expected there'],
    [{ css: 'a[' }, 'is no CSS selector'],
    [{ css: '//a' }, 'for XPath write { xpath: … }'],
    [{ xpath: '//a[' }, 'is no XPath'],
    [{ json: 'a[b' }, 'is no JSON path'],
    [{ date: { of: 'a', from: 'MMMMM' } }, 'MMMMM is no form of a date'],
    [{ regex: { of: 'a', set: 'judgements' } }, 'there is no set of patterns "judgements"'],
    [{ match: { of: 'a', pattern: 'x', group: 1 } }, 'has no group 1'],
    [{ template: '{a' }, 'is part of no {name}'],
    [{}, 'here are none'],
  ])('%j', (expression, message) => expect(() => compileExpression(expression, 'fields.x')).toThrow(message));

  it('selectors are checked at once where it is known what is read', () => {
    expect(() => compileExpression('//a[', 'each', { as: 'xml' })).toThrow('each: //a[ is no XPath');
    expect(() => compileExpression('a[', 'each', { as: 'html' })).toThrow('each: a[ is no CSS selector');
  });
});

describe('further pages', () => {
  it('are asked for once each, and only where one can wait', async () => {
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      return url.endsWith('2') ? null : read(`<h1>${url.slice(-1)}</h1>`);
    };
    const expression = compileExpression({ fetch: { url: 'a', take: 'h1' } }, 'fields.x');
    const context = { content: read('<a href=1>x</a><a href=2>x</a><a href=1>x</a>') };
    expect(await expression.valuesAsync({ ...context, fetch })).toEqual(['1', '1']);
    expect(asked).toEqual(['https://example.org/journal/1', 'https://example.org/journal/2']);
    expect(() => expression.values(context)).toThrow('cannot wait for it');
  });
});
