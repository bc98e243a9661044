import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mainText, packedMain, storedMainText } from './main-text.js';

const TEXT = 'Menu\nTitle\nFirst block\nRow 1\nRow 2\nLast block\nFooter';
const at = (...lines: string[]): number[] => lines.flatMap((line) => [TEXT.indexOf(line), TEXT.indexOf(line) + line.length]);

describe('mainText', () => {
  it.each([
    ['the main part', { main: at('Title', 'First block') }, 'Title\nFirst block'],
    [
      'content and rows of tables in document order',
      { content: { text: at('Title', 'Last block'), tables: at('Row 1', 'Row 2') } },
      'Title\nRow 1\nRow 2\nLast block',
    ],
    ['content where no part is the main one', { main: null, content: { text: at('Title'), tables: [] } }, 'Title'],
    ['everything', {}, TEXT],
    ['nothing', { content: { text: [], tables: [] } }, ''],
  ])('M-11 is %s, and comes out of what is stored again', (_case, places, expected) => {
    const page = { text: TEXT, ...places };
    expect(mainText(page)).toBe(expected);
    expect(storedMainText(TEXT, packedMain(page))).toBe(expected);
  });

  it('survives storing, wherever the places are', () => {
    const places = fc.uniqueArray(fc.integer({ min: 0, max: TEXT.length }), { minLength: 2 }).map((found) => {
      const sorted = found.toSorted((a, b) => a - b);
      return sorted.slice(0, sorted.length - (sorted.length % 2));
    });
    fc.assert(fc.property(places, (main) => storedMainText(TEXT, packedMain({ text: TEXT, main })) === mainText({ text: TEXT, main })));
  });

  it('takes few bytes for neighbouring lines', () => {
    expect(packedMain({ text: TEXT, main: at('Title', 'First block', 'Row 1') })).toBe('5 23');
  });
});
