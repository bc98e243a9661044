/** winnow import: WARC and WACZ files of anybody's into a workspace, as if their pages had been fetched then; dumps of statements. */

import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { lastRunOf, runImport } from '../../assembly/index.js';
import { type Definition, loadDefinition } from '../../definition/crawl/index.js';
import { counted } from '../../model/index.js';
import type { ImportCounts } from '../../run/crawl/index.js';
import type { Exit } from '../exit-codes.js';
import { printable, shortSize, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { importDataset } from './import-dataset.js';

const HELP = `
Examples:
  winnow import capture.warc.gz -w crawls/example.org
  winnow import old/*.warc.gz -w crawls/old --definition crawl.yaml
  winnow import collection.wacz -w crawls/collection
  winnow import dataset dump/dataset.nq -w crawls/collection      statements (RDF) with their sources

Captures are read and stored like answers just fetched, with their own dates, and archived anew. Nothing is sent to
anybody, and links are not queued. The same import again adds nothing, so one that was stopped may simply be repeated.
Records whose bytes do not fit their digests, and captures without a date or with one before 1990 or more than a day
ahead, are refused and named. Exit code 4 when records were refused, damaged or unreadable; the others are imported all
the same.`;

interface Flags {
  readonly workspace: string;
  readonly definition?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export function importCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('import')
    .description('Take WARC and WACZ files, or dumps of statements, into a workspace')
    .argument('<files...>', 'WARC files, plain or gzip, or WACZ files; after the word dataset: N-Quads or TriG')
    .requiredOption('-w, --workspace <folder>', 'target folder; made if needed')
    .option('-d, --definition <file>', 'definition to read by (default: that of the last run, else the defaults)')
    .option('-q, --quiet', 'no progress')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', HELP)
    .action(async ([first = '', ...others]: string[], flags: Flags) => {
      const isDataset = first === 'dataset' && others.length > 0;
      return exit(await (isDataset ? importDataset(others, flags, terminal) : importFiles([first, ...others], flags, terminal)));
    });
}

async function importFiles(files: readonly string[], flags: Flags, terminal: Terminal): Promise<Exit> {
  const absent = files.filter((file) => !existsSync(file));
  if (absent.length) throw new UsageError(`There is no file ${absent.join(', ')}.`);
  const { definition, folder } = await definitionFor(flags);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  try {
    const counts = await runImport({
      definition,
      folder,
      workspace: resolve(flags.workspace),
      files: files.map((file) => resolve(file)),
      stop: interrupt.signal,
      onProgress: flags.quiet ? undefined : showCounts(terminal),
      onProblem: (problem) => terminal.remark(terminal.style('yellow', printable(problem))),
    });
    terminal.live('');
    terminal.print(flags.json ? JSON.stringify(counts, null, 2) : format(counts, flags.workspace));
    if (interrupt.signal.aborted) return 'interrupted';
    return counts.failed + counts.wrongDigests + counts.wrongDates > 0 ? 'found' : 'ok';
  } finally {
    process.off('SIGINT', stop);
  }
}

const SHOWN_EVERY_MS = 100;

function showCounts(terminal: Terminal): (counts: ImportCounts, file: string) => void {
  let shownAt = 0;
  return ({ captures, documents, bytes }, file) => {
    if (Date.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = Date.now();
    terminal.live(`${counted(captures, 'capture')}  ${counted(documents, 'document')}  ${shortSize(bytes)}  ${basename(file)}`);
  };
}

async function definitionFor({ definition: file, workspace }: Flags): Promise<{ definition: Definition; folder: string }> {
  if (file !== undefined) return { definition: (await loadDefinition({ file })).definition, folder: dirname(resolve(file)) };
  const last = await lastDefinition(resolve(workspace));
  if (last?.plugins.length)
    throw new UsageError(`The crawl in ${workspace} uses plug-ins of its own: name its definition with --definition FILE.`);
  return { definition: last ?? (await loadDefinition({ flags: { name: nameOf(workspace) } })).definition, folder: process.cwd() };
}

async function lastDefinition(workspace: string): Promise<Definition | null> {
  const run = await lastRunOf(workspace);
  return run && (JSON.parse(run.definition) as Definition);
}

const nameOf = (workspace: string): string =>
  basename(resolve(workspace))
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|(?<![^A-Za-z0-9])[^A-Za-z0-9]+$/g, '') || 'import';

function format(counts: ImportCounts, workspace: string): string {
  const rows: [number, string][] = [
    [counts.captures, 'captures read'],
    [counts.imported, `imported, ${shortSize(counts.bytes)}`],
    [counts.documents, 'documents added, changed or found unchanged'],
    [counts.older, 'older than what was known: archived, no document changed'],
    [counts.known, 'here already'],
    [counts.skipped, 'passed over: revisits without their original, URLs that are not of the Web'],
    [counts.failed, 'damaged or unreadable'],
    [counts.wrongDigests, 'refused: their bytes do not fit their digests'],
    [counts.wrongDates, 'refused: no date, or one before 1990 or more than a day ahead'],
    [counts.uncheckedDigests, 'digests not compared: unknown algorithm, truncated or too large to decode'],
  ];
  return `${table(rows.filter(([count], index) => count > 0 || index < 3))}\n\nSee: winnow report -w ${workspace}`;
}
