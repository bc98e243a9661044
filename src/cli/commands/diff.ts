/** winnow diff: what changed in a document between two of its versions, in words. */

import { resolve } from 'node:path';
import { Command } from 'commander';
import { withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import type { ChangeReader, DocumentHistory, HistoryEntry } from '../../store/index.js';
import { type Change, changesBetween } from '../diff/word-diff.js';
import type { Exit } from '../exit-codes.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Examples:
  winnow diff https://example.org/law/12          what the last change took away and brought
  winnow diff https://example.org/law/12 1 4      what changed from version 1 to version 4
  winnow diff https://example.org/law/12 --json   the same for programs

[-words that went-] {+words that came+}, with a few words around them and nothing of what stayed. winnow history lists the
versions. Only reads: it may run while the crawl does.`;

interface Flags {
  readonly workspace: string;
  readonly json?: boolean;
}

export function diffCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('diff')
    .description('Show what changed in a document between two of its versions, in words')
    .argument('<url>', 'of the document')
    .argument('[from]', 'number of the older version (default: the one before the newer)')
    .argument('[to]', 'number of the newer version (default: the last)')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((url: string, from: string | undefined, to: string | undefined, flags: Flags) => show(url, [from, to], flags, terminal));
}

async function show(url: string, wanted: readonly (string | undefined)[], { workspace, json }: Flags, terminal: Terminal): Promise<void> {
  return withReading(resolve(workspace), ({ repository }) => {
    const history = repository.changes.history(url);
    if (!history) throw new UsageError(`No document of ${workspace} has the URL ${url}. All of them: winnow export documents`);
    const pair = versionsOf(history, wanted);
    if (!pair) return terminal.print(`${printable(history.url)} has only one version: it has not changed since ${history.firstSeen}.`);
    const difference = differenceOf(repository.changes, history, pair);
    terminal.print(json ? JSON.stringify(difference, null, 2) : format(difference, terminal));
  });
}

type Pair = readonly [from: HistoryEntry, to: HistoryEntry];

/** Null where there is nothing to compare with. */
function versionsOf({ url, entries }: DocumentHistory, [from, to]: readonly (string | undefined)[]): Pair | null {
  const versions = entries.filter(({ operation }) => operation === 'Add' || operation === 'Upd').toSorted((a, b) => a.number - b.number);
  const find = (number: string): number => {
    const index = versions.findIndex((entry) => String(entry.number) === number);
    if (index < 0) throw new UsageError(`${url} has no version ${number}; its versions are numbered from 1 to ${versions.at(-1)?.number}.`);
    return index;
  };
  const newer = to === undefined ? versions.length - 1 : find(to);
  const older = from === undefined ? newer - 1 : find(from);
  const [before, after] = [versions[older], versions[newer]];
  return before && after && (older !== newer || from !== undefined) ? [before, after] : null;
}

interface Difference {
  readonly url: string;
  readonly from: { readonly version: number; readonly at: string };
  readonly to: { readonly version: number; readonly at: string };
  /** Parts that the journal says have changed, which may not be part of the text. */
  readonly changed: readonly string[];
  readonly changes: readonly Change[];
}

function differenceOf(reader: ChangeReader, { url }: DocumentHistory, [from, to]: Pair): Difference {
  const textOf = ({ version }: HistoryEntry): string => `${version.title ?? ''}\n${reader.textOf(version.id) ?? ''}`;
  return {
    url,
    from: { version: from.number, at: from.at },
    to: { version: to.number, at: to.at },
    changed: to.changed,
    changes: changesBetween(textOf(from), textOf(to)),
  };
}

function format({ url, from, to, changed, changes }: Difference, { style }: Terminal): string {
  const head = `${style('bold', printable(url))}\nversion ${from.version} of ${from.at} → version ${to.version} of ${to.at}`;
  if (changes.length === 0) return `${head}\n\nNo word differs${changed.length ? `; what changed: ${changed.join(', ')}` : ''}.`;
  const lines = changes.map((change) => `  ${change.map((piece) => pieceWords(piece, style)).join(' ')}`);
  return `${head}, ${counted(changes.length, 'change')}\n\n${lines.join('\n\n')}`;
}

function pieceWords({ kind, text }: Change[number], style: Terminal['style']): string {
  if (kind === 'same') return printable(text);
  return kind === 'lost' ? style('red', `[-${printable(text)}-]`) : style('green', `{+${printable(text)}+}`);
}
