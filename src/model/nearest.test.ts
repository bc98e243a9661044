import { expect, it } from 'vitest';
import { editDistance, nearest } from './nearest.js';

const FIELDS = ['politeness', 'fetch', 'budget', 'urls', 'seeds', 'userAgent', 'delay'];

it.each([
  ['a letter left out', 'politness', 'politeness'],
  ['two letters swapped', 'fecth', 'fetch'],
  ['a letter too many', 'budgett', 'budget'],
  ['dashes instead of capitals', 'user-agent', 'userAgent'],
  ['all capitals', 'USER_AGENT', 'userAgent'],
  ['one of a short word', 'url', 'urls'],
  ['nothing alike', 'frobnicate', null],
  ['nothing', '', null],
  ['very long', 'x'.repeat(1_000_000), null],
])('%s', (_case, word, expected) => expect(nearest(word, FIELDS)).toBe(expected));

it('counts a swap of neighbours as one slip', () => {
  expect(editDistance('abcd', 'abdc')).toBe(1);
  expect(editDistance('abcd', 'dcba')).toBe(3);
  expect(editDistance('', 'abc')).toBe(3);
});
