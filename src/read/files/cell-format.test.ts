/** Cells as a spreadsheet program shows them. */
import { describe, expect, it } from 'vitest';
import { xlsWith } from '../../../test/support/files/compound-file.js';
import type { Page } from '../../model/index.js';
import { zip } from '../../webs/demo/office-files.js';
import { read } from '../read.js';
import { shownNumber } from './cell-format.js';
import { headerLines } from './sheet-header.js';

const textOf = async (bytes: Uint8Array): Promise<string> =>
  ((await read({ url: 'https://files.example/file', bytes, contentType: null, headers: [] })) as Page).text;

describe('numbers', () => {
  it.each([
    [0.125, '0.0%', '12.5%'],
    [0.07, '0%', '7%'],
    [1234567.891, '#,##0.00', '1,234,567.89'],
    [1234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
    [1234.5, '#,##0.00 "Kč"', '1,234.50 Kč'],
    [-300, '#,##0;(#,##0)', '(300)'],
    [-300, '#,##0;[Red]-#,##0', '-300'],
    [-300, '0.0', '-300.0'],
    [-0.001, '0.0', '0.0'],
    [7, '000', '007'],
    [0, '0;-0;"none"', 'none'],
    [5.5, '0.##', '5.5'],
    [5, '0.##', '5'],
    [0.5, '#.00', '.50'],
    [2_500_000, '0.0,,"M"', '2.5M'],
    [12345, '0.00E+00', '1.23E+04'],
    [5551234, '000\\-0000', '555-1234'],
    [150, '[>=100]"high "0;"low "0', 'high 150'],
    [15, '[>=100]"high "0;"low "0', 'low 15'],
    [1.005, '0.00', '1.01'],
    [42, 'General" pcs"', '42 pcs'],
    [42, '@', '42'],
    [1.5, '[h]:mm', '36:00'],
    [45413, 'yyyy\\-mm\\-dd', '2024-05-01'],
    [45413.75, 'd/m/yy h:mm', '2024-05-01 18:00'],
    [0.1 + 0.2, 'General', '0.3'],
    [-12, '_-* #,##0_-;-* #,##0_-', '-12'],
  ])('%s as %s', (value, code, shown) => expect(shownNumber(value, 164, code, false)).toBe(shown));

  it.each([
    [9, '50%'],
    [10, '50.00%'],
    [4, '0.50'],
    [20, '12:00'],
    [0, '0.5'],
    [999, '0.5'],
  ])('of the format every program knows as %s', (number, shown) => expect(shownNumber(0.5, number, undefined, false)).toBe(shown));

  it.each(['', ';;;', '"', '[', '[$', '\\', '_', '*', '0'.repeat(5000), ',,,,', '%%%%%%%%', '.'.repeat(300), 'E+E+', '[>', '[>x]0'])(
    'a format that makes no sense is borne: %s',
    (code) => {
      for (const value of [0, -1.5, 1e300, 5e-324, Number.NaN, Number.POSITIVE_INFINITY])
        expect(shownNumber(value, 200, code, true).length).toBeLessThan(1000);
    },
  );
});

describe('headers', () => {
  it.each([
    ['&LAnnual &Creport&RR&&D', ['Annual', 'report', 'R&D']],
    ['&C&"Arial,Bold"&12Draft of May', ['Draft of May']],
    ['&LKept&RPage &P of &N', ['Kept']],
    ['&C&A', []],
  ])('%s', (code, lines) => expect(headerLines(code)).toEqual(lines));
});

describe('workbooks', () => {
  it('XLSX: cells as shown, results of formulas, truth, header and footer', async () => {
    const cell = (value: string, style: number, more = '') => `<c s="${style}"${more}><v>${value}</v></c>`;
    const text = await textOf(
      zip({
        '[Content_Types].xml': 'spreadsheetml.sheet.main+xml',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${cell('0.25', 1)}${cell('1200', 2)}<c s="2"><f>SUM(A1:A2)</f><v>99.5</v></c>${cell('1', 0, ' t="b"')}${cell('#DIV/0!', 0, ' t="e"')}${cell('done', 0, ' t="str"')}</row></sheetData><headerFooter><oddHeader>&amp;LHarbour dues&amp;RPage &amp;P</oddHeader><oddFooter>&amp;CNot audited</oddFooter></headerFooter></worksheet>`,
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00&quot; €&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      }),
    );
    expect(text).toBe('25% 1,200.00 € 99.50 € TRUE #DIV/0! done\nHarbour dues\nNot audited');
  });

  it('XLS: cells as shown, truth, mistakes, header and footer', async () => {
    const text = await textOf(
      xlsWith(
        { 164: '#,##0.00" EUR"' },
        [9, 164],
        [
          [0, 0.25],
          [1, 1200],
        ],
        { truth: true, mistake: 7, header: '&LHarbour dues&RPage &P' },
      ),
    );
    expect(text).toBe('Dues\nHarbour dues\n25% 1,200.00 EUR TRUE #DIV/0!');
  });
});
