/** winnow report ingest: what came of the calls of the ingest service, from its log. */

import { withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { type IngestStatistics, ingestStatistics } from '../../views/reports/index.js';
import { printable, type Terminal, table } from '../terminal.js';
import { workspaceIn } from '../workspace-option.js';

export async function reportIngest(flags: { readonly workspace?: string; readonly json?: boolean }, terminal: Terminal): Promise<void> {
  return withReading(workspaceIn(flags), ({ repository }) => {
    const statistics = ingestStatistics(repository.deposits.log());
    terminal.print(flags.json ? JSON.stringify(statistics, null, 2) : format(statistics, terminal));
  });
}

function format({ calls, failed, first, last, senders, counts }: IngestStatistics, { style }: Terminal): string {
  if (calls === 0) return 'The ingest service was never called here.';
  const rows = counts.map(({ crawler, day, operation, error, calls: number }) => [
    printable(crawler),
    day,
    printable(operation),
    error === null ? 'OK' : printable(error),
    number,
  ]);
  return [
    style('bold', `${counted(calls, 'call')}, ${failed} refused or failed`),
    `from ${first} to ${last}`,
    '',
    table([['crawler', 'day', 'operation', 'result', 'calls'], ...rows]),
    '',
    table([['sender', 'calls'], ...Object.entries(senders).map(([sender, number]) => [printable(sender), number])]),
  ].join('\n');
}
