/**
 * A `crawldb` as a script that psql loads into PostgreSQL: one transaction, rows by COPY, references and indexes at the end.
 *
 * What is there already is left alone, and then nothing is loaded; with `replace` the tables of the contract are dropped first.
 */
import type { ConsumerDatabase } from '../../../follow/consumers/index.js';
import { isCodeTable, postgresReferences, postgresTables, TABLES, type Table } from './schema.js';

const HEAD = `-- A map of the web in the schema crawldb. Load it with: psql --dbname NAME --file THIS_FILE
\\set ON_ERROR_STOP on
BEGIN;
SET LOCAL client_encoding = 'UTF8';
SET LOCAL client_min_messages = warning;
`;

export async function* crawldbScript(db: ConsumerDatabase, replace = false): AsyncGenerator<string> {
  yield HEAD;
  if (replace) yield `DROP TABLE IF EXISTS ${TABLES.map(({ name }) => `crawldb.${name}`).join(', ')};\n`;
  yield 'CREATE SCHEMA IF NOT EXISTS crawldb;\n';
  for (const statement of postgresTables()) yield `${statement};\n`;
  for (const table of TABLES) yield* copyOf(db, table);
  for (const statement of [...sequences(), ...postgresReferences()]) yield `${statement};\n`;
  yield 'COMMIT;\n';
}

/** For psql: throws everything away but the codes. */
export const truncateScript = (): string =>
  `\\set ON_ERROR_STOP on\nTRUNCATE ${TABLES.filter((table) => !isCodeTable(table))
    .map(({ name }) => `crawldb.${name}`)
    .join(', ')} RESTART IDENTITY;\n`;

async function* copyOf(db: ConsumerDatabase, { name, columns }: Table): AsyncGenerator<string> {
  const names = columns.map((column) => column.name);
  const isBytes = columns.map(({ type }) => type === 'bytea');
  yield `COPY crawldb.${name} (${names.map((column) => `"${column}"`).join(', ')}) FROM stdin;\n`;
  for (const row of db
    .prepare(`SELECT ${names.join(', ')} FROM ${name} ORDER BY rowid`)
    .raw()
    .iterate() as IterableIterator<(string | number | null)[]>)
    yield `${row.map((value, index) => field(value, isBytes[index] === true)).join('\t')}\n`;
  yield '\\.\n';
}

/** The next row gets the number after the last. */
const sequences = (): string[] =>
  TABLES.filter(({ columns }) => columns.some(({ type }) => type === 'serial')).map(
    ({ name }) => `SELECT setval(pg_get_serial_sequence('crawldb.${name}', 'id'), max(id)) FROM crawldb.${name} HAVING max(id) IS NOT NULL`,
  );

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
};

function field(value: string | number | null, isBytes: boolean): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (isBytes) return `\\\\x${Buffer.from(value).toString('hex')}`;
  return value.replace(/[\\\n\r\t\b\f\v]/g, (character) => ESCAPES[character] as string);
}
