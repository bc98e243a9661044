/** winnow history: the life of one document, and the text of any of its versions. */

import { resolve } from 'node:path';
import { Command } from 'commander';
import { withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import type { ChangeReader, DocumentHistory, HistoryEntry } from '../../store/index.js';
import type { Exit } from '../exit-codes.js';
import { OPERATION_WORDS } from '../operation-words.js';
import { printable, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Examples:
  winnow history https://example.org/law/12             every version, suspicion and deletion, with the reasons
  winnow history https://example.org/law/12 --text 1    what its first version said
  winnow history https://example.org/law/12 --json

Only reads: it may run while the crawl does.`;

interface Flags {
  readonly workspace: string;
  readonly text?: string;
  readonly json?: boolean;
}

export function historyCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('history')
    .description('Show the versions of a document, when and why it changed, and what it said')
    .argument('<url>', 'URL of the document; of one that was handed over also its identifier or key')
    .addOption(workspaceOption())
    .option('--text <number>', 'print the text of this version')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((url: string, flags: Flags) => show(url, flags, terminal));
}

async function show(url: string, { workspace, text, json }: Flags, terminal: Terminal): Promise<void> {
  return withReading(resolve(workspace), ({ repository }) => {
    const history = repository.changes.history(url);
    if (!history) throw new UsageError(`No document of ${workspace} has the URL ${url}. All of them: winnow export documents`);
    if (text !== undefined) return terminal.print(textOf(repository.changes, history, text));
    terminal.print(json ? JSON.stringify(history, null, 2) : format(history, terminal));
  });
}

function textOf(changes: ChangeReader, { url, entries }: DocumentHistory, wanted: string): string {
  const entry = entries.find(({ number }) => String(number) === wanted);
  const last = Math.max(...entries.map(({ number }) => number));
  if (!entry) throw new UsageError(`${url} has no version ${wanted}; its versions are numbered from 1 to ${last}.`);
  return changes.textOf(entry.version.id) ?? '';
}

function format({ url, state, firstSeen, lastChecked, checks, entries }: DocumentHistory, { style }: Terminal): string {
  const head = style('bold', printable(url));
  const seen = `${state}, first seen ${firstSeen}, last found well ${lastChecked}, ${counted(checks, 'visit')}`;
  return [head, seen, '', table(entries.map(rowOf))].join('\n');
}

function rowOf({ at, run, operation, suspicion, number, reason, version }: HistoryEntry): (string | number)[] {
  const what = operation === 'None' ? String(suspicion) : OPERATION_WORDS[operation];
  const which = operation === 'Add' || operation === 'Upd' ? `version ${number}` : '';
  return [at, `run ${run}`, what, which, printable(version.title ?? ''), printable(reason)];
}
