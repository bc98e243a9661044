/** winnow duplicates: documents that say the same as others, the most repeated first. */

import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import type { DuplicateCluster, DuplicateSummary } from '../../store/index.js';
import { runReport } from '../../views/reports/index.js';
import type { Exit } from '../exit-codes.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Examples:
  winnow duplicates                        the most repeated documents, with some of their copies
  winnow duplicates --limit 100 --json     more of them, for programs

A document is a duplicate of the one that was there first. 100% means the very same words. Only reads: it may run while
the crawl does.`;

/** Copies that are shown of each. */
const EXAMPLES = 5;

interface Flags {
  readonly workspace: string;
  readonly limit: number;
  readonly json?: boolean;
}

export function duplicatesCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('duplicates')
    .description('List documents that say the same as others')
    .addOption(workspaceOption())
    .addOption(new Option('--limit <count>', 'at most this many originals').argParser(wholeNumber).default(20))
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(({ workspace, limit, json }: Flags) => {
      return withReading(resolve(workspace), ({ repository }) => {
        const { documents, exact } = runReport(repository).summary.duplicates;
        const found = { documents, exact, items: repository.reports.duplicates(limit, EXAMPLES) };
        terminal.print(json ? JSON.stringify(found, null, 2) : format(found, terminal));
      });
    });
}

type Found = Pick<DuplicateSummary, 'documents' | 'exact'> & { readonly items: readonly DuplicateCluster[] };

function format({ documents, exact, items }: Found, { style }: Terminal): string {
  if (documents === 0) return 'No document says the same as another one.';
  const shown = items.reduce((sum, { copies }) => sum + copies, 0);
  const rest = documents > shown ? `\n\n${documents - shown} more: --limit shows more originals.` : '';
  const head = `${counted(documents, 'document')} that ${documents === 1 ? 'says' : 'say'} the same as another one, ${exact} with the very same words.`;
  return `${style('bold', head)}\n\n${items.map(clusterWords).join('\n\n')}${rest}`;
}

function clusterWords({ url, state, copies, examples }: DuplicateCluster): string {
  const lines = examples.map((copy) => `  ${`${Math.floor(100 * copy.similarity)}%`.padStart(4)}  ${printable(copy.url)}`);
  const more = copies - examples.length;
  return [`${printable(url)}${state === 'deleted' ? ' (deleted)' : ''}`, ...lines, ...(more > 0 ? [`        and ${more} more`] : [])].join(
    '\n',
  );
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`"${text}" is no number of originals.`);
  return Number(text);
}
