/** Dates of spreadsheets: days since the end of 1899. Only their format distinguishes them from other numbers. */
import { readXmlEvents } from '../xml-events.js';

/** Date formats that every program knows by number. */
const BUILT_IN: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
const DAY_MS = 86_400_000;
/** The calendar of these files contains a 29 February 1900; from March 1900 on it is right. */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_466;

export const isDateFormat = (number: number, code: string | undefined): boolean =>
  BUILT_IN.has(number) || (code !== undefined && /[dmyhs]/i.test(code.slice(0, 300).replace(/"[^"]*"|\\.|\[[^[\]]*\]|General/gi, '')));

export interface CellFormat {
  readonly number: number;
  readonly code: string | undefined;
}

/** The format of each style of cells. */
export function cellFormats(source: string | null): CellFormat[] {
  const codes = new Map<number, string>();
  const styles: CellFormat[] = [];
  let inCells = false;
  readXmlEvents(source ?? '', {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells && styles.length < 100_000) {
        const number = Number(attributes.get('numFmtId') ?? 0);
        styles.push({ number, code: codes.get(number) });
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

/** `2024-03-01`, `2024-03-01 14:30`, `14:30`; null for any other number. */
export function serialDate(serial: number, from1904 = false): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial > LAST_DAY) return null;
  const moment = new Date((from1904 ? EPOCH_1904 : EPOCH) + Math.round(serial * 86_400) * 1000);
  const [date = '', time = ''] = moment.toISOString().slice(0, 16).split('T');
  if (serial < 1) return time;
  return moment.getTime() % DAY_MS === 0 ? date : `${date} ${time}`;
}
