import { describe, expect, it } from 'vitest';
import { printable, shortSize, table } from './terminal.js';

describe('shortSize', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.00 KB'],
    [9994, '9.99 KB'],
    [9996, '10.0 KB'],
    [123_456, '123 KB'],
    [84_055_769_088, '84.1 GB'],
    [2e18, '2000 PB'],
  ])('%d bytes', (bytes, text) => expect(shortSize(bytes)).toBe(text));
});

describe('printable', () => {
  it('disarms what would move the cursor or turn the line round', () => {
    expect(printable('a\u001b[2Jb\u202ec\nd')).toBe('a\\u001b[2Jb\\u202ec\\u000ad');
  });
});

describe('table', () => {
  it('lines up words to the left and numbers to the right', () => {
    expect(
      table([
        ['a', 1, 'x'],
        ['long', 200, 'y'],
      ]),
    ).toBe('a       1  x\nlong  200  y');
  });
});
