/** winnow journal: what was added, changed and deleted, as it stands or as it comes. */

import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { withReading } from '../../assembly/index.js';
import {
  BEGINNING,
  type ConsumerState,
  consumerStates,
  followJournal,
  type Position,
  resetConsumer,
} from '../../follow/consumers/index.js';
import { counted } from '../../model/index.js';
import type { JournalEntry, JournalFilter, JournalReader, Operation, Repository } from '../../store/index.js';
import type { Exit } from '../exit-codes.js';
import { entryLine } from '../journal/entry-line.js';
import { Feed, LimitReached, ReaderGone } from '../journal/feed.js';
import { readMoment } from '../journal/moment.js';
import { OPERATION_WORDS } from '../operation-words.js';
import { printable, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { latestCrawl, optionalWorkspace, workspaceOption } from '../workspace-option.js';

/** Entries that are shown when nothing else is asked for. */
const SHOWN = 20;

const HELP = `
Examples:
  winnow journal                                          the newest entries, newest first
  winnow journal --last 500                               more of them
  winnow journal --follow                                 and what comes, until Ctrl-C
  winnow journal --json --operation changed,deleted --since 2d    a feed of JSON lines
  winnow journal --json --consumer indexer | ./index.sh   goes on where the last call ended
  winnow journal consumers                                who follows, and how far behind
  winnow journal reset indexer                            let it begin again

With --consumer an entry counts as read when it has been written out. A kill in between repeats at most one batch, so a
reader that must not do anything twice remembers the last sequence.
Only reads the crawl: it may run while the crawl does.`;

interface Flags {
  readonly workspace?: string;
  readonly follow?: boolean;
  readonly json?: boolean;
  readonly since?: string;
  readonly last?: number;
  readonly operation?: readonly Operation[];
  readonly run?: number;
  readonly site?: string;
  readonly limit?: number;
  readonly consumer?: string;
}

export function journalCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('journal')
    .enablePositionalOptions() // options after consumers and reset are theirs
    .description('Print what was added, changed and deleted, and follow what comes')
    .addOption(optionalWorkspace()) // not required: consumers and reset have their own
    .option('-f, --follow', 'go on as entries are written, until Ctrl-C')
    .option('--json', 'a JSON object a line, with digests and places in the archive')
    .option('--since <moment>', 'entries after this sequence, or from this time on: 4711, 2d, 2026-11-01T12:00')
    .addOption(
      new Option(
        '--last <count>',
        'the newest entries, this many; with --json or --follow, begin this many before the end (default: 20 where people read)',
      ).argParser(wholeNumber),
    )
    .addOption(
      new Option(
        '--operation <names>',
        'only these, separated by commas: added, changed, deleted, unchanged (or Add, Upd, Del, None)',
      ).argParser(readOperations),
    )
    .addOption(new Option('--run <number>', 'only entries of this run').argParser(wholeNumber))
    .option('--site <place>', 'only documents of this host and all below it, or of this site: gov.si, https://gov.si:8443')
    .addOption(new Option('--limit <count>', 'end after this many entries').argParser(wholeNumber))
    .option('--consumer <name>', 'go on after what this consumer has read, and remember how far it is')
    .addHelpText('after', HELP)
    .addCommand(consumersCommand(terminal))
    .addCommand(resetCommand(terminal))
    .action((flags: Flags) => printJournal(flags, terminal));
}

async function printJournal(flags: Flags, terminal: Terminal): Promise<void> {
  const workspace = resolve(flags.workspace ?? latestCrawl() ?? missingWorkspace());
  await withReading(workspace, async ({ repository }) => {
    const { filter, start } = whereFrom(flags, repository);
    if (isGlance(flags)) glance(repository, filter, flags.last ?? SHOWN, terminal);
    else await feedLines({ workspace, repository, filter, start }, flags, terminal);
  });
}

interface Reading {
  readonly workspace: string;
  readonly repository: Repository;
  readonly filter: JournalFilter;
  readonly start: Position;
}

async function feedLines({ workspace, repository, filter, start }: Reading, flags: Flags, terminal: Terminal): Promise<void> {
  const feed = new Feed({
    line: flags.json ? (entry: JournalEntry) => JSON.stringify(entry) : (entry: JournalEntry) => entryLine(entry, terminal),
    limit: flags.limit ?? Number.POSITIVE_INFINITY,
    start,
    consumer: flags.consumer === undefined ? undefined : { workspace, name: flags.consumer },
  });
  const interrupt = endOnInterrupt();
  try {
    const finish = flags.follow ? undefined : AbortSignal.abort();
    await followJournal(repository, feed, { signal: interrupt.signal, finish, attempts: 1, filter });
  } catch (error) {
    if (!(error instanceof ReaderGone || error instanceof LimitReached)) throw error;
  } finally {
    interrupt.release();
    feed.close();
  }
}

/** A person looks at what is new; whoever reads all of it says so, and gets it in the order it was written. */
const isGlance = ({ follow, json, since, limit, consumer }: Flags): boolean =>
  !follow && !json && since === undefined && limit === undefined && consumer === undefined;

function glance({ journal }: Repository, filter: JournalFilter, most: number, terminal: Terminal): void {
  const { entries, isAll } = newest(journal, filter, most);
  for (const entry of entries) terminal.print(entryLine(entry, terminal));
  if (!isAll) terminal.remark(terminal.style('dim', `Older ones: --last ${10 * most}, or all of them: --since 0`));
  if (entries.length === 0) terminal.remark('The journal has no such entry.');
}

/** Newest first. What fits a filter may lie far back, so each look back is twice as long as the one before. */
function newest(journal: JournalReader, filter: JournalFilter, most: number): { entries: JournalEntry[]; isAll: boolean } {
  const last = journal.last();
  for (let back = most; ; back *= 2) {
    const after = Math.max(0, last - back);
    const entries = allAfter(journal, after, filter);
    if (entries.length >= most || after === 0)
      return { entries: entries.slice(-most || entries.length).toReversed(), isAll: after === 0 && entries.length <= most };
  }
}

function allAfter(journal: JournalReader, after: number, filter: JournalFilter): JournalEntry[] {
  const found: JournalEntry[] = [];
  for (let at = after; ; ) {
    const { items, through } = journal.slice(at, 1000, filter);
    found.push(...items);
    if (through === at) return found;
    at = through;
  }
}

function missingWorkspace(): never {
  throw new UsageError('There is no crawl below ./crawls: say which one is meant with --workspace FOLDER.');
}

function whereFrom(flags: Flags, { journal }: Repository): { filter: JournalFilter; start: Position } {
  if (flags.since !== undefined && flags.last !== undefined)
    throw new UsageError('--since and --last both say where to begin: use one of them.');
  const since = flags.since === undefined ? null : readMoment(flags.since, Date.now());
  const last = flags.last === undefined ? null : Math.max(0, journal.last() - flags.last);
  const at = last ?? since?.sequence ?? 0;
  const { operation: operations, run, site } = flags;
  const filter = { operations, run, site, since: since?.time };
  return { filter, start: at === 0 ? BEGINNING : { at, mark: journal.markAt(at) } };
}

/** Ctrl-C is how one ends following: the batch under way is still written and acknowledged. A second one waits for nothing. */
function endOnInterrupt(): { signal: AbortSignal; release(): void } {
  const end = new AbortController();
  const interrupt = () => end.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  return { signal: end.signal, release: () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt) };
}

function consumersCommand(terminal: Terminal): Command {
  return new Command('consumers')
    .description('List who follows the journal: cursors, how far behind, and what fails')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow journal consumers -w crawls/example.org')
    .action(({ workspace, json }: { workspace: string; json?: boolean }) =>
      reading(workspace, (repository, folder) => {
        const states = consumerStates(folder, repository);
        terminal.print(json ? JSON.stringify(states, null, 2) : consumerTable(states, terminal));
      }),
    );
}

function consumerTable(states: readonly ConsumerState[], terminal: Terminal): string {
  if (!states.length) return 'Nobody follows this journal yet. Begin with: winnow journal --consumer NAME';
  const rows = states.map(({ name, kind, position, lag, behindSince, failing }) => [
    name,
    kind,
    position ?? '-',
    lag,
    failing
      ? terminal.style('red', `failing since ${failing.since}, ${counted(failing.failures, 'time')}: ${printable(failing.error)}`)
      : behindSince
        ? `the oldest unread entry is of ${behindSince}`
        : 'up to date',
  ]);
  return table([['consumer', 'kind', 'read', 'unread', ''], ...rows]);
}

function resetCommand(terminal: Terminal): Command {
  return new Command('reset')
    .description('Let a consumer begin again, at the beginning or after an entry')
    .argument('<name>', 'name of the consumer')
    .addOption(workspaceOption())
    .addOption(new Option('--to <sequence>', 'go on after this entry').argParser(wholeNumber).default(0, 'the beginning'))
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  winnow journal reset indexer\n  winnow journal reset indexer --to 4711')
    .action((name: string, { workspace, to, json }: { workspace: string; to: number; json?: boolean }) =>
      reading(workspace, (repository, folder) => {
        const state = resetConsumer(folder, name, to, repository);
        terminal.print(json ? JSON.stringify(state, null, 2) : `${name} goes on after entry ${to}: ${state.lag} to come.`);
      }),
    );
}

async function reading(workspace: string, look: (repository: Repository, folder: string) => void): Promise<void> {
  const folder = resolve(workspace);
  return withReading(folder, ({ repository }) => {
    look(repository, folder);
  });
}

const OPERATIONS: readonly Operation[] = ['Add', 'Upd', 'Del', 'None'];

function readOperations(text: string): Operation[] {
  return text.split(',').map((name) => {
    const word = name.trim().toLowerCase();
    const known = OPERATIONS.find((operation) => operation.toLowerCase() === word || OPERATION_WORDS[operation] === word);
    if (!known) throw new UsageError(`"${name}" is no operation: added, changed, deleted or unchanged.`);
    return known;
  });
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" is no whole number.`);
  return Number(text);
}
