/** winnow anomalies: changes that are not believed, and a person's word about them. */

import { resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { type AnomalyJudged, judgeAnomaly, withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import type { Anomaly, HeldChange } from '../../store/index.js';
import type { Exit } from '../exit-codes.js';
import { OPERATION_WORDS } from '../operation-words.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
When much of a site changes at once, it is the site that is ill more often than its documents: a parking page, a list that
did not load, a database that is down. Such changes are held back. The next run looks again and, where the site is well,
closes the anomaly by itself.

  mass-gone        more than ten documents of a site, and more than a fifth, are gone in one run
  listing-shrank   documents are gone and a list that named them lost half of its entries
  one-text         several documents of a site turned into the same text

Examples:
  winnow anomalies                     what is held back, and why
  winnow anomalies accept 3            it is true: make it part of the journal
  winnow anomalies reject 3            it is not: the documents stay as they were
  winnow anomalies --all --json        those that were decided, too

Listing only reads and may go on beside a crawl. accept and reject need a workspace that nobody is crawling into.`;

/** Documents shown of each; JSON names more. */
const SHOWN = 5;
const IN_JSON = 10_000;

interface Flags {
  readonly workspace: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

type Verdict = 'accept' | 'reject';
type Held = Anomaly & { readonly held: readonly HeldChange[] };

export function anomaliesCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('anomalies')
    .description('Show changes that are held back because too much of a site changed at once, and decide on them')
    .addArgument(new Argument('[verdict]', 'what to do with an anomaly').choices(['accept', 'reject']))
    .argument('[id]', 'its number')
    .addOption(workspaceOption())
    .option('--all', 'also anomalies that were decided or are over')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((verdict: Verdict | undefined, id: string | undefined, flags: Flags) =>
      verdict === undefined ? list(flags, terminal) : judge(verdict, id, flags, terminal),
    );
}

async function list({ workspace, all, json }: Flags, terminal: Terminal): Promise<void> {
  return withReading(resolve(workspace), ({ repository }) => {
    const anomalies = repository.changes
      .anomalies()
      .filter(({ state }) => all || state === 'open')
      .map((anomaly) => ({ ...anomaly, held: repository.changes.heldBy(anomaly.id, json ? IN_JSON : SHOWN) }));
    terminal.print(json ? JSON.stringify(anomalies, null, 2) : format(anomalies, terminal));
  });
}

function format(anomalies: readonly Held[], { style }: Terminal): string {
  if (anomalies.length === 0) return 'Nothing is held back.';
  return anomalies.map((anomaly) => formatOne(anomaly, style)).join('\n\n');
}

function formatOne({ id, site, kind, detail, documents, run, at, state, held }: Held, style: Terminal['style']): string {
  const decided = state === 'open' ? '' : `, ${state}`;
  const lines = held.map(({ operation, url, reason }) => `  ${OPERATION_WORDS[operation]}  ${printable(url)}  ${printable(reason)}`);
  const more = documents - held.length;
  return [
    `${style('bold', `${id} ${kind}`)} at ${site}${decided}`,
    `  ${printable(detail)} (run ${run}, ${at})`,
    ...(state === 'open' ? [`  ${documents} held back:`] : []),
    ...lines,
    ...(more > 0 && held.length > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

async function judge(verdict: Verdict, id: string | undefined, { workspace, json }: Flags, terminal: Terminal): Promise<void> {
  if (!/^[1-9]\d*$/.test(id ?? '')) throw new UsageError(`Say which anomaly to ${verdict}, by its number: winnow anomalies ${verdict} 1`);
  const folder = resolve(workspace);
  const judged = await judgeAnomaly(folder, Number(id), verdict, Date.now());
  terminal.print(json ? JSON.stringify({ id: Number(id), verdict, ...judged }, null, 2) : inWords(Number(id), verdict, judged));
}

function inWords(id: number, verdict: Verdict, { updated, deleted, dropped }: AnomalyJudged): string {
  if (verdict === 'reject')
    return `Anomaly ${id} rejected: ${counted(dropped, 'document stays as it was', 'documents stay as they were')}.`;
  return `Anomaly ${id} accepted: ${updated} updated, ${deleted} deleted.`;
}
