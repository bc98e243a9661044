import { expect, it } from 'vitest';
import type { Expression } from './expression.js';
import { FUNCTIONS } from './functions/table.js';
import { expressionInWords } from './in-words.js';

/** A pipeline; the linter minds objects with a `then` of their own. */
const pipe = (from: string, steps: unknown[]): Expression =>
  JSON.parse(`{"from":${JSON.stringify(from)},"then":${JSON.stringify(steps)}}`) as Expression;

it.each<[Expression, string]>([
  ['td.date', '`td.date`'],
  [['h1', 'title', { const: 'untitled' }], '`h1`; else `title`; else “untitled”'],
  [{ date: { of: 'td.date', from: ['d.M.yyyy', 'd MMMM yyyy'] } }, '`td.date`, as a date (written `d.M.yyyy` or `d MMMM yyyy`)'],
  [{ match: { of: { field: 'page' }, pattern: '/(\\d+)$' } }, 'what `/(\\d+)$` matches in the field `page`'],
  [
    pipe('a@href', ['first', { replace: { pattern: '#.*$' } }, { resolve: {} }]),
    'the first of `a@href`, without `#.*$`, as a whole address',
  ],
  [{ first: ['h1', 'h2'] }, 'the first of (`h1`; else `h2`)'],
  [{ link: {} }, 'where the row leads'],
  [{ css: { of: 'content.rendered', select: 'a@href' } }, '`a@href` (CSS) in `content.rendered`'],
  [{ concat: ['b', { const: '/' }, 'i'] }, '`b` + “/” + `i`'],
  [
    { map: { of: 'b', to: { a: '1', b: '2', c: '3', d: '4', e: '5' }, otherwise: 'same' } },
    '`b`, in other words (a → “1”, b → “2”, c → “3”, d → “4”, 1 more, others as they are)',
  ],
  [{ template: '{a}/{b}' }, 'made of `{a}/{b}`'],
])('%j', (expression, words) => {
  expect(expressionInWords(expression)).toBe(words);
});

it.each([...FUNCTIONS.values()])('$name has words of its own', ({ name, example }) => {
  const words = expressionInWords(example.expression as Expression);
  expect(words).not.toMatch(new RegExp(`^${name} of |\\[object|undefined`));
});
