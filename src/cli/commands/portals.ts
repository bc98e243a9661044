/** winnow portals: legal portals and journals, each by a connector in YAML: which there are, harvesting one, testing them, writing one. */
import { Command } from 'commander';
import type { Exit } from '../exit-codes.js';
import { connectorsOption } from '../portals/connector-folders.js';
import { showEffort } from '../portals/effort.js';
import { listPortals } from '../portals/list.js';
import { showPortal } from '../portals/show.js';
import type { Terminal } from '../terminal.js';

const HELP = `
Examples:
  winnow portals list                                   which portals there are
  winnow portals show gesetze-im-internet               everything about one: terms, parameters, fields
  winnow portals run gesetze-im-internet                harvest it into ./crawls/gesetze-im-internet
  winnow portals test --all                             play every portal offline, on good days and bad ones
  winnow portals new https://journal.example/           write a connector for another one`;

export function portalsCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  const portals = new Command('portals')
    .description('Harvest legal portals and journals by connectors, one file of YAML each')
    .enablePositionalOptions()
    .addHelpText('after', HELP);
  portals
    .command('list')
    .description('List the portals there are connectors for')
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow portals list --json')
    .action((flags) => listPortals(flags, terminal));
  portals
    .command('show')
    .description('Show everything about a portal: terms, parameters, hosts, where each field comes from, quirks of its fixture')
    .argument('<id>', 'id of a connector, a name older crawlers had for it, or its file')
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow portals show gesetze-im-internet')
    .action((id: string, flags) => showPortal(id, flags, terminal));
  portals
    .command('effort')
    .description("Count what is one portal's own: lines of its connector over all lines that harvest")
    .addOption(connectorsOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow portals effort')
    .action((flags) => showEffort(flags, terminal));
  return portals;
}
