/** winnow crawl: from URLs or a definition to an archive and a repository. */

import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { loadRegistry, runCrawl } from '../../assembly/index.js';
import {
  type Definition,
  definitionFlags,
  definitionFromUrls,
  type Flag,
  formatProblems,
  isDefinitionFile,
  type LoadedDefinition,
  loadDefinition,
} from '../../definition/crawl/index.js';
import type { PlanCounts } from '../../frontier/revisit/index.js';
import { counted } from '../../model/index.js';
import { stateFolder } from '../../platform/index.js';
import type { CrawlEnd } from '../../run/crawl/index.js';
import { checkDefinition } from '../../run/crawl/index.js';
import type { DroppedFile } from '../../sources/index.js';
import { govEndLine, type RunReport } from '../../views/reports/index.js';
import { withContact } from '../ask-contact.js';
import type { Exit } from '../exit-codes.js';
import { obstacleWords, printReport } from '../print-report.js';
import { showProgress, stopOnInterrupt } from '../progress.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

const EXAMPLES = `
Examples:
  winnow crawl https://example.org                    one site, politely, into ./crawls/example.org
  winnow crawl example.org --depth 2 --pages 500      two links deep, at most 500 pages
  winnow crawl crawl.yaml --delay 1s                  a definition, with one value changed
  winnow crawl https://a.org https://b.org --json     several seeds; the report as JSON
  winnow crawl --profile gov-2                        a profile that has its own seeds
  winnow crawl gov.example --profile gov --workers 3 --depth 4 --no-files --no-images
  winnow crawl changed.yaml --against-archive         what a changed definition would do, tried on what is archived

Ctrl-C stops it within two seconds; winnow change and winnow stop reach it from another terminal.
Run it again to go on after a stop, or to visit everything anew after it has finished.
Every field of a definition has a flag: winnow crawl --help-all lists them.`;

export function crawlCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const command = new Command('crawl')
    .description('Fetch every page in scope politely and once, into a WARC archive and a repository')
    .argument('[what...]', 'seed pages: URLs to start from, or one definition file (.yaml, .json, .ts); none when the profile has its own')
    .option('-w, --workspace <folder>', 'where the crawl is kept (default: ./crawls/<name>)')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, only the report')
    .option('--against-archive', 'dry run: try the definition on the archive of the workspace; sends no request and writes nothing')
    .option('--examples <number>', 'examples of each count in a dry run', Number, 3)
    .option('--help-all', 'show the flags of every field of the definition')
    .addHelpText('after', EXAMPLES);
  addFlags(command);
  return command.action(async (what: string[], options: CrawlFlags) => exit(await crawlWith(what, options, terminal)));
}

interface CrawlFlags extends Record<string, unknown> {
  readonly workspace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly againstArchive?: boolean;
  readonly examples: number;
}

async function crawlWith(what: string[], options: CrawlFlags, terminal: Terminal): Promise<Exit> {
  const loaded = await loadWhat(what, options);
  const folder = loaded.file ? dirname(loaded.file) : process.cwd();
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, folder));
  const definition = options.againstArchive ? loaded.definition : await withContact(loaded.definition, terminal);
  for (const problem of loaded.problems) terminal.remark(terminal.style('yellow', formatProblems([problem])));
  const wanted = { ...options, definition, folder, workspace: options.workspace ?? join('crawls', definition.name) };
  if (!options.againstArchive) return crawlDefinition(wanted, terminal);
  const { dryRunDefinition } = await import('../dry-run.js');
  return dryRunDefinition(wanted, terminal);
}

/** A definition and where it is crawled to. */
export interface DefinitionToCrawl {
  readonly definition: Definition;
  /** Folder its paths are relative to. */
  readonly folder: string;
  readonly workspace: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Crawls by a definition to its end, with progress and report. */
export async function crawlDefinition(
  { definition, folder, workspace, json, quiet }: DefinitionToCrawl,
  terminal: Terminal,
): Promise<Exit> {
  if (definition.portal !== undefined) {
    // Loaded when it comes to that, as the dry run is: no other crawl needs what harvests portals.
    const { harvestDefinition } = await import('../portals/run.js');
    return harvestDefinition({ definition, folder, workspace, json, quiet }, terminal);
  }
  const interrupts = stopOnInterrupt(terminal);
  const end = await runCrawl({
    definition,
    folder,
    workspace: resolve(workspace),
    state: stateFolder(process.env),
    leaseMs: Number(process.env['WINNOW_LEASE_MS']) || undefined, // for tests that stop processes
    stop: interrupts.stop,
    onRemark: (remark) => terminal.remark(terminal.style('yellow', printable(remark))),
    onStart: ({ run, resumed, seeding, plan }) => {
      for (const problem of seeding.problems) terminal.remark(terminal.style('yellow', problem));
      if (!quiet)
        terminal.remark(
          `${resumed ? 'Going on with' : 'Beginning'} run ${run.id} of ${definition.name}: ${counted(seeding.seeds.length, 'seed')}, workspace ${workspace}`,
        );
      if (!quiet && plan) terminal.remark(planLine(plan));
    },
    onDrop: (file) => {
      if (!quiet || file.unreadable > 0) terminal.remark(dropLine(file));
    },
    onProgress: quiet ? undefined : showProgress(terminal),
  }).finally(interrupts.release);
  terminal.live('');
  if (end.idle) {
    terminal.remark('No page is due yet, so no run was begun. To visit everything now, add: --revisit-mode everything');
    return 'ok';
  }
  const report = await printReport(workspace, terminal, { run: end.run, json, remarks: false });
  if (report.profile === 'gov' && !json) terminal.print(govEndLine(report.visited, report.seconds));
  if (end.state === 'paused') terminal.remark(terminal.style('yellow', pauseAdvice(end.reason)));
  return ranIntoNothing(report, terminal) ? 'reachedNothing' : ENDS[end.state];
}

/** Says what stood in the way of a run that reached nothing. */
function ranIntoNothing(report: RunReport, terminal: Terminal): boolean {
  const words = obstacleWords(report);
  if (words !== null) terminal.remark(terminal.style('yellow', words));
  return words !== null;
}

/** A run that visits a part only says which. */
function planLine({ pages, due, explored, doubtful, sitemaps, retried, unvisited }: PlanCounts): string {
  const others = [
    explored ? `${explored} that lead to new ones` : '',
    doubtful ? `${doubtful} in doubt` : '',
    sitemaps ? counted(sitemaps, 'sitemap') : '',
    retried ? `${retried} tried again` : '',
    unvisited ? `${unvisited} never visited` : '',
  ].filter((words) => words !== '');
  return `This run visits ${[`${due} of ${counted(pages, 'known page')} for freshness`, ...others].join(', ')}.`;
}

/** What to do about a pause; doing nothing would pause again at once. */
function pauseAdvice(reason: string): string {
  const remedy = reason.startsWith('budget.size')
    ? 'Raise budget.size, in the definition or with --budget-size'
    : 'Free space on that disk, or lower budget.keepFree';
  return `Paused: ${reason}.\n${remedy}, and run the same command again: it goes on where it was.`;
}

const ENDS: Record<CrawlEnd['state'], Exit> = { finished: 'ok', stopped: 'interrupted', paused: 'paused' };

function dropLine({ name, state, accepted, updated, refused, blacklisted, unreadable, problems }: DroppedFile): string {
  const counts = `${accepted} queued, ${updated} updated, ${blacklisted} blacklisted, ${refused} refused, ${unreadable} unreadable`;
  const first = problems[0] ? `; ${problems[0].line > 0 ? `line ${problems[0].line}: ` : ''}${problems[0].why}` : '';
  return printable(`Drop folder: ${name} ${state}: ${counts}${first}`);
}

function loadWhat(what: string[], flags: CrawlFlags): Promise<LoadedDefinition> {
  const [first] = what;
  if (first === undefined) return loadProfile(flags);
  return what.length === 1 && isDefinitionFile(first) ? loadDefinition({ file: first, flags }) : definitionFromUrls(what, { flags });
}

/** Without URLs, the profile has to bring them. */
async function loadProfile(flags: CrawlFlags): Promise<LoadedDefinition> {
  const loaded = await loadDefinition({ flags });
  if (loaded.definition.seeds.length > 0) return loaded;
  throw new UsageError('Name URLs to start from, a definition file, or a profile that has seeds: --profile gov-2.');
}

/** Common flags show in the help; the long ones of every other field work too and show with --help-all. */
export function addFlags(command: Command): void {
  for (const flag of definitionFlags()) {
    if (flag.path === 'seeds' || flag.path === 'name') continue;
    if (flag.short) command.addOption(optionOf(command, flag.short, flag));
    command.addOption(optionOf(command, flag.flag, flag).hideHelp(!process.argv.includes('--help-all')));
    for (const negation of [flag.negation, flag.shortNegation])
      if (negation) command.addOption(command.createOption(negation, `not: ${flag.description}`).hideHelp());
  }
  command.on('option:help-all', () => command.help());
}

function optionOf(command: Command, name: string, flag: Flag) {
  const option = command.createOption(flag.takesValue ? `${name} <${flag.placeholder}>` : name, flag.description);
  return flag.repeatable ? option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]) : option;
}
