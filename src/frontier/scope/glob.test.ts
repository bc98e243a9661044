import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob } from './glob.js';

describe('compileGlob', () => {
  it.each<[name: string, glob: string, url: string, fits: boolean]>([
    ['literal', 'http://a/', 'http://a/', true],
    ['literal, longer URL', 'http://a/', 'http://a/b', false],
    ['star alone', '*', 'http://a/', true],
    ['star takes nothing', 'http://a/*', 'http://a/', true],
    ['stars in a row', 'http://**a/***', 'http://a/', true],
    ['head and tail may not overlap', '*aba*aba', 'xaba', false],
    ['head and tail side by side', 'http://a*a', 'http://aa', true],
    ['pieces in order', '*b*a*', 'http://a/b', false],
    ['middle may not use the tail', '*ab*b', 'http://ab', false],
    ['question mark is one character', 'http://?/', 'http://a/', true],
    ['question mark is not nothing', 'http://a?', 'http://a', false],
    ['question mark takes a question mark', '*?page=*', 'http://a/?page=2', true],
    ['question mark in the middle', '*/20??/*', 'http://a/x/2024/y', true],
    ['question mark at the end', '*/??', 'http://a/b/cd', true],
    ['regex signs stand for themselves', 'http://a/(b)+.[c]$', 'http://a/(b)+.[c]$', true],
    ['a dot is a dot', 'http://a.b/', 'http://axb/', false],
  ])('%s', (_name, glob, url, fits) => expect(compileGlob(glob)(url)).toBe(fits));

  it('agrees with a plain definition of globs', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    fc.assert(fc.property(glob, text, (pattern, url) => compileGlob(`*${pattern}`)(url) === slowly(`*${pattern}`, url)));
  });

  it('takes hostile globs and URLs in its stride', () => {
    const glob = compileGlob(`*${'a*'.repeat(5000)}b`);
    expect(glob('a'.repeat(200_000))).toBe(false);
    expect(compileGlob('*\ud800*')('http://a/')).toBe(false);
  });
});

/** The definition, by all ways to divide. */
function slowly(glob: string, text: string): boolean {
  if (glob === '') return text === '';
  if (glob[0] === '*') return slowly(glob.slice(1), text) || (text !== '' && slowly(glob, text.slice(1)));
  return text !== '' && (glob[0] === '?' || glob[0] === text[0]) && slowly(glob.slice(1), text.slice(1));
}
