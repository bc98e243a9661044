/**
 * Keeps the lexer's time in proportion to the text.
 *
 * Two things in the library's tokens run away: white space between INSERT or DELETE and DATA or WHERE, where the time doubles
 * with each character, and words without a colon, which are read to their end from each of their characters in case they are
 * the beginning of a prefixed name. The first have patterns of ours; the second are measured before anything else looks at them.
 */
import { lex, sparqlCodepointEscape } from '@traqula/rules-sparql-1-1';
import { SparqlError, type SparqlPosition } from './sparql-error.js';

const GAP = '(?:[\\t\\n\\r ]|#[^\\n]*\\n)+';

/** To be called before a parser is made: the grammar knows its tokens by identity, so they keep theirs. */
export function tamePatterns(): void {
  lex.deleteDataClause.PATTERN = new RegExp(`delete${GAP}data`, 'i');
  lex.deleteWhereClause.PATTERN = new RegExp(`delete${GAP}where`, 'i');
  lex.insertDataClause.PATTERN = new RegExp(`insert${GAP}data`, 'i');
}

/** The longest keyword has 14. */
const LONGEST_WORD = 32;

const NAME =
  'A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD';
const ESCAPE = `\\\\["'\\\\bfnrt]`;
const inQuotes = (quote: string): string => `${quote}[^${quote}\\\\\\n\\r]*(?:${ESCAPE}[^${quote}\\\\\\n\\r]*)*${quote}`;
const inThree = (quote: string): string =>
  `${quote}{3}[^${quote}\\\\]*(?:(?:${quote}{1,2}(?=[^${quote}])|${ESCAPE})[^${quote}\\\\]*)*${quote}{3}`;

/** What the lexer reads in one go, however long it is: no more than that, or something long could hide in it. */
const WHOLE = new RegExp(
  [
    '#[^\\n]*',
    '<[^\\u0000-\\u0020"<>\\\\^`{|}]*>',
    inThree('"'),
    inThree("'"),
    inQuotes('"'),
    inQuotes("'"),
    `[?$][\\w${NAME}]+`,
    '@[A-Za-z]+(?:-[\\dA-Za-z]+)*',
    '(?:\\d+(?:\\.\\d*)?|\\.\\d+)[Ee][+-]?\\d+',
    '\\d+',
    `_:[\\w${NAME}][\\w${NAME}.-]*`,
    `(?:[${NAME}](?:[\\w${NAME}.-]*[\\w${NAME}-])?)?:(?:[\\w${NAME}.:-]|%[\\dA-Fa-f]{2})*`,
  ].join('|'),
  'y',
);
const WORD = /[a-z\u0080-\uffff][\w.\-\u0080-\uffff]*/iy;

/** Throws SparqlError for a word without a colon that is too long to be a keyword. */
export function checkWords(written: string): void {
  const text = /\\u/i.test(written) ? sparqlCodepointEscape(written) : written;
  for (let at = 0; at < text.length; ) {
    const whole = lengthOf(WHOLE, text, at);
    const word = whole === 0 ? lengthOf(WORD, text, at) : 0;
    if (word > LONGEST_WORD) throw tooLong(text, at);
    at += whole || word || 1;
  }
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

function tooLong(text: string, at: number): SparqlError {
  return new SparqlError('syntax', `“${text.slice(at, at + 20)}…” is not a word of SPARQL, and a name needs a colon`, {
    position: positionAt(text, at),
  });
}

export function positionAt(text: string, offset: number): SparqlPosition {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}
