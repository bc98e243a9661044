/** Fields read together: named sets of patterns, pairs that become fields, document rules. */
import { describe, expect, it } from 'vitest';
import { patternsCompiled } from '../../model/index.js';
import { parseContent } from './content.js';
import { DocumentRules, documentRule } from './document-rules.js';
import type { Expression } from './expression.js';
import { compileFields } from './fields.js';
import { pageFields } from './page-fields.js';

const text = (source: string) => parseContent(source, { as: 'text' });
const html = (source: string) => parseContent(source, { as: 'html', url: 'https://example.org/' });
const readFields = (fields: Record<string, Expression>, source: string) => compileFields(fields, 'fields').read({ content: html(source) });

describe('fields', () => {
  it('see those before them, and parameters', () => {
    const fields = compileFields({ year: 'b', key: { template: '{court}-{year}-{n}' } }, 'fields');
    const context = { content: html('<b>2031</b>'), fields: { n: ['7'] }, parameters: { court: ['bgh'] } };
    expect(fields.read(context)).toEqual({ year: ['2031'], key: ['bgh-2031-7'] });
  });

  it('E-65 with several values are lists; without any are not there', () => {
    const authors = ['Ada', 'Bo', 'Cy'].map((name) => `<meta name=citation_author content="${name}">`).join('');
    expect(readFields({ authors: 'meta[name=citation_author]@content', title: 'h1' }, authors)).toEqual({ authors: ['Ada', 'Bo', 'Cy'] });
  });

  it('are named by pairs under a star; what is written out wins', () => {
    const script = `<a onclick="go([['broi_','19'],['idObj','90001'],['x','']])">7</a>`;
    const fields = compileFields({ '*row': { pairs: 'a@onclick' }, idObj: 'a', key: { template: '{broi_}/{idObj}' } }, 'fields');
    expect(fields.read({ content: html(script) })).toEqual({ broi_: ['19'], idObj: ['7'], key: ['19/7'] });
    expect([fields.isOpen, fields.names]).toEqual([true, ['idObj', 'key']]);
  });

  it('a page cannot name a field so that it harms', () => {
    const read = readFields({ '*': { pairs: 'a@onclick' } }, `<a onclick="[['__proto__','x'],['constructor','y']]">`);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.entries(read)).toEqual([
      ['__proto__', ['x']],
      ['constructor', ['y']],
    ]);
  });
});

describe('E-74 named sets of regular expressions', () => {
  const SETS = {
    judgment: [
      'No (?P<number>\\d+)/(?P<year>\\d{4})',
      'Judge: (?<judge>[\\p{L} ]+?)(?:,|\\n|$)',
      'of (?<date>\\d{1,2}\\.\\d{1,2}\\.\\d{4})',
    ],
  };
  const DOCUMENT = 'JUDGMENT No 7/2031 of 3.2.2031\nJudge: Ada Example, presiding\nJudge: Bo Example\nJudge: Cy Example';

  it('named groups are fields, several matches several values, in order; compiled once for 1,000 documents', () => {
    const before = patternsCompiled();
    const fields = compileFields({ '*': { regex: { set: 'judgment' } } }, 'fields', { sets: SETS });
    const compiled = patternsCompiled();
    expect(compiled - before).toBe(SETS.judgment.length);
    for (let document = 0; document < 1000; document++) {
      const read = fields.read({ content: text(`${DOCUMENT}\n${document}`) });
      expect(read).toEqual({ number: ['7'], year: ['2031'], judge: ['Ada Example', 'Bo Example', 'Cy Example'], date: ['3.2.2031'] });
    }
    expect(patternsCompiled()).toBe(compiled);
    expect(fields.names).toEqual(['number', 'year', 'judge', 'date']);
  });

  it('a pattern that explodes elsewhere is linear here', () => {
    const fields = compileFields({ '*': { regex: { set: ['^(?<a>(x+x+)+y)', '(?<z>z)'] } } }, 'fields');
    expect(fields.read({ content: text(`${'x'.repeat(50_000)} z`) })).toEqual({ z: ['z'] });
  });

  it('one that is too large for a long text is cut off and named; the others go on', () => {
    const notes: string[] = [];
    const large = '(?<a>([a-z]{1,60}[0-9]{1,60}){1,15}!)';
    const fields = compileFields({ '*': { regex: { set: [large, '(?<z>z)'] } } }, 'fields');
    const content = text(`z${'ab1 '.repeat(400_000)}`);
    expect(fields.read({ content, note: (message) => notes.push(message) })).toEqual({ z: ['z'] });
    expect(notes).toEqual([expect.stringContaining(`the pattern ${large} was applied to the first`)]);
  });

  it('one that reads the rest of the text for each match is cut off, and named', () => {
    const notes: string[] = [];
    const fields = compileFields({ x: { match: { pattern: '(?s)x.*y|x' } } }, 'fields');
    expect(fields.read({ content: text('x'.repeat(400_000)), note: (message) => notes.push(message) }).x?.[0]).toBe('x');
    expect(notes).toEqual([expect.stringContaining('the pattern (?s)x.*y|x was given up after')]);
  });

  it('one that matches everywhere is given up, and named', () => {
    const notes: string[] = [];
    const fields = compileFields({ x: { match: { pattern: 'a' } } }, 'fields');
    expect(fields.read({ content: text('a'.repeat(20_000)), note: (message) => notes.push(message) }).x).toHaveLength(10_000);
    expect(notes).toEqual(['the pattern a was given up after 10000 matches']);
  });
});

describe('document rules', () => {
  const rules = (...list: object[]) =>
    new DocumentRules(
      list.map((rule) => documentRule.parse(rule)),
      {},
      'rules',
    );
  const page = (url: string, content: string, type = 'text/html') => ({ url, type, content });

  it('E-62 two layouts need two rules', () => {
    const two = rules(
      { url: '^https://a\\.', fields: { title: 'h1', authors: '.author' } },
      { url: '^https://b\\.', fields: { title: { xpath: '//td[@class="t"]' }, authors: { split: { of: '.names', by: ',' } } } },
    );
    const expected = { values: { title: ['On Rules'], authors: ['Ada', 'Bo'] }, problems: [] };
    expect(two.read(page('https://a.test/1', '<h1>On Rules</h1><i class=author>Ada</i><i class=author>Bo</i>'))).toEqual(expected);
    expect(two.read(page('https://b.test/1', '<table><td class=t>On Rules<td class=names>Ada, Bo</table>'))).toEqual(expected);
    expect(two.read(page('https://c.test/1', '<h1>x</h1>'))).toBeNull();
  });

  it('E-64 are chosen by address and type, the first that fits', () => {
    const chosen = rules({ type: 'json$', fields: { a: 'x' } }, { url: '/special', fields: { b: 'p' } }, { fields: { c: 'p' } });
    expect(chosen.read(page('https://a.test/special', '{"x":1}', 'application/json'))?.values).toEqual({ a: ['1'] });
    expect(chosen.read(page('https://a.test/special', '<p>2'))?.values).toEqual({ b: ['2'] });
    expect(chosen.read(page('https://a.test/', '<p>3'))?.values).toEqual({ c: ['3'] });
  });

  it('E-64 fields have types: what is no such thing is no value', () => {
    const types = { pages: 'long', price: 'float', day: 'date', at: 'date-time', bad: 'long', title: 'string' };
    const typed = rules({ fields: { pages: 'i', price: 'b', day: 'u', at: 'u', bad: 'h1', title: 'h1' }, types });
    expect(typed.read(page('https://a.test/', '<h1>T</h1><i>12 pp.</i><b>1.50</b><u>3.2.2031</u>'))?.values).toEqual({
      pages: ['12'],
      price: ['1.5'],
      day: ['2031-02-03'],
      at: ['2031-02-03T00:00:00'],
      title: ['T'],
    });
  });

  it('tell what could not be read instead of failing', () => {
    const json = rules({ fields: { a: 'x' } });
    expect(json.read(page('https://a.test/', 'oops', 'application/json'))).toMatchObject({
      values: {},
      problems: [expect.stringContaining('it is no JSON')],
    });
  });

  it('a mistake in one is found before the crawl, with its place', () => {
    const checked = pageFields.options.safeParse({ rules: [{ fields: { a: { trimm: 'x' } } }] });
    expect(checked.error?.issues[0]?.message).toBe('rules[0].fields.a: there is no function "trimm"; did you mean trim?');
  });
});
