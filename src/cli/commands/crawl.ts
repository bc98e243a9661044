/** winnow crawl: from URLs or a definition to an archive and a repository. */
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { checkDefinition, loadRegistry, runCrawl } from '../../assembly/index.js';
import {
  definitionFlags,
  definitionFromUrls,
  type Flag,
  formatProblems,
  isDefinitionFile,
  type LoadedDefinition,
  loadDefinition,
} from '../../definition/index.js';
import { govEndLine } from '../../deliver/index.js';
import { withContact } from '../ask-contact.js';
import type { Exit } from '../exit-codes.js';
import { printReport } from '../print-report.js';
import { showProgress, stopOnInterrupt } from '../progress.js';
import type { Terminal } from '../terminal.js';

const EXAMPLES = `
Examples:
  winnow crawl https://example.org                    one site, politely, into ./crawls/example.org
  winnow crawl example.org --depth 2 --pages 500      two links deep, at most 500 pages
  winnow crawl crawl.yaml --delay 1s                  a definition, with one value changed
  winnow crawl https://a.org https://b.org --json     several seeds; the report as JSON

Run it again to go on after a stop, or to visit everything anew after it has finished.
Every field of a definition has a flag: winnow crawl --help-all lists them.`;

export function crawlCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const command = new Command('crawl')
    .description('Fetch every page in scope politely and once, into a WARC archive and a repository')
    .argument('<what...>', 'URLs to start from, or one definition file (.yaml, .json, .ts)')
    .option('-w, --workspace <folder>', 'where the crawl is kept (default: ./crawls/<name>)')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, only the report')
    .option('--help-all', 'show the flags of every field of the definition')
    .addHelpText('after', EXAMPLES);
  addFlags(command);
  return command.action(async (what: string[], options: CrawlFlags) => exit(await crawlWith(what, options, terminal)));
}

interface CrawlFlags extends Record<string, unknown> {
  readonly workspace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

async function crawlWith(what: string[], options: CrawlFlags, terminal: Terminal): Promise<Exit> {
  const loaded = await loadWhat(what, options);
  const folder = loaded.file ? dirname(loaded.file) : process.cwd();
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, folder));
  const definition = await withContact(loaded.definition, terminal);
  for (const problem of loaded.problems) terminal.remark(terminal.style('yellow', formatProblems([problem])));
  const workspace = options.workspace ?? join('crawls', definition.name);
  const signals = stopOnInterrupt(terminal);
  const end = await runCrawl({
    definition,
    folder,
    workspace: resolve(workspace),
    ...signals,
    onStart: ({ run, resumed, seeding }) => {
      for (const problem of seeding.problems) terminal.remark(terminal.style('yellow', problem));
      if (!options.quiet)
        terminal.remark(
          `${resumed ? 'Going on with' : 'Beginning'} run ${run.id} of ${definition.name}: ${seeding.seeds.length} seeds, workspace ${workspace}`,
        );
    },
    onProgress: options.quiet ? undefined : showProgress(terminal),
  }).finally(signals.release);
  terminal.live('');
  const report = printReport(workspace, terminal, { run: end.run, json: options.json });
  if (report.profile === 'gov' && !options.json) terminal.print(govEndLine(report.visited, report.seconds));
  return end.state === 'stopped' ? 'interrupted' : 'ok';
}

function loadWhat(what: string[], flags: CrawlFlags): Promise<LoadedDefinition> {
  const [first] = what as [string];
  return what.length === 1 && isDefinitionFile(first) ? loadDefinition({ file: first, flags }) : definitionFromUrls(what, { flags });
}

/** Common flags show in the help; the long ones of every other field work too and show with --help-all. */
function addFlags(command: Command): void {
  for (const flag of definitionFlags()) {
    if (flag.path === 'seeds' || flag.path === 'name') continue;
    if (flag.short) command.addOption(optionOf(command, flag.short, flag));
    command.addOption(optionOf(command, flag.flag, flag).hideHelp(!process.argv.includes('--help-all')));
    if (flag.negation) command.addOption(command.createOption(flag.negation, `not: ${flag.description}`).hideHelp());
  }
  command.on('option:help-all', () => command.help());
}

function optionOf(command: Command, name: string, flag: Flag) {
  const option = command.createOption(flag.takesValue ? `${name} <${flag.placeholder}>` : name, flag.description);
  return flag.repeatable ? option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]) : option;
}
