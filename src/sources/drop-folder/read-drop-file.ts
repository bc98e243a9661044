/**
 * Reads files with URLs as other programs write them: text with one URL per line, JSON (a list, or one value per line),
 * CSV. A line that cannot be read becomes a problem with its place and reason; the other lines count.
 */
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { BEST_PRECEDENCE, nearest, WORST_PRECEDENCE } from '../../model/index.js';
import { readSeed, rowOf } from '../seeds/read-seed-file.js';
import { readCsvRow } from './csv-row.js';
import { linesIn, MAX_PIECE, type Piece, valuesIn } from './pieces.js';

/** A URL that another program wants queued. */
export interface DroppedUrl {
  /** WHATWG form, without fragment. */
  readonly url: string;
  /** https was added in front; when https does not answer, http is tried. */
  readonly schemeGuessed: boolean;
  /** Between 0 and 1. */
  readonly score?: number;
  /** A whole number from 1 (fetched first) to 127, as other schedulers write it. A score takes precedence. */
  readonly priority?: number;
  /** Fetch before everything else queued at its site. */
  readonly immediate?: boolean;
  /** Never fetch, and remove from the queue. */
  readonly blacklist?: boolean;
  readonly depth?: number;
}

export interface DropProblem {
  readonly line: number;
  readonly why: string;
}

type Reader = (chunks: AsyncIterable<string>) => AsyncGenerator<Row>;
/** A line as its format reads it: fields by name, or the reason why not. Null is an empty line or a comment. */
type Row = { readonly line: number; readonly fields: Readonly<Record<string, unknown>> | string | null };

const READERS: Readonly<Record<string, Reader>> = {
  '.txt': readText,
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': readCsv,
};
export const ENDINGS: readonly string[] = Object.keys(READERS);

/** Null when no reader knows the ending. */
export function readDropFile(path: string): AsyncGenerator<DroppedUrl | DropProblem> | null {
  const reader = READERS[extname(path).toLowerCase()];
  return reader ? entriesOf(reader(textOf(path))) : null;
}

async function* textOf(path: string): AsyncGenerator<string> {
  let first = true;
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    yield first && chunk.startsWith('\uFEFF') ? chunk.slice(1) : chunk;
    first = false;
  }
}

async function* entriesOf(rows: AsyncIterable<Row>): AsyncGenerator<DroppedUrl | DropProblem> {
  for await (const { line, fields } of rows) {
    if (fields === null) continue;
    const entry = typeof fields === 'string' ? fields : entryOf(fields);
    yield typeof entry === 'string' ? { line, why: entry } : entry;
  }
}

const TOO_LONG = `is longer than ${MAX_PIECE} characters, or never closed`;

// ---- formats

async function* readText(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const { line, text } of linesIn(chunks)) {
    const row = text === null ? null : rowOf(text);
    yield { line, fields: text === null ? TOO_LONG : row && { url: row } };
  }
}

async function* readJsonLines(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const piece of linesIn(chunks)) yield jsonRow(piece);
}

/** Many programs write one value per line into a .json file. If the first line is one, a broken line affects no other. */
async function* readJson(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { value: first = '' } = (await iterator.next()) as IteratorResult<string, undefined>;
  const whole = startingWith(first, iterator);
  const isLines =
    /^\s*\{/.test(first) && typeof jsonRow({ line: 1, text: first.trimStart().split(/\r?\n/, 1)[0] ?? '' }).fields === 'object';
  for await (const piece of isLines ? linesIn(whole) : valuesIn(whole)) yield jsonRow(piece);
}

async function* startingWith(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function jsonRow({ line, text }: Piece): Row {
  if (text === null) return { line, fields: TOO_LONG };
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'string') return { line, fields: { url: value } };
    const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { line, fields: isFields ? (value as Record<string, unknown>) : 'is neither a URL nor {"url": …}' };
  } catch {
    return { line, fields: 'is not valid JSON' };
  }
}

/** Without a header, the first column is the URL and the second the score. */
async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  let columns: readonly string[] = ['url', 'score'];
  let separator = ',';
  let isFirst = true;
  for await (const { line, text } of linesIn(chunks)) {
    if (isFirst && text !== null && isHeader(text)) {
      separator = /[,;\t]/.exec(text)?.[0] ?? ',';
      columns = (readCsvRow(text, separator) ?? []).map((name) => name.trim());
      yield { line, fields: null };
    } else yield { line, fields: text === null ? TOO_LONG : csvFields(readCsvRow(text, separator), columns) };
    isFirst = false;
  }
}

const isHeader = (text: string) => text.split(/[,;\t]/).some((name) => /^\s*"?url"?\s*$/i.test(name));

function csvFields(cells: readonly string[] | null, columns: readonly string[]): Record<string, unknown> | string {
  if (cells === null) return 'has a quotation mark that is not closed';
  if (cells.length > columns.length) return `has ${cells.length} columns instead of ${columns.length}; a URL with a comma needs quotes`;
  const written = cells.map((cell, index) => [columns[index] ?? '', cell.trim()] as const).filter(([, cell]) => cell !== '');
  return Object.fromEntries(
    written.map(([name, cell]) => [FIELDS.get(name.toLowerCase()) ?? name, name.toLowerCase() === 'url' ? cell : asValue(cell)]),
  );
}

/** CSV has no types: 0.5 and true are read as number and boolean. */
function asValue(cell: string): unknown {
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell;
}

// ---- one entry

const FIELDS = new Map(['url', 'score', 'priority', 'immediate', 'blacklist', 'depth'].map((name) => [name, name]));

function entryOf({ url, ...rest }: Readonly<Record<string, unknown>>): DroppedUrl | string {
  if (typeof url !== 'string') return 'has no url';
  const read = readSeed(url.trim());
  if ('why' in read) return read.why;
  const objection = Object.entries(rest)
    .map(objectionTo)
    .find((why) => why !== null);
  return objection ?? { ...read, ...rest };
}

const RULES: Readonly<Record<string, readonly [holds: (value: unknown) => boolean, form: string]>> = {
  score: [(value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number between 0 and 1'],
  priority: [
    (value) => Number.isInteger(value) && (value as number) >= BEST_PRECEDENCE && (value as number) <= WORST_PRECEDENCE,
    `a whole number from ${BEST_PRECEDENCE} to ${WORST_PRECEDENCE}`,
  ],
  immediate: [(value) => typeof value === 'boolean', 'true or false'],
  blacklist: [(value) => typeof value === 'boolean', 'true or false'],
  depth: [(value) => Number.isInteger(value) && (value as number) >= 0, 'a whole number'],
};

function objectionTo([name, value]: [string, unknown]): string | null {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (rule) return rule[0](value) ? null : `${name} is ${rule[1]}`;
  const near = nearest(name, Object.keys(RULES));
  return `has a field "${name.slice(0, 40)}" that means nothing${near ? `; ${near} was meant?` : ''}`;
}
