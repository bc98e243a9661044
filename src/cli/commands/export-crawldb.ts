/** winnow export crawldb: the crawl in the relational schema that tools for government crawls are written for. */

import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { Command } from 'commander';
import { CRAWLDB_NAMES, withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import {
  type CrawldbForm,
  type CrawldbReport,
  isPostgresUrl,
  mapAccess,
  truncateCrawldb,
  writeCrawldb,
} from '../../views/exports/index.js';
import { followCrawl } from '../follow-crawl.js';
import { databasePassword } from '../ingest-options.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceIn } from '../workspace-option.js';

export interface CrawldbFlags {
  readonly workspace?: string;
  readonly output: string;
  readonly format?: string;
  readonly delimiter?: string;
  readonly bom?: boolean;
  readonly raw?: boolean;
  readonly content: boolean;
  readonly replace?: boolean;
  readonly files?: string;
  readonly truncate?: string;
  readonly follow?: boolean;
  readonly views?: boolean;
  readonly json?: boolean;
}

/** Flags that only a crawldb knows. */
const OWN = ['replace', 'files', 'truncate', 'follow'] as const;

export function addCrawldbOptions(command: Command): Command {
  return command
    .option('--no-content', 'crawldb: without the text of pages')
    .option('--files <folder>', 'crawldb: save images and files there too, and name the places they really got')
    .option('--replace', 'crawldb: drop the tables of an earlier export in PostgreSQL first')
    .option('--follow', 'crawldb: into PostgreSQL anew whenever the crawl has brought something, until Ctrl-C')
    .option('--truncate <target>', 'crawldb: remove all rows but the codes from a SQLite file or postgres:// URL, instead of exporting');
}

export function refuseCrawldbOptions(flags: Partial<CrawldbFlags>): void {
  const given = OWN.find((name) => flags[name] !== undefined) ?? (flags.content === false ? 'no-content' : undefined);
  if (given) throw new UsageError(`--${given} is for winnow export crawldb only.`);
}

export async function exportCrawldb(flags: CrawldbFlags, terminal: Terminal): Promise<void> {
  if (flags.views) return terminal.print(CRAWLDB_NAMES.trimEnd());
  if (flags.truncate !== undefined) return truncate(flags.truncate, terminal);
  if (flags.follow) return follow(flags, terminal);
  return exportOnce(flags, terminal);
}

async function exportOnce(flags: CrawldbFlags, terminal: Terminal): Promise<void> {
  const form = formOf(flags);
  const to = form === 'postgres' ? flags.output : resolve(flags.output);
  const workspace = workspaceIn(flags);
  return withReading(
    workspace,
    async (reading) => {
      const { content, replace = false, delimiter, bom, raw } = flags;
      const report = await writeCrawldb(
        reading.repository.webMap,
        { form, to, content, replace, csv: { delimiter, bom, raw }, environment: environmentOfPsql() },
        {
          ...mapAccess(reading),
          folder: flags.files && resolve(flags.files),
          onProgress: ({ step, rows }) => terminal.live(`${step} ${rows}`),
        },
      );
      terminal.live('');
      await tell(report, form, to, flags, terminal);
    },
    { all: true },
  );
}

/** The crawl may begin later, and the database may be away for a while. */
async function follow(flags: CrawldbFlags, terminal: Terminal): Promise<void> {
  if (formOf(flags) !== 'postgres') throw new UsageError('--follow keeps a PostgreSQL up to date: name it with -o postgres://….');
  await followCrawl(flags.workspace, (workspace) => exportOnce({ ...flags, workspace, replace: true }, terminal), terminal);
}

/** psql has a variable of its own for the password. */
function environmentOfPsql(): NodeJS.ProcessEnv {
  const password = databasePassword();
  return password === null ? process.env : { PGPASSWORD: password, ...process.env };
}

async function truncate(target: string, terminal: Terminal): Promise<void> {
  const place = isPostgresUrl(target) ? target : resolve(target);
  await truncateCrawldb(place, environmentOfPsql());
  terminal.remark(`All rows are gone from ${shown(place)}; the codes of data_type and page_type are kept.`);
}

const FORMS: Readonly<Record<string, CrawldbForm>> = { sqlite: 'sqlite', sql: 'sql', postgres: 'sql', csv: 'csv' };

function formOf({ format, output }: CrawldbFlags): CrawldbForm {
  if (output === '-')
    throw new UsageError('A crawldb is a file, a folder (CSV) or a database: name it with -o crawldb.sqlite, or -o postgres://….');
  if (isPostgresUrl(output)) return 'postgres';
  if (format === undefined) return extname(output).toLowerCase() === '.sql' ? 'sql' : 'sqlite';
  const form = FORMS[format];
  if (!form)
    throw new UsageError(`A crawldb is written as sqlite, sql (a script for psql; postgres means the same) or csv, not as ${format}.`);
  return form;
}

const MISFITS_SHOWN = 5;

async function tell(report: CrawldbReport, form: CrawldbForm, to: string, { json }: CrawldbFlags, terminal: Terminal): Promise<void> {
  const place = form === 'postgres' ? shown(to) : to;
  const side = form === 'postgres' ? null : `${to.replace(/(?<!\/)\/+$/, '')}.report.json`;
  if (side) await writeFile(side, `${JSON.stringify(report, null, 2)}\n`);
  if (json) return terminal.print(JSON.stringify({ collection: 'crawldb', format: form, path: place, ...report }, null, 2));
  const rows = Object.entries(report.tables).map(([name, count]) => `${count} ${name}`);
  terminal.remark(`${rows.join(', ')} in ${place}`);
  for (const { table, column, length, limit, done, value } of report.misfits.listed.slice(0, MISFITS_SHOWN))
    terminal.remark(
      terminal.style(
        'yellow',
        `${table}.${column} has room for ${limit} characters, not for ${length}: ${done}. ${printable(value.slice(0, 120))}…`,
      ),
    );
  if (report.misfits.count > MISFITS_SHOWN)
    terminal.remark(terminal.style('yellow', `${counted(report.misfits.count, 'value does', 'values do')} not fit.`));
  if (report.unreadable.count > 0)
    terminal.remark(terminal.style('yellow', `${report.unreadable.count} could not be read from the archive.`));
  if (side && report.misfits.count + report.unreadable.count > 0) terminal.remark(`All of them are listed in ${side}`);
}

/** Without the password. */
function shown(target: string): string {
  if (!isPostgresUrl(target)) return target;
  const url = new URL(target);
  if (url.password) url.password = '…';
  return url.href;
}
