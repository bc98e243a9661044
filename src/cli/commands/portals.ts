/** winnow portals: legal portals and journals, each by a connector in YAML: which there are, harvesting one, testing them, writing one. */
import { Command } from 'commander';
import type { CompleteConnector } from '../../definition/connector/index.js';
import { readWorkerFile } from '../../formats/document-groups/index.js';
import type { Exit } from '../exit-codes.js';
import { connectorFolders, connectorsOption } from '../portals/connector-folders.js';
import { showEffort } from '../portals/effort.js';
import { type HealthFlags, showHealth } from '../portals/health.js';
import { importIds } from '../portals/import-ids.js';
import { type ItemsFlags, listItems } from '../portals/items.js';
import { listPortals } from '../portals/list.js';
import { wishedPortal } from '../portals/named-portal.js';
import { type NewFlags, newPortal } from '../portals/new/new-portal.js';
import { addParameterFlags } from '../portals/parameters.js';
import { type RunFlags, runPortal } from '../portals/run.js';
import { addLogFlags, addOlderFlags, addRunFlags } from '../portals/run-flags.js';
import { showPortal } from '../portals/show.js';
import { type TestFlags, testPortals } from '../portals/test.js';
import { type WatchPortalsFlags, watchPortals } from '../portals/watch.js';
import type { Terminal } from '../terminal.js';
import { addFlags } from './crawl.js';

const HELP = `
Examples:
  winnow portals list                                   which portals there are
  winnow portals show gesetze-im-internet               everything about one: terms, parameters, fields
  winnow portals run gesetze-im-internet                harvest it into ./crawls/gesetze-im-internet
  winnow portals watch --all                            harvest every one when it is due, until Ctrl-C
  winnow portals health                                 which of them have changed, and what broke
  winnow portals test --all                             play every portal offline, on good days and bad ones
  winnow portals new https://journal.example/           write a connector for another one`;

export function portalsCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const portals = new Command('portals')
    .description('Harvest legal portals and journals by connectors, one file of YAML each')
    .enablePositionalOptions()
    .addHelpText('after', HELP)
    .hook('preSubcommand', withParameters);
  for (const command of [
    listCommand(terminal),
    showCommand(terminal),
    runCommand(terminal, exit),
    watchCommand(terminal, exit),
    itemsCommand(terminal, exit),
    importCommand(terminal),
    testCommand(terminal, exit),
    healthCommand(terminal, exit),
    newCommand(terminal),
    effortCommand(terminal),
  ])
    portals.addCommand(command);
  return portals;
}

/** The flags of `run` and `items` depend on the portal: its parameters are among them, and in its help. */
async function withParameters(portals: Command, command: Command): Promise<void> {
  if (command.name() !== 'run' && command.name() !== 'items') return;
  const words = portals.args.slice(1);
  const id = words[0]?.startsWith('-') ? await portalOfWorker(words) : words[0];
  if (!id) return;
  const loaded = await wishedPortal(id, connectorFolders(foldersIn(words))).catch(() => null); // said by the command itself
  if (loaded) addParameterFlags(command, loaded.connector);
}

/** Where no portal is named, a worker file says which it is. */
async function portalOfWorker(words: readonly string[]): Promise<string | null> {
  const at = words.findIndex((word) => /^(-p|--parameters|--worker)$/.test(word));
  const file = at < 0 ? words.map((word) => /^(?:--parameters=|--worker=|-p)(.+)$/.exec(word)?.[1]).find(Boolean) : words[at + 1];
  if (file === undefined) return null;
  return readWorkerFile(file).then(
    ({ portal }) => portal,
    () => null,
  );
}

/** The command has not read its flags yet. */
function foldersIn(words: readonly string[]): { connectors?: string[] } {
  const at = words.indexOf('--connectors');
  if (at < 0) return {};
  const end = words.findIndex((word, index) => index > at && word.startsWith('-'));
  return { connectors: words.slice(at + 1, end < 0 ? undefined : end) };
}

const listCommand = (terminal: Terminal): Command =>
  new Command('list')
    .description('List the portals there are connectors for')
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow portals list --json')
    .action((flags) => listPortals(flags, terminal));

const showCommand = (terminal: Terminal): Command =>
  new Command('show')
    .description('Show everything about a portal: terms, parameters, hosts, where each field comes from, quirks of its fixture')
    .argument('<id>', 'id of a connector, a name older crawlers had for it, or its file')
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .option('--form', 'print its parameters, and those of every run, as the description of a form, in JSON')
    .addHelpText('after', '\nExamples:\n  winnow portals show gesetze-im-internet\n  winnow portals show ris --form')
    .action((id: string, flags) => showPortal(id, flags, terminal));

const RUN_HELP = `
Examples:
  winnow portals run gesetze-im-internet
  winnow portals run ris --param Collections=Justiz -w crawls/justiz
  winnow portals run ris --help                         its parameters are flags too
  winnow portals run ris --deliver https://central.example/CrawlerService/ServiceEUCases.svc
  winnow portals run ris --today 2031-02-01             as if it were that day: to replay a portal, or to test one
  winnow portals run --settings app.config              as the crawlers before were started
  winnow portals run -s -p worker.xml -l 'run-{0}.log'  as the workers before were started
  winnow portals run ris --resolve www.ris.bka.gv.at=127.0.0.1:8123 --allow-addresses 127.0.0.1

Ctrl-C stops it cleanly; the same command goes on. Check the terms of each portal yourself.
Flags of a crawl definition hold here too: winnow portals run --help-all lists them.`;

function runCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const command = new Command('run')
    .description('Harvest a portal: what is new, changed and gone goes into its workspace')
    .argument('[id]', 'id of a connector, its number, a name older crawlers had for it, or its file')
    .option('--param <name=value>', 'a parameter of the portal; may be repeated', repeated)
    .option('--worker <file>', 'worker file: parameters and settings as XML, as the workers before had them')
    .option('--save-worker <file>', 'write such a file of what this command says, and do nothing else')
    .option('--settings <file>', 'settings file of the original crawlers: appSettings, connection')
    .option('--today <date>', 'as if it were this day (UTC): for windows, changes and quotas, and in what is stored')
    .addOption(connectorsOption())
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress and no notices, only the report')
    .option('--help-all', 'show the flags of every field of a definition')
    .addHelpText('after', RUN_HELP);
  addRunFlags(command);
  addLogFlags(command);
  addOlderFlags(command);
  addDefinitionFlags(command);
  return command.action(async (id: string | undefined, flags: RunFlags) => exit(await runPortal(id, flags, terminal)));
}

const WATCH_HELP = `
Examples:
  winnow portals watch --all                            every portal, each by the schedule of its connector
  winnow portals watch ris eur-lex --schedule "daily at 02:00 Europe/Vienna"
  winnow portals watch --all --accept mujlt             those that need your word, by name
  winnow portals watch --all --list                     when each is due next
  winnow portals watch --all --once                     what is due now, then ends: for cron or systemd

A portal that has never run, or did not finish, runs at once; moments that passed while nobody watched come to one run.
One that fails is tried again within an hour and keeps no other waiting. Hosts are shared politely, also with other crawls.
A portal with parameters of your own is watched by a definition that names it: portal: { id, parameters }, with winnow watch.
Flags of a crawl definition hold for all of them: winnow portals watch --help-all lists them.`;

function watchCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const command = new Command('watch')
    .description('Harvest portals by their schedules, unattended')
    .argument('[ids...]', 'portals to harvest; --all for every one that may be harvested as it is')
    .option('--all', 'every portal that may be harvested as it is')
    .option('--accept <id...>', 'confirm what the re-use records of these portals ask you to confirm')
    .option('--crawls <folder>', 'folder of the workspaces, each called after its portal', 'crawls')
    .option('--parallel <count>', 'portals at the same time', '8')
    .option('--log <file>', 'scheduler log, one JSON object a line (default: watch.jsonl in the state folder)')
    .option('--once', 'run what is due now, then end')
    .option('--list', 'show when each is due next, and end')
    .addOption(connectorsOption())
    .option('--json', 'print events, or the list, as JSON')
    .option('--help-all', 'show the flags of every field of a definition')
    .addHelpText('after', WATCH_HELP);
  addDefinitionFlags(command);
  for (const option of command.options) if (option.long === '--schedule') option.hideHelp(false);
  return command.action(async (ids: string[], flags: WatchPortalsFlags) => exit(await watchPortals(ids, flags, terminal)));
}

function addDefinitionFlags(command: Command): void {
  addFlags(command);
  if (!process.argv.includes('--help-all')) for (const option of command.options) option.hidden ||= OF_CRAWLS.has(option.long ?? '');
}

const ITEMS_HELP = `
Examples:
  winnow portals items ris --limit 5                    the first of what it lists
  winnow portals items ris --json > list.jsonl          URL, NavigationPath, Id and PostValues, a line each
  winnow portals items ris --download JJT_2020_1 -o .   one of them, as it is harvested

Nothing is kept and nothing decided: that is for winnow portals run.`;

function itemsCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const command = new Command('items')
    .description('Show what a portal lists: address, addresses walked to reach it, id, values that are posted; download single ones')
    .argument('[id]', 'id of a connector, its number, a name older crawlers had for it, or its file')
    .option('--param <name=value>', 'a parameter of the portal; may be repeated', repeated)
    .option('--limit <number>', 'this many of them')
    .option('--download <id...>', 'download these instead')
    .option('-o, --output <folder>', 'where downloads go (default: standard output)')
    .option('-p, --worker <file>', 'worker file: parameters as XML')
    .option('--accept', 'confirm what the re-use record asks you to confirm')
    .option('--today <date>', 'as if it were this day (UTC)')
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText('after', ITEMS_HELP);
  addDefinitionFlags(command);
  return command.action(async (id: string | undefined, flags: ItemsFlags) => exit(await listItems(id, flags, terminal)));
}

/** What `winnow portals run ID --help` prints. */
export function runHelp(connector: CompleteConnector): string {
  const command = runCommand(SILENT, () => {});
  new Command('winnow').addCommand(new Command('portals').addCommand(command));
  addParameterFlags(command, connector);
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => HELP_WIDTH, getOutHasColors: () => false });
  command.outputHelp();
  return text;
}

const HELP_WIDTH = 100;
const SILENT: Terminal = {
  isLive: false,
  width: HELP_WIDTH,
  style: (_style, text) => text,
  remark: () => {},
  live: () => {},
  print: () => {},
};

/** Flags of a definition that mean nothing to a harvest, or that its connector decides. */
const OF_CRAWLS: ReadonlySet<string> = new Set(
  '--profile --depth --delay --workers --concurrency --pages --time --policy --files --images --render --user-agent'.split(' '),
);

const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value];

const importCommand = (terminal: Terminal): Command =>
  new Command('import')
    .description('Take over what an older crawler knew of a portal: ids and MD5s of its CrawlerDatabase.xml')
    .argument('<id>', 'id of a connector, its number, or a name older crawlers had for it')
    .argument('<file>', 'CrawlerDatabase.xml')
    .option('-w, --workspace <folder>', 'where it is kept (default: ./crawls/<id>)')
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow portals import corte-costituzionale database/CrawlerDatabase.xml')
    .action((id: string, file: string, flags) => importIds(id, file, flags, terminal));

const testCommand = (terminal: Terminal, exit: (how: Exit) => void): Command =>
  new Command('test')
    .description('Play portals offline: two days, a day with another template, a day with a list that ends early')
    .argument('[ids...]', 'which; --all for every one that has a fixture')
    .option('--all', 'every portal that has a fixture')
    .option('--fixture <file>', 'play this fixture, a module of your own')
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow portals test --all\n  winnow portals test lampland --fixture connectors/fixtures/lampland.js',
    )
    .action(async (ids: string[], flags: TestFlags) => exit(await testPortals(ids, flags, terminal)));

const HEALTH_HELP = `
Examples:
  winnow portals health                                 all portals below ./crawls
  winnow portals health vks --propose                   what broke there, and a patch of its connector
  winnow portals health vks --write vks.yaml            the connector with the repair in it
  winnow portals run vks.yaml                           and a run that tries it

Each portal's last run is held against its earlier good ones: rows, fields, files, errors, pace. Only reads; nothing is asked of
a portal. It ends with 4 when a portal is unusual or broken.`;

const healthCommand = (terminal: Terminal, exit: (how: Exit) => void): Command =>
  new Command('health')
    .description('Say how portals do by their runs: what is missing, which expression broke, how it might be mended')
    .argument('[ids...]', 'which (default: all that were harvested)')
    .option('-w, --workspace <folder>', 'where they are kept (default: every crawl below ./crawls)')
    .option('--propose', 'print a patch of the connector that reads what is known again')
    .option('--write <file>', 'write the connector with the repair into this file; the patch where it ends with .patch')
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText('after', HEALTH_HELP)
    .action(async (ids: string[], flags: HealthFlags) => exit(await showHealth(ids, flags, terminal)));

const newCommand = (terminal: Terminal): Command =>
  new Command('new')
    .description('Write a connector for another portal, with a recorded fixture; asks what it cannot see')
    .argument('<url>', 'a page of the portal: a journal, a list, a table of contents, a feed, an OAI-PMH address')
    .option('-o, --output <folder>', 'where the connector goes', 'connectors')
    .option('--id <id>', 'id of the connector')
    .option('--title <text>', 'title of the portal')
    .option('--language <code>', 'language of its documents')
    .option('--content <kind>', 'legislation, case-law or articles')
    .option('--terms <terms>', 'free, inferred, licence or prohibited')
    .option('--because <text>', 'where its terms are said')
    .option('--documents <number>', 'how many a trial may fetch; 0: no trial', '3')
    .option('--force', 'write over a connector that is there')
    .option('--contact <address>', 'who you are, for the owners of the portal')
    .option('--resolve <host=address...>', 'connect to this address for a host')
    .option('--allow-addresses <network...>', 'addresses that may be asked though they are not public')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow portals new https://journal.example/index.php/law --content articles --terms free')
    .action((url: string, flags: NewFlags) => newPortal(url, flags, terminal));

const effortCommand = (terminal: Terminal): Command =>
  new Command('effort')
    .description("Count what is one portal's own: lines of its connector over all lines that harvest")
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow portals effort')
    .action((flags) => showEffort(flags, terminal));
