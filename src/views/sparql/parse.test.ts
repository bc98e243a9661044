/** Texts that a lexer may stumble over for hours: each is refused or read, and what is right stays right. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from './limits.js';
import { parseSparql } from './parse.js';
import { SparqlError } from './sparql-error.js';

const parsed = (text: string): string => {
  try {
    return parseSparql(text, DEFAULT_LIMITS).kind;
  } catch (error) {
    return (error as SparqlError).problem;
  }
};

const MANY = 200_000;

describe('what would take a lexer years', () => {
  it.each([
    ['INSERT and spaces', `INSERT${' '.repeat(MANY)}`],
    ['DELETE and spaces', `DELETE${' '.repeat(MANY)}!`],
    ['DELETE and lines', `DELETE${'\n'.repeat(MANY)}x`],
    ['INSERT and comments', `INSERT${' #\n'.repeat(MANY / 3)}`],
    ['a word', 'a'.repeat(MANY)],
    ['keywords without a space', 'as'.repeat(MANY / 2)],
    ['a word that is none', 'z'.repeat(MANY)],
    ['a word with hyphens', 'a-'.repeat(MANY / 2)],
    ['a word behind a variable', `?a${'-a'.repeat(MANY / 2)}`],
    ['a word behind a language', `@a-${'-a'.repeat(MANY / 2)}`],
    ['a word behind a number', '1a'.repeat(MANY / 2)],
    ['a word whose colon comes too late', `${'a.'.repeat(MANY / 2)}:`],
    ['a word inside a text with a wrong escape', `"\\x${'a'.repeat(MANY)}"`],
    ['a word inside a text of lines with a wrong escape', `'''\\x${'a'.repeat(MANY)}'''`],
    ['a word that is written with escapes', '\\u0061'.repeat(MANY / 6)],
    ['a word of other letters', 'é'.repeat(MANY)],
    ['a number', `SELECT * { ?s ?p ${'1'.repeat(MANY)}`],
    ['a number with a point', `SELECT * { ?s ?p 1.${'1'.repeat(MANY)}`],
    ['a text without end', `SELECT * { ?s ?p "${'a '.repeat(MANY / 2)}`],
    ['a text of lines without end', `SELECT * { ?s ?p """${'"a'.repeat(MANY / 2)}`],
    ['an address without end', `SELECT * { <${'a'.repeat(MANY)}`],
    ['quotes', '"'.repeat(MANY + 1)],
    ['signs', '<'.repeat(MANY)],
    ['a bracket and spaces', `SELECT * { ?s ?p (${' '.repeat(MANY)}`],
    ['NOT and spaces', `SELECT * { FILTER(?a NOT${' '.repeat(MANY)}`],
  ])('%s', (_case, text) => expect(parsed(text)).toBe('syntax'));
});

describe('what people write', () => {
  const long = 'n'.repeat(1000);
  it.each([
    ['white space and comments between two words of a keyword', 'INSERT \n # note\n\t DATA { <urn:a> <urn:b> 1 }', 'update'],
    ['lines between DELETE and WHERE', 'DELETE\n\n#\nWHERE { ?s ?p ?o }', 'update'],
    ['many lines', `DELETE${'\n'.repeat(5000)}DATA { <urn:a> <urn:b> 1 }`, 'update'],
    ['a long prefix', `PREFIX ${long}: <urn:> SELECT * { ${long}:${long} ?p ?o }`, 'query'],
    ['a long variable', `SELECT ?${long} { ?${long} ?p _:${long} }`, 'query'],
    ['long texts', `SELECT * { ?s ?p "${long}" , '${long}' , """${long}\n"${long}" """ , '''it's ${long}''' , "\\"${long}" }`, 'query'],
    ['a long address and comment', `SELECT * { <urn:${long}> ?p ?o } # ${long}`, 'query'],
    ['long numbers', `SELECT * { ?s ?p ${'1'.repeat(1000)} , 1.${'1'.repeat(1000)} , 1e${'1'.repeat(300)} }`, 'query'],
    [
      'every keyword',
      'SELECT (GROUP_CONCAT(ENCODE_FOR_URI(?a);SEPARATOR="-") AS ?b) { ?a ?p ?o FILTER(LANGMATCHES(LANG(?o),"*")) }',
      'query',
    ],
  ])('%s', (_case, text, kind) => expect(parsed(text)).toBe(kind));

  it('says where a word is that is none', () => {
    expect(() => parseSparql(`SELECT * {\n  ${'x'.repeat(50)} }`, DEFAULT_LIMITS)).toThrow(/line 2, column 3/);
  });
});
