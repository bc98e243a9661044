/** winnow forget: takes content down, from archive and repository, for good. */

import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import {
  type Forgetting,
  type Forgotten,
  type ForgottenRow,
  forgetAll,
  planForgetting,
  type TakedownPlan,
  takedownsOf,
} from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { confirm } from '../confirm.js';
import type { Exit } from '../exit-codes.js';
import { printable, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Examples:
  winnow forget https://example.org/person -w crawls/example.org --dry-run
  winnow forget https://example.org/person -w crawls/example.org --yes --reason "court order 12/2026"
  winnow forget --site old.example.org --prefix https://example.org/members/
  winnow forget --list                                   earlier takedowns: when, why and how much

Removes every capture, version, title, text and address of what is named, from WARC files, indexes and database, and
tells the journal (deleted, with the evidence "forgotten"). Packages in outbox/ go too; receivers that took some are named. It is never fetched again, unless --allow-again is given.
Interrupted, it is brought to its end by the same command or by the next crawl. Nothing else may use the workspace
meanwhile. Backups and files you exported are yours to clear: see docs/guides/takedown.md.`;

interface Flags {
  readonly workspace: string;
  readonly site: string[];
  readonly prefix: string[];
  readonly document: string[];
  readonly reason?: string;
  readonly allowAgain?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

const repeated = (flags: string, description: string): Option =>
  new Option(flags, `${description}; may be repeated`)
    .argParser((value: string, before: string[]) => [...before, value])
    .default([], 'none');

export function forgetCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('forget')
    .description('Take content down: remove it from archive, repository and search, and never fetch it again')
    .argument('[urls...]', 'URLs to forget')
    .addOption(workspaceOption())
    .addOption(repeated('--site <site>', 'everything of a site, by host name or origin'))
    .addOption(repeated('--prefix <prefix>', 'everything whose URL begins like this'))
    .addOption(repeated('--document <id>', 'a document, by its number or identifier'))
    .option('--reason <words>', 'kept in the log of takedowns; do not repeat there what is to be forgotten')
    .option('--allow-again', 'it may be fetched again by a later run')
    .option('--dry-run', 'only show what would go')
    .option('-y, --yes', 'do not ask')
    .option('--list', 'show earlier takedowns')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (urls: string[], flags: Flags) => exit(await takeDown(urls, flags, terminal)));
}

async function takeDown(urls: readonly string[], flags: Flags, terminal: Terminal): Promise<Exit> {
  const workspace = resolve(flags.workspace);
  if (flags.list) return list(await takedownsOf(workspace), flags, terminal);
  const { site: sites, prefix: prefixes, document: documents } = flags;
  if (![urls, sites, prefixes, documents].some(({ length }) => length))
    throw new UsageError('Say what to forget: a URL, --site, --prefix or --document.');
  if (prefixes.some((prefix) => prefix.trim() === '')) throw new UsageError('An empty --prefix would be everything.');
  const forgetting: Forgetting = { workspace, urls, sites, prefixes, documents };
  const plan = await planForgetting(forgetting);
  if (flags.dryRun) {
    terminal.print(flags.json ? JSON.stringify({ dryRun: true, ...plan }, null, 2) : formatPlan(plan, 'would be forgotten'));
    return 'ok';
  }
  return perform(forgetting, plan, flags, terminal);
}

async function perform(forgetting: Forgetting, plan: TakedownPlan, flags: Flags, terminal: Terminal): Promise<Exit> {
  const ask = plan.resources > 0 && !flags.yes;
  if (ask) terminal.remark(formatPlan(plan, 'will be forgotten'));
  if (!(await confirm('This cannot be undone.', !ask, terminal))) {
    terminal.remark('Nothing was done.');
    return 'interrupted';
  }
  const { reason = null, allowAgain = false } = flags;
  const takedown = await forgetAll(forgetting, { reason, allowAgain, onProgress: (sentence) => terminal.live(sentence) });
  terminal.live('');
  terminal.print(flags.json ? JSON.stringify(takedown, null, 2) : describe(takedown, flags));
  return 'ok';
}

function formatPlan(plan: TakedownPlan, words: string): string {
  const { resources, documents, versions, captures, files, examples, already, sharing } = plan;
  if (resources === 0) return already > 0 ? 'That is forgotten already.' : 'No document here has that address.';
  const more = resources - examples.length;
  return [
    table([
      [documents, `${documents === 1 ? 'document' : 'documents'} ${words}, with ${versions} ${versions === 1 ? 'version' : 'versions'}`],
      [resources, `${resources === 1 ? 'URL' : 'URLs'}, with ${captures} ${captures === 1 ? 'capture' : 'captures'} in the archive`],
      [files.length, `WARC ${files.length === 1 ? 'file' : 'files'} to be written anew`],
    ]),
    ...examples.map((url) => `  ${printable(url)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(sharing > 0
      ? [`${counted(sharing, 'other document has', 'other documents have')} files in the same records and will lose them.`]
      : []),
  ].join('\n');
}

function describe(takedown: Forgotten, { allowAgain }: Flags): string {
  const { finishedEarlier, removedCopies, logRemains, documents, resources, outbox } = takedown;
  const earlier = finishedEarlier ? ['An earlier takedown had been interrupted; it is complete now.'] : [];
  const packages = describeOutbox(outbox);
  if (resources === 0) return [...earlier, ...packages, formatPlan(takedown, '')].join('\n');
  return [
    ...earlier,
    `Forgotten: ${documents} ${documents === 1 ? 'document' : 'documents'}, ${counted(takedown.versions, 'version')}, ${counted(takedown.captures, 'capture')}.`,
    allowAgain ? 'A later run may fetch it again.' : 'It is not fetched again. New URLs beside it may be: leave them out with scope.not.',
    ...(removedCopies.length ? [`Removed, since they held it too: ${removedCopies.join(', ')}.`] : []),
    ...packages,
    ...(logRemains ? ['Somebody is reading this workspace: core.db-wal may hold traces until they are gone; open it once more then.'] : []),
    ...REMINDER,
  ].join('\n');
}

/** What was taken by others cannot be taken back from here; their names are not kept, so this is the time to note them. */
function describeOutbox({ packages, held }: Forgotten['outbox']): string[] {
  return [
    ...(packages > 0 ? [`Removed from the outbox: ${packages} ${packages === 1 ? 'package' : 'packages'}.`] : []),
    ...(held.length > 0 ? ['Receivers still have it. Ask them to delete it, by its identifier:'] : []),
    ...held.map(({ outbox, identifier }) => `  ${identifier}  at ${printable(outbox)}`),
  ];
}

/** What no program can know of. */
const REMINDER = [
  'Still to be cleared by you:',
  '  backups of this workspace, and archive/orphans if there is such a folder',
  '  files you exported: JSON lines, CSV, WACZ, reports',
  '  packages in folders of your own: sentFolder, errorFolder, or a folder they are handed over to',
  '  whoever follows the journal is told by it; see that they have caught up',
];

function list(rows: readonly ForgottenRow[], { json }: Flags, terminal: Terminal): Exit {
  if (json) terminal.print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) terminal.print('Nothing has been forgotten here.');
  else
    terminal.print(
      table(
        rows.map(({ at, documents, reason, allowAgain }) => [
          at,
          documents,
          'documents',
          `${printable(reason ?? '')}${allowAgain ? ' (may be fetched again)' : ''}`,
        ]),
      ),
    );
  return 'ok';
}
