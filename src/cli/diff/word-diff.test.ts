/** What changed between two texts, in words. */
import { expect, it } from 'vitest';
import { changesBetween } from './word-diff.js';

const told = (before: string, after: string): string[] =>
  changesBetween(before, after).map((change) =>
    change.map(({ kind, text }) => (kind === 'lost' ? `[-${text}-]` : kind === 'gained' ? `{+${text}+}` : text)).join(' '),
  );

it.each([
  ['nothing', 'The same words.', 'The same words.', []],
  ['a word', 'The fee is 20 euros a day.', 'The fee is 25 euros a day.', ['The fee is [-20-] {+25+} euros a day.']],
  ['words that came', 'One.\nTwo.', 'One.\nTwo and a half.', ['[-Two.-] {+Two and a half.+}']],
  ['a line that came', 'One.\nThree.', 'One.\nTwo.\nThree.', ['{+Two.+}']],
  ['a line that went', 'One.\nTwo.\nThree.', 'One.\nThree.', ['[-Two.-]']],
  ['everything', 'a', 'b', ['[-a-] {+b+}']],
  ['spaces alone', 'a  b', 'a b ', []],
  ['from nothing', '', 'a b', ['{+a b+}']],
])('%s', (_, before, after, changes) => {
  expect(told(before, after)).toEqual(changes);
});

it('leaves out the words between two changes that are far apart', () => {
  const between = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ');
  expect(told(`a ${between} b`, `c ${between} d`)).toEqual(['[-a-] {+c+} w0 w1 w2 w3 w4', 'w35 w36 w37 w38 w39 [-b-] {+d+}']);
});

it('is bounded: two long texts without a word in common are told as a whole', () => {
  const words = (letter: string) => Array.from({ length: 50_000 }, (_, index) => `${letter}${index}`).join(' ');
  const startedAt = process.cpuUsage().user;
  expect(changesBetween(words('a'), words('b'))).toHaveLength(1);
  expect(process.cpuUsage().user - startedAt).toBeLessThan(20e6);
});
