import { expect, it } from 'vitest';
import { ExpressionError } from '../content-error.js';
import { compileExpression } from '../expression.js';

const WHERE = 'list[0].fields.link';
const compiling = (selector: string) => () => compileExpression(selector, WHERE);

it.each([
  ['a.pdf@href, a.file@href', 'Write it once, for all of them: a.pdf, a.file@href'],
  ['.title a@href , .galley a@href,.x@href', 'for all of them: .title a, .galley a,.x@href'],
  ['div::html, p::html', 'for all of them: div, p::html'],
  ['a@href, img@src', 'Write a list of selectors'],
  ['a[title="x"]@href, b', 'Write a list of selectors'],
])('%s would find nothing for its first part, and is refused with what to write', (selector, advice) => {
  expect(compiling(selector)).toThrow(ExpressionError);
  expect(compiling(selector)).toThrow(advice);
  expect(compiling(selector)).toThrow(WHERE);
  expect(() => compileExpression({ css: selector }, WHERE)).toThrow(advice);
});

it.each([
  'a, b@href',
  'a[href*="x@y, z"]@href',
  `a[title='b@c, d'], p@id`,
  'concat(a/@href, b/@href)',
  'concat(@a, @b)',
  "//link[@rel='next']/@href | //a[@x]/@href",
  '@pageNumber',
  'a["x@y, z"]',
])('%s is as it should be', (selector) => {
  expect(compiling(selector)).not.toThrow();
});
