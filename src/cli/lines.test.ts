import { expect, it } from 'vitest';
import { folded, section } from './lines.js';

const plain = { style: (_style: unknown, text: string) => text };

it('labels line up and long text is folded under itself', () => {
  const text = section(
    'Title',
    [
      ['a', 'one two three four'],
      ['longer', 'five'],
    ],
    plain,
    20,
  );
  expect(text.split('\n')).toEqual(['Title', '  a       one two', '          three four', '  longer  five']);
});

it('an address is never broken, however narrow the terminal', () => {
  expect(folded('see https://example.org/a/very/long/address now', 10)).toEqual(['see', 'https://example.org/a/very/long/address', 'now']);
});

it('a section without lines is not there', () => expect(section('Title', [], plain, 80)).toBe(''));
