/** Dates as portals write them. */
import { describe, expect, it } from 'vitest';
import { formatDate, isDateFormat, parseAnyDate, parseDate } from './date-format.js';

describe('by a form', () => {
  it.each<[string, string, string | null]>([
    ['14 January 2031', 'd MMMM yyyy', '2031-01-14'],
    ['2 May 2007', 'd MMMM yyyy', '2007-05-02'],
    ['1st September 2010', 'd MMMM yyyy', '2010-09-01'],
    ['14. Jänner 2031', 'd. MMMM yyyy', '2031-01-14'],
    ['3. März 2026', 'd. MMMM yyyy', '2026-03-03'],
    ['1er août 2019', 'd MMMM yyyy', '2019-08-01'],
    ['7 FÉVRIER 2019', 'd MMMM yyyy', '2019-02-07'],
    ['9 dicembre 2020', 'd MMMM yyyy', '2020-12-09'],
    ['28 юли 2026', 'd MMMM yyyy', '2026-07-28'],
    ['4 септември 2025 г.', "d MMMM yyyy 'г.'", '2025-09-04'],
    ['Sept. 5, 2024', 'MMM d, yyyy', '2024-09-05'],
    ['3.3.2026', 'd.M.yyyy', '2026-03-03'],
    ['03.03.2026', 'dd.MM.yyyy', '2026-03-03'],
    ['3.3.2026', 'dd.MM.yyyy', null],
    ['20310114083059', 'yyyyMMddHHmmss', '2031-01-14T08:30:59'],
    ['2026-03-03 00:00:00.0', 'yyyy-MM-dd HH:mm:ss.S', '2026-03-03T00:00:00'],
    ['Thu, 01 Jan 2015 00:00:00 GMT', 'EEE, d MMM yyyy HH:mm:ss XXX', '2015-01-01T00:00:00Z'],
    ['2031-01-14T10:00:00+0100', "yyyy-MM-dd'T'HH:mm:ssXXX", '2031-01-14T10:00:00+01:00'],
    ['01/31', 'MM/yy', '2031-01'],
    ['2031', 'yyyy', '2031'],
    ['31.2.2026', 'd.M.yyyy', null],
    ['29.2.2024', 'd.M.yyyy', '2024-02-29'],
    ['1.13.2026', 'd.M.yyyy', null],
    ['14 Smarch 2031', 'd MMMM yyyy', null],
    ['on 14.1.2031', 'd.M.yyyy', null],
    ['2031-01-14 25:00:00', 'yyyy-MM-dd HH:mm:ss', null],
  ])('%s as %s', (text, format, iso) => expect(parseDate(text, format)).toBe(iso));

  it('in one language alone', () => {
    expect(parseDate('3 mars 2026', 'd MMMM yyyy', ['fr'])).toBe('2026-03-03');
    expect(parseDate('3 mars 2026', 'd MMMM yyyy', ['de'])).toBeNull();
  });

  it('knows a form when it sees one', () => expect(['d.M.yyyy', 'MMMMM', "yyyy'T'HH"].map(isDateFormat)).toEqual([true, false, true]));
});

it.each([
  ['2031-01-14', '2031-01-14'],
  ['20310114', '2031-01-14'],
  ['14/01/2031 00:00:00', '2031-01-14T00:00:00'],
  ['2025/01/02', '2025-01-02'],
  ['14 gennaio 2031', '2031-01-14'],
  ['January 14, 2031', '2031-01-14'],
  ['2031', '2031'],
  ['14.1.', null],
  ['soon', null],
])('in whatever form: %s', (text, iso) => expect(parseAnyDate(text)).toBe(iso));

it.each([
  ['2031-01-05', 'dd.MM.yyyy', '05.01.2031'],
  ['2031-01-05', 'd.M.yy', '5.1.31'],
  ['2031-01', 'yyyyMMdd', '20310101'],
  ['2031-01-05T08:30:00+01:00', "yyyy-MM-dd'T'HH:mm:ss", '2031-01-05T08:30:00'],
  ['2031-03-05', 'd MMMM yyyy', '5 March 2031'],
  ['soon', 'yyyy', null],
])('%s written as %s', (iso, format, text) => expect(formatDate(iso, format)).toBe(text));
