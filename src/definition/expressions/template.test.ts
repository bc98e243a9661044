/** Templates: what is filled in, what is left without a value, and mistakes. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, renderTemplate } from './template.js';

const NAMES: Readonly<Record<string, string[] | string>> = {
  celex: '22006A0202(01)',
  title: ['Über Lampen & Licht', 'second'],
  authors: ['Ada', 'Bo', 'Cy'],
  'window.from': '2031-01-05',
  number: '7',
  address: 'http://example.org/a',
  empty: [],
  blank: '',
};
const fill = (template: string) => renderTemplate(template, (name) => NAMES[name]);

describe('templates', () => {
  it.each<[string, string, string | null]>([
    ['a value', '/celex/{celex}', '/celex/22006A0202(01)'],
    ['encoded strictly, once', '/celex/{celex|encode}', '/celex/22006A0202%2801%29'],
    ['the first of several', '{title}', 'Über Lampen & Licht'],
    ['all of several', '{authors|join:; }', 'Ada; Bo; Cy'],
    ['the last of several', '{authors|last|upper}', 'CY'],
    ['a date another way', '{window.from|date:d.M.yyyy}', '5.1.2031'],
    ['a slash in an argument', '{window.from|date:yyyy/MM}', '2031/01'],
    ['a colon in an argument', '{authors|join: : }', 'Ada : Bo : Cy'],
    ['zeros before', '{number|pad:4}', '0007'],
    ['https', '{address|https}', 'https://example.org/a'],
    ['a slug', '{title|slug}', 'uber-lampen-licht'],
    ['filters one behind the other', '{title|lower|encode}', '%C3%BCber%20lampen%20%26%20licht'],
    ['a name without a value', 'a{empty}b', null],
    ['an empty value is none', 'a{blank}b', null],
    ['a name nobody knows', 'a{other}b', null],
    ['a default', '{other|default:none}', 'none'],
    ['an empty default', 'a{other|default:}b', 'ab'],
    ['no date', '{title|date:yyyy}', null],
    ['braces', 'WHERE {{ ?a "{number}" }}', 'WHERE { ?a "7" }'],
    ['braces around a name', '{{{number}}}', '{7}'],
    ['nothing to fill in', 'plain', 'plain'],
  ])('%s', (_name, template, text) => expect(fill(template)).toBe(text));

  it.each([
    ['{a', 'the { at character 1'],
    ['a}', 'the } at character 2'],
    ['{a b}', 'a brace itself is written {{'],
    ['{a|uper}', 'there is no filter "uper"; did you mean upper?'],
    ['{constructor|constructor}', 'there is no filter "constructor"'],
  ])('%s is a mistake', (template, message) => {
    const compile = () => compileTemplate(template, 'document.key');
    expect(compile).toThrow('document.key: ');
    expect(compile).toThrow(message);
  });

  it('names are checked where they are known', () => {
    expect(() => compileTemplate('{celx}', 'document.key', ['celex', 'title'])).toThrow(
      'document.key: nothing here is called "celx"; did you mean celex?',
    );
    expect(compileTemplate('{celex} {title}', 'document.key', ['celex', 'title']).names).toEqual(['celex', 'title']);
  });

  it('tells which names have no value', () => {
    expect(compileTemplate('{celex} {other} {empty} {more|default:x}', 'x').missing((name) => NAMES[name])).toEqual(['other', 'empty']);
  });
});
