/** winnow export: rows of the repository as JSON lines, CSV or whatever a sink makes of them; the archive as WACZ. */
import { Argument, Command, Option } from 'commander';
import { loadRegistry, withReading } from '../../assembly/index.js';
import { nearest } from '../../model/index.js';
import type { Row } from '../../store/index.js';
import { COLLECTIONS, type Collection, collectionRows, externalScores } from '../../views/exports/index.js';
import type { Exit } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { optionalWorkspace, workspaceIn } from '../workspace-option.js';
import { addCrawldbOptions, type CrawldbFlags, exportCrawldb, refuseCrawldbOptions } from './export-crawldb.js';
import { addDatasetOptions, type DatasetFlags, exportDataset, refuseDatasetOptions } from './export-dataset.js';
import { addFilesOptions, exportFiles, type FilesFlags, refuseFilesOptions } from './export-files.js';
import { addGroupsOptions, exportCrawlerData, exportFramework, type GroupsFlags, refuseGroupsOptions } from './export-groups.js';
import { addWaczOptions, exportWacz, refuseWaczOptions, type WaczFlags } from './export-wacz.js';

const HELP = `
Collections:
  documents        what was collected, with its newest digests and dates
  pages            the same with text (without boilerplate and all that is visible), facts, metadata and the place in the archive
  links            every link of every page
  fetches          every request and how it ended
  resources        every URL known, and how it stands in the queue
  sites            sites with their robots.txt
  journal          what was added, what changed and what is gone, with the evidence
  rejections       URLs left out, with the rule that did it
  runs             the runs of this crawl
  queue            what is queued, site by site, best first
  external-scores  the queue with keys and integer precedences from 1 to 127
  crawldb          everything in the relational schema crawldb: SQLite, a script for psql, PostgreSQL or CSV files
  dataset          all statements (RDF) with their sources: N-Quads, TriG, a file for each source, a description
  files            images and documents as plain files: files/PDF/<site>/…, files/images/<site>/…
  crawler-framework  documents, their files and the log of the ingest service in the tables of the contract: SQLite
  crawler-data     the same as a crawler of the contract keeps it: SQLiteData/SQLiteCrawlerData.sqlite and packages (ZIP)
  wacz             archived records with index and pages, as a file that replay tools open

Examples:
  winnow export pages -w crawls/example.org > pages.jsonl
  winnow export links --format csv --columns from_url,to_url,anchor -o links.csv
  winnow export pages --format csv --delimiter ';' --bom -o pages.csv   for a spreadsheet
  winnow export crawldb -o crawldb.sqlite                                        a file
  winnow export crawldb -o postgres://localhost/maps --replace                   straight into PostgreSQL
  winnow export crawldb -o postgres://localhost/maps --follow                    and anew while the crawl goes on
  winnow export crawldb --format csv --delimiter ';' --no-content -o tables      a file a table
  winnow export dataset -o dump --as nquads,trig --per-source                    statements and where they are from
  winnow export files -o saved --types PDF,DOCX --images none
  winnow export crawler-framework groups.sqlite                                  with the bytes of every file
  winnow export crawler-framework --views > views.sql                            then: sqlite3 -init views.sql FOLDER/core.db
  winnow export crawler-data DESTINATION
  winnow export wacz -o example.wacz --run 2 --site example.org                  for ReplayWeb.page and others

Only reads: it may run while the crawl does.`;

interface Flags extends GroupsFlags, DatasetFlags, Omit<WaczFlags, 'workspace'>, Omit<CrawldbFlags, 'files'>, Omit<FilesFlags, 'images'> {
  readonly files?: string;
  readonly images?: string;
  readonly workspace?: string;
  readonly format?: string;
  readonly output: string;
  readonly delimiter?: string;
  readonly columns?: string;
  readonly bom?: boolean;
  readonly raw?: boolean;
  readonly plugin: string[];
  readonly json?: boolean;
}

export function exportCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  const command = new Command('export')
    .description('Write what was collected as JSON lines, CSV or WACZ')
    .addArgument(new Argument('<collection>', 'what to write').choices([...COLLECTIONS, 'external-scores', ...WHOLE]))
    .argument('[target]', 'file or folder to write; the same as -o')
    .addOption(optionalWorkspace())
    .option('-f, --format <sink>', 'jsonl (default), csv or a sink of a plug-in; of crawldb: sqlite, sql or csv')
    .option('-o, --output <file>', 'file to write, replaced when complete; - is standard output', '-')
    .option('--columns <names>', 'only these, in this order, separated by commas')
    .option('--delimiter <character>', 'between the fields of CSV: comma, semicolon, tab or |')
    .option('--bom', 'begin CSV with a byte-order mark, by which Excel knows UTF-8')
    .option('--raw', 'CSV with text as it is: without the apostrophe that keeps spreadsheets from running it as a formula')
    .addOption(
      new Option('--plugin <module>', 'module with further sinks; may be repeated')
        .argParser((value: string, before: string[]) => [...before, value])
        .default([], 'none'),
    )
    .option('--json', 'print what was written, as JSON, after the file (-o)');
  return addGroupsOptions(addDatasetOptions(addFilesOptions(addCrawldbOptions(addWaczOptions(command)))))
    .addHelpText('after', HELP)
    .action((what: Exported | (typeof WHOLE)[number], target: string | undefined, given: Flags) => {
      const flags = target === undefined ? given : { ...given, output: target };
      if (what === 'crawler-framework') return exportFramework(flags, terminal);
      if (what === 'crawler-data') return exportCrawlerData(flags, terminal);
      refuseGroupsOptions(flags, what === 'crawldb');
      if (what !== 'wacz') refuseWaczOptions(flags);
      if (what !== 'crawldb') refuseCrawldbOptions(flags);
      if (what !== 'files') refuseFilesOptions(flags);
      if (what !== 'dataset') refuseDatasetOptions(flags);
      if (what === 'dataset') return exportDataset(flags, terminal);
      if (what === 'crawldb') return exportCrawldb({ ...flags, delimiter: delimiterOf(flags) }, terminal);
      if (what === 'files') return exportFiles(flags, terminal);
      return what === 'wacz' ? exportWacz({ ...flags, workspace: workspaceIn(flags) }, terminal) : exportRows(what, flags, terminal);
    });
}

/** What is no list of rows. */
const WHOLE = ['crawldb', 'crawler-data', 'crawler-framework', 'dataset', 'files', 'wacz'] as const;

/** Collections of the repository, and views made of them. */
type Exported = Collection | 'external-scores';

async function exportRows(collection: Exported, flags: Flags, terminal: Terminal): Promise<void> {
  const registry = await loadRegistry(flags.plugin, process.cwd());
  const { format = 'jsonl' } = flags;
  const { plugin, options } = registry.choose('sink', { use: format, ...sinkOptions(flags) });
  return withReading(
    workspaceIn(flags),
    async ({ repository }) => {
      const rows = collection === 'external-scores' ? externalScores(repository.streams) : collectionRows(repository, collection);
      const records = await plugin.write(
        flags.columns === undefined
          ? rows
          : chosen(
              rows,
              flags.columns.split(',').map((name) => name.trim()),
            ),
        options,
      );
      report({ collection, format, path: flags.output, records }, flags, terminal);
    },
    { all: true },
  );
}

const DELIMITERS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', '\\t': '\t' };

const delimiterOf = ({ delimiter }: Flags): string | undefined =>
  delimiter === undefined ? undefined : (DELIMITERS[delimiter] ?? delimiter);

/** Only what was asked for: a sink without such an option says so. */
function sinkOptions(flags: Flags): Record<string, unknown> {
  const { output, bom, raw } = flags;
  const options = { path: output, delimiter: delimiterOf(flags), bom, raw };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

async function* chosen(rows: AsyncIterable<Row>, columns: readonly string[]): AsyncGenerator<Row, void> {
  let checked = false;
  for await (const row of rows) {
    if (!checked) assertColumns(columns, Object.keys(row));
    checked = true;
    yield Object.fromEntries(columns.map((name) => [name, row[name]]));
  }
}

function assertColumns(wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const suggestion = nearest(unknown, known);
  throw new UsageError(`There is no column "${unknown}".${suggestion ? ` Did you mean ${suggestion}?` : ''} Columns: ${known.join(', ')}.`);
}

/** Standard output belongs to the rows; the count is for those who wrote a file. */
function report(written: { collection: string; format: string; path: string; records: number }, flags: Flags, terminal: Terminal): void {
  if (flags.output === '-') return;
  if (flags.json) terminal.print(JSON.stringify(written));
  else terminal.remark(`${written.records} ${written.collection} in ${written.path}`);
}
