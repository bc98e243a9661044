/** Contents: hostile and broken ones, charsets, what is cut. */
import { describe, expect, it } from 'vitest';
import { parseContent } from './content.js';
import { compileExpression, type Expression } from './expression.js';

const values = (expression: Expression, source: string | Uint8Array, as: 'html' | 'xml' | 'json', charset?: string) =>
  compileExpression(expression, 'x').values({ content: parseContent(source, { as, ...(charset && { charset }) }) });

describe('charset', () => {
  const cyrillic = Buffer.from([0xc1, 0xf0, 0xee, 0xe9]); // Брой in windows-1251

  it.each<[string, Uint8Array, string | undefined, string]>([
    ['as it is told', Buffer.concat([Buffer.from('<p>'), cyrillic]), 'windows-1251', 'Брой'],
    ['as the page declares', Buffer.concat([Buffer.from('<meta charset=windows-1251><p>'), cyrillic]), undefined, 'Брой'],
    ['a mark is stronger', Buffer.from('\ufeff<p>Брой'), 'windows-1251', 'Брой'],
    ['UTF-16', Buffer.from('\ufeff<p>Брой', 'utf16le'), undefined, 'Брой'],
    ['UTF-8 where nobody says', Buffer.from('<p>Брой'), undefined, 'Брой'],
    ['the euro sign of windows-1252', Buffer.from([0x3c, 0x70, 0x3e, 0x80]), 'iso-8859-1', '€'],
    ['an unknown declaration', Buffer.from('<meta charset=klingon><p>Брой'), undefined, 'Брой'],
  ])('%s', (_name, bytes, charset, text) => expect(values('p', bytes, 'html', charset)).toEqual([text]));

  it('says which label is unknown', () =>
    expect(() => values('p', Buffer.from('x'), 'html', 'klingon')).toThrow('the charset klingon is not known'));
});

describe('XML', () => {
  it.each([
    ['whole', '<?xml version="1.0"?>\n<a><b/></a>\n<!-- end -->', false],
    ['cut between elements', '<a><b/>', true],
    ['cut inside a tag', '<a><b/></a', true],
    ['cut inside a text', '<a>text', true],
    ['empty', '', true],
  ])('%s', (_name, source, isCut) => expect(parseContent(source, { as: 'xml' }).isCut).toBe(isCut));

  it('reads no entities of its own, no files, and passes the subset over', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "xxxx"><!ENTITY y SYSTEM "file:///etc/passwd"><!ENTITY z "&x;&x;">]><a><b>&x;&y;&z;&amp;</b></a>';
    expect(values('//b', bomb, 'xml')).toEqual(['&x;&y;&z;&']);
  });

  it('takes CDATA for text', () => expect(values('//b', '<a><b>1<![CDATA[<2>]]>3</b></a>', 'xml')).toEqual(['1<2>3']));
});

describe('hostile pages', () => {
  it('are flattened where they are too deep', () => {
    const content = parseContent(`${'<div>'.repeat(20_000)}<b>x</b>`, { as: 'html' });
    expect(compileExpression('b', 'x').values({ content })).toEqual(['x']);
    expect(compileExpression({ text: {} }, 'x').values({ content })).toEqual(['x']);
  });

  it('make no selector run for ever', () => {
    const content = parseContent(`${'<div>'.repeat(500)}${'<i></i>'.repeat(20_000)}`, { as: 'html' });
    expect(() => compileExpression('div:not(.a) ~ div div:has(> i + b) i, i ~ i ~ i ~ b', 'list[0].each').nodes({ content })).toThrow(
      'list[0].each: the selector',
    );
  });

  it('may have attributes called like anything', () => {
    const source = '<p __proto__=1 constructor=2 hasownproperty=3>x';
    expect(values('p@constructor', source, 'html')).toEqual(['2']);
    expect(values('p@toString', source, 'html')).toEqual([]);
  });

  it('JSON nested without end is no more than a long text', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(values('..a', `{"b":${deep}}`, 'json')).toEqual([]);
  });
});

it('says what came instead of JSON', () => {
  expect(() => parseContent('<html>busy', { as: 'json' })).toThrow('it begins with <html>busy');
  expect(() => parseContent('', { as: 'json' })).toThrow('it is empty');
});
