/** A `crawldb` in the form that is wanted: a SQLite file, a script for psql, straight into PostgreSQL, or CSV files. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConsumerDatabase, openDatabase } from '../../../follow/consumers/index.js';
import { inDraftFolder, writeWhole } from '../../../platform/index.js';
import type { WebMapRows } from '../../../store/index.js';
import { csv } from '../csv.js';
import { writeOut } from '../output.js';
import { buildCrawldb, type CrawldbOptions, type CrawldbReport } from './build.js';
import { isPostgresUrl, runPsql } from './psql.js';
import { CODES, isCodeTable, TABLES } from './schema.js';
import { crawldbScript, truncateScript } from './sql-script.js';

export type CrawldbForm = 'sqlite' | 'sql' | 'csv' | 'postgres';

export interface CrawldbTarget {
  readonly form: CrawldbForm;
  /** File, folder (of CSV) or URL (of PostgreSQL). */
  readonly to: string;
  /** With the text of pages. */
  readonly content: boolean;
  /** Drop tables that are there already in PostgreSQL. */
  readonly replace: boolean;
  readonly csv: { readonly delimiter?: string | undefined; readonly bom?: boolean | undefined; readonly raw?: boolean | undefined };
  /** Of the process, for psql. */
  readonly environment: NodeJS.ProcessEnv;
}

export async function writeCrawldb(map: WebMapRows, target: CrawldbTarget, options: CrawldbOptions): Promise<CrawldbReport> {
  if (target.form === 'sqlite') return writeSqlite(map, target, options);
  return inDraftFolder(target.form === 'postgres' ? join(tmpdir(), 'crawldb') : target.to, async (folder) => {
    const report = await buildCrawldb(map, join(folder, 'crawldb'), { ...options, content: target.content });
    const db = openDatabase(join(folder, 'crawldb'), { readonly: true });
    try {
      await writeForm(db, target);
    } finally {
      db.close();
    }
    return report;
  });
}

/** The file appears whole or not at all, and takes the place of an earlier one. */
const writeSqlite = (map: WebMapRows, { to, content }: CrawldbTarget, options: CrawldbOptions): Promise<CrawldbReport> =>
  writeWhole(to, (draft) => buildCrawldb(map, draft, { ...options, content }));

async function writeForm(db: ConsumerDatabase, { form, to, content, replace, csv: how, environment }: CrawldbTarget): Promise<void> {
  if (form === 'csv') return writeCsv(db, to, content, how);
  const script = crawldbScript(db, replace);
  return form === 'postgres' ? runPsql(to, script, environment) : writeOut(script, to);
}

/** A file a table. */
async function writeCsv(db: ConsumerDatabase, folder: string, content: boolean, how: CrawldbTarget['csv']): Promise<void> {
  await mkdir(folder, { recursive: true });
  const given = Object.fromEntries(Object.entries(how).filter(([, value]) => value !== undefined));
  for (const { name, columns } of TABLES) {
    const names = columns.map((column) => column.name).filter((column) => content || column !== 'html_content');
    const rows = db.prepare(`SELECT ${names.join(', ')} FROM ${name} ORDER BY rowid`).iterate() as IterableIterator<
      Record<string, unknown>
    >;
    await csv.write(rows, csv.options.parse({ ...given, path: join(folder, `${name}.csv`), columns: names }));
  }
}

/** Throws all rows away but the codes, in a SQLite file or in PostgreSQL. */
export async function truncateCrawldb(target: string, environment: NodeJS.ProcessEnv): Promise<void> {
  if (isPostgresUrl(target)) return runPsql(target, once(truncateScript()), environment);
  if (!existsSync(target)) throw new Error(`There is no ${target}.`);
  const db = openDatabase(target, { fileMustExist: true });
  try {
    assertCrawldb(db, target);
    const tables = TABLES.filter((table) => !isCodeTable(table)).toReversed();
    db.transaction(() => db.exec(tables.map(({ name }) => `DELETE FROM ${name};`).join('\n')))();
    db.exec('VACUUM');
  } finally {
    db.close();
  }
}

/** Some other database may have a table of the same name: its rows are not ours to throw away. */
function assertCrawldb(db: ConsumerDatabase, target: string): void {
  const columnsOf = db.prepare('SELECT name FROM pragma_table_info(?)').pluck();
  const isWhole = TABLES.every(({ name, columns }) => {
    const names = columnsOf.all(name) as string[];
    return names.length === columns.length && columns.every((column) => names.includes(column.name));
  });
  if (!isWhole)
    throw new Error(
      `${target} does not have the tables of a crawldb (${[...Object.keys(CODES), 'site', 'page', '…'].join(', ')}): nothing was removed.`,
    );
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
