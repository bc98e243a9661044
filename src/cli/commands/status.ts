/** winnow status: how a crawl stands, while it runs or after. */

import { resolve } from 'node:path';
import { Command } from 'commander';
import { withReading } from '../../assembly/index.js';
import { type ConsumerState, consumerStates } from '../../follow/consumers/index.js';
import { counted } from '../../model/index.js';
import { isKeptPaused } from '../../run/control/index.js';
import { type RunReport, runReport } from '../../views/reports/index.js';
import type { Exit } from '../exit-codes.js';
import { printable, shortSize, type Terminal, table } from '../terminal.js';
import { workspaceOption } from '../workspace-option.js';

/** Sites in trouble; the report has all of them. */
const SITES_SHOWN = 5;

export function statusCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('status')
    .description('Show how a crawl stands, while it runs or after')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow status -w crawls/example.org')
    .action(({ workspace, json }: { workspace: string; json?: boolean }) => {
      return withReading(resolve(workspace), ({ repository, owner }) => {
        const consumers = consumerStates(resolve(workspace), repository);
        const paused = isKeptPaused(resolve(workspace));
        const status = { owner: owner(), paused, ...shortened(runReport(repository)), consumers };
        terminal.print(json ? JSON.stringify(status, null, 2) : formatStatus(status));
      });
    });
}

function shortened({ name, run, state, reason, startedAt, summary }: RunReport) {
  const queued = summary.sites.reduce((sum, site) => sum + site.queued, 0);
  return {
    name,
    run,
    state,
    reason,
    startedAt,
    documents: summary.documents,
    fetches: summary.fetches,
    failures: summary.failures,
    requisites: summary.requisites,
    queued,
    sites: summary.sites.length,
    waitingSites: summary.sites.filter((site) => site.queued > 0).length,
    archiveBytes: summary.archive.bytes,
    traps: summary.traps,
    setAside: summary.setAside,
  };
}

type Status = ReturnType<typeof shortened> & { owner: number | null; paused: boolean; consumers: readonly ConsumerState[] };

function formatStatus(status: Status): string {
  const { name, run, state, reason, owner, paused } = status;
  const running = owner
    ? `running in process ${owner}`
    : state === 'running'
      ? 'not running: it was cut off and goes on when started again'
      : `${state}${reason ? `, ${reason}` : ''}`;
  return table([
    ['crawl', `${name}, run ${run}`],
    ['state', paused ? `paused until winnow resume lets it go on; ${running}` : running],
    ['begun', status.startedAt],
    ['documents', String(status.documents)],
    ['fetches', `${status.fetches}, ${status.failures} failed`],
    ...(status.requisites.fetches
      ? [['requisites', `${status.requisites.fetches} of these: images, styles, scripts, ${shortSize(status.requisites.bytes)}`]]
      : []),
    ['queued', status.queued ? `${status.queued} at ${status.waitingSites} of ${counted(status.sites, 'site')}` : 'nothing'],
    ...status.setAside
      .slice(0, SITES_SHOWN)
      .map(({ site, reason, queued }) => ['set aside', printable(`${site}, ${queued} queued: ${reason}`)]),
    ['archive', shortSize(status.archiveBytes)],
    ...(status.traps.paused
      ? [['traps', `${status.traps.paused} paused, ${counted(status.traps.leftOut, 'URL')} left out (winnow traps)`]]
      : []),
    ...status.consumers.map(consumerRow),
  ]);
}

function consumerRow({ name, lag, failing }: ConsumerState): string[] {
  const unread = lag > 0 ? `${counted(lag, 'entry', 'entries')} of the journal to come` : 'up to date';
  return ['consumer', failing ? `${name}: fails since ${failing.since}, ${unread}: ${printable(failing.error)}` : `${name}: ${unread}`];
}
