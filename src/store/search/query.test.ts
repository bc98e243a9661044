import { describe, expect, it } from 'vitest';
import { parseQuery, type QueryNode } from './query.js';

/** As a short text: words plain, phrases quoted, and(…), or(…), not(…). */
function shape(node: QueryNode): string {
  if (node.kind === 'text') {
    const field = node.field === 'any' ? '' : `${node.field}:`;
    return `${field}${node.exact ? `"${node.text}"` : node.text}${node.prefix ? '*' : ''}`;
  }
  if (node.kind === 'value') return `${node.field}=${node.value}`;
  if (node.kind === 'dates') return `${node.from === null ? '' : iso(node.from)}..${node.until === null ? '' : iso(node.until)}`;
  if (node.kind === 'not') return `not(${shape(node.node)})`;
  return node.kind === 'all' ? 'all' : `${node.kind}(${node.nodes.map(shape).join(' ')})`;
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 10);

describe('the query language', () => {
  it.each([
    ['words', 'water protection', 'and(water protection)'],
    ['a phrase', '"court of appeal" -tax', 'and("court of appeal" not(tax))'],
    ['curly quotes', '„court of appeal“', '"court of appeal"'],
    ['a phrase that is not closed', 'a "court of', 'and(a "court of")'],
    ['OR binds its neighbours', 'a b OR c d', 'and(a or(b c) d)'],
    ['a bar is OR', 'a | b', 'or(a b)'],
    ['OR at the edges', 'OR a OR', 'a'],
    ['groups', '(a b) OR (c -d)', 'or(and(a b) and(c not(d)))'],
    ['parentheses that do not match', 'a) (b', 'and(a b)'],
    ['a beginning', 'wood*', 'wood*'],
    ['fields', 'title:a inurl:b lang:DE site:Example.org', 'and(title:a url:b language=de site=example.org)'],
    ['a field with a phrase', 'title:"annual report"', 'title:"annual report"'],
    ['an unknown field', 'foo:bar', 'foo:bar'],
    ['a site with its scheme', 'site:https://example.org:8443/', 'site=https://example.org:8443/'],
    ['dates', 'after:2023 before:2024-05', 'and(2023-01-01.. ..2024-05-01)'],
    ['signs between words', 'water - & protection • 💧', 'and(water protection)'],
    ['a hyphen inside a word', 'e-mail', 'e-mail'],
    ['NOT as a word', 'a NOT b', 'and(a not(b))'],
  ])('%s', (_case, text, expected) => expect(shape(parseQuery(text))).toBe(expected));

  it('flags are further conditions', () => {
    expect(shape(parseQuery('a', { site: 'x.org', after: '2024-02-29' }))).toBe('and(a site=x.org 2024-02-29..)');
  });

  it.each([
    ['nothing', '  ', /nothing to look for/],
    ['signs only', '- () "" OR', /nothing to look for/],
    ['a day that is none', 'after:2023-02-30', /no date/],
    ['too long', 'a'.repeat(2001), /too long/],
    ['too many parts', 'a '.repeat(100), /too many parts/],
    ['too deep', '('.repeat(40), /too deep/],
  ])('refuses %s with a sentence', (_case, text, expected) => expect(() => parseQuery(text)).toThrow(expected));
});
