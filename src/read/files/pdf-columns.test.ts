import { describe, expect, it } from 'vitest';
import { inColumns } from './pdf-columns.js';
import { withFields } from './pdf-fields.js';
import { linesOf, type TextPiece } from './pdf-layout.js';

const piece = (text: string, x: number, y: number, ends = false): TextPiece => ({ text, x, y, width: text.length * 5, size: 10, ends });
const textOf = (pieces: readonly TextPiece[]): string[] => linesOf(pieces).map(({ text }) => text);
const COLUMNS = [50, 250, 450];

/** Drawn line by line, across all columns. */
const drawn = (columns: number, lines: number, top: number, word: (column: number, line: number) => string): TextPiece[] =>
  Array.from({ length: lines }, (_, line) =>
    Array.from({ length: columns }, (_none, column) =>
      piece(word(column, line), COLUMNS[column] ?? 0, top - line * 12, column === columns - 1),
    ),
  ).flat();
const prose = (column: number, line: number): string => `column ${column} goes on in line ${line}`;

describe('columns of a PDF', () => {
  it.each([2, 3])('%s columns drawn line by line are read one after the other', (count) => {
    const heading = piece('A heading that stands over all of the columns of this page, from the left to the right', 50, 700, true);
    const expected = [
      heading.text,
      ...Array.from({ length: count }, (_, column) => Array.from({ length: 6 }, (_none, line) => prose(column, line))).flat(),
    ];
    expect(textOf(inColumns([heading, ...drawn(count, 6, 680, prose)]))).toEqual(expected);
  });

  it('a heading over both ends the columns above it', () => {
    const middle = piece('A heading in the middle that stands over both of the columns', 50, 600, true);
    const lines = textOf(inColumns([...drawn(2, 6, 680, prose), middle, ...drawn(2, 6, 580, (column, line) => prose(column, line + 6))]));
    expect(lines.indexOf(prose(1, 5))).toBeLessThan(lines.indexOf(middle.text));
    expect(lines.indexOf(middle.text)).toBeLessThan(lines.indexOf(prose(0, 6)));
  });

  it('a table is read by its rows', () => {
    const cells = drawn(3, 8, 680, (column, line) => `cell ${line}${column}`);
    expect(textOf(inColumns(cells))).toEqual(textOf(cells));
  });
});

describe('form fields of a PDF', () => {
  const pieces = [piece('Name', 50, 700, true), piece('City', 50, 680, true)];
  const field = { subtype: 'Widget', fieldType: 'Tx', fieldValue: 'Ana Novak', rect: [100, 696, 200, 712] };

  it('stand beside their labels', () => {
    const city = { ...field, fieldType: 'Ch', fieldValue: ['Koper'], rect: [100, 676, 200, 692] };
    expect(textOf(withFields(pieces, [city, field]))).toEqual(['Name Ana Novak', 'City Koper']);
  });

  it('are told by their own name where there is no label, and not at all where nobody sees them', () => {
    const far = { ...field, alternativeText: 'Phone', fieldValue: '123', rect: [100, 300, 200, 312] };
    const unseen = [
      { ...field, hidden: true },
      { ...field, password: true },
      { ...field, fieldType: 'Btn' },
    ];
    expect(textOf(withFields(pieces, [far, ...unseen]))).toEqual(['Name', 'City', 'Phone: 123']);
    expect(textOf(withFields(pieces, [{ ...far, alternativeText: '' }]))).toEqual(['Name', 'City', '123']);
  });
});
