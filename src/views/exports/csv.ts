/**
 * CSV after RFC 4180: a header row, CRLF after each row, quotes where a field needs them and doubled inside.
 *
 * A spreadsheet runs fields that begin with = + - or @ as formulas, which a page may exploit: an apostrophe goes before
 * them, since most CSV files are opened there sooner or later. With `raw` what was crawled comes out as it is, for programs.
 */
import { z } from 'zod';
import { guardFormula } from '../../model/index.js';
import { defineSink } from '../../plugins/index.js';
import { STDOUT, writeOut } from './output.js';
import { counting, type ExportRecord, toJson } from './records.js';

const options = z.strictObject({
  path: z.string().min(1).default(STDOUT).describe('File to write; - is standard output.'),
  delimiter: z.enum([',', ';', '\t', '|']).default(',').describe('Between fields; many European spreadsheets expect a semicolon.'),
  columns: z.array(z.string()).min(1).optional().describe('Which columns, in which order. Left out: those of the first record.'),
  header: z.boolean().default(true).describe('Begin with the names of the columns.'),
  raw: z.boolean().default(false).describe('Write text as it is, also where a spreadsheet would run it as a formula.'),
  bom: z.boolean().default(false).describe('Begin with a byte-order mark, by which Excel knows UTF-8.'),
});

type CsvOptions = z.output<typeof options>;

export const csv = defineSink({
  name: 'csv',
  about: 'Writes records as comma-separated values.',
  options,
  async write(all, chosen) {
    const { records, count } = counting(all);
    await writeOut(rowsOf(records, chosen), chosen.path);
    return count();
  },
});

async function* rowsOf(records: AsyncIterable<ExportRecord>, chosen: CsvOptions): AsyncGenerator<string> {
  let columns = chosen.columns;
  let number = 0;
  if (columns) yield headOf(columns, chosen);
  for await (const record of records) {
    number++;
    if (!columns) {
      columns = Object.keys(record);
      yield headOf(columns, chosen);
    }
    if (!chosen.columns) assertNothingLost(record, columns, number);
    yield rowOf(
      columns.map((column) => (Object.hasOwn(record, column) ? record[column] : null)),
      chosen,
    );
  }
}

const headOf = (columns: readonly string[], chosen: CsvOptions): string =>
  (chosen.bom ? '\uFEFF' : '') + (chosen.header ? rowOf(columns, chosen) : '');

/** The header is written before later records are seen, so a column they bring along has no place. */
function assertNothingLost(record: ExportRecord, columns: readonly string[], number: number): void {
  const extra = Object.keys(record).find((key) => !columns.includes(key));
  if (extra === undefined) return;
  throw new Error(`record ${number} has a column ${JSON.stringify(extra)} that the first one lacks; name the columns to write`);
}

function rowOf(values: readonly unknown[], chosen: CsvOptions): string {
  const row = values.map((value) => fieldOf(value, chosen)).join(chosen.delimiter);
  // An empty line would be no row at all.
  return `${row === '' ? '""' : row}\r\n`;
}

/** Nothing at all for null, an empty pair of quotes for an empty text: readers that care can tell them apart. */
function fieldOf(value: unknown, { delimiter, raw }: CsvOptions): string {
  if (value === null || value === undefined) return '';
  const text = textOf(value);
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const guarded = raw || isNumber ? text : guardFormula(text);
  return mustQuote(guarded, delimiter) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function mustQuote(text: string, delimiter: string): boolean {
  return text === '' || text.includes(delimiter) || /["\r\n]|^[\s\uFEFF]|\s$/.test(text);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return toJson(value) ?? '';
}
