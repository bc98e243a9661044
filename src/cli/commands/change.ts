/** winnow change and winnow stop: wishes to a crawl that runs in another process. */
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { type AppliedChange, readAssignments } from '../../definition/crawl/index.js';
import { ControlError, sendControl } from '../../run/control/index.js';
import type { Exit } from '../exit-codes.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const CHANGE_EXAMPLES = `
Examples:
  winnow change politeness.delay=10s                       ten seconds between two requests to any site
  winnow change --site gov.si delay=10s budget.pages=500   for gov.si and all hosts below it
  winnow change --site https://www.gov.si:8443 delay=1s    for that site alone
  winnow change budget.size=2GB budget.pages=none          more disk; no page limit any more

Fields that can change: all of politeness and budget, fetch.concurrency, fetch.retries; of a site delay, maxDelay,
perSite, responseFactor and pages. A change holds until the run has finished, over stops and
crashes; for later runs, write it into the definition.`;

interface ChangeFlags {
  readonly workspace: string;
  readonly site?: string;
  readonly json?: boolean;
}

export function changeCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('change')
    .description('Change settings of a crawl while it runs')
    .argument('<assignment...>', 'field=value; field=none takes a value back')
    .addOption(workspaceOption())
    .option('--site <name>', 'only for this host name and all below it, or for this site (scheme, host, port)')
    .option('--json', 'print JSON')
    .addHelpText('after', CHANGE_EXAMPLES)
    .action(async (assignments: string[], { workspace, site, json }: ChangeFlags) => {
      const settings = readAssignments(assignments, site);
      const applied = (await ask(workspace, { do: 'change', settings }, NOT_CHANGED)) as AppliedChange[];
      terminal.print(json ? JSON.stringify({ workspace, applied }, null, 2) : formatApplied(applied));
    });
}

const NOT_CHANGED = 'Write the change into its definition, or give it as a flag when you start it: winnow crawl … --delay 10s';

function formatApplied(applied: readonly AppliedChange[]): string {
  if (applied.length === 0) return 'No change: the settings have these values already.';
  return applied
    .map(({ site, path, before, after }) => {
      const field = site === null ? path : `${site}: ${path.replace(/^politeness\./, '')}`;
      return printable(`${field} ${before ?? 'not set'} → ${after ?? 'not set'}, from now on`);
    })
    .join('\n');
}

const PAUSE_EXAMPLES = `
Examples:
  winnow pause                       the latest crawl below ./crawls
  winnow pause -w crawls/example.org

It stays where it is and begins nothing new until winnow resume lets it go on; also when it is stopped or killed and
started again.`;

export function pauseCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('pause')
    .description('Let a crawl that runs in another process pause')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', PAUSE_EXAMPLES)
    .action(async ({ workspace, json }: { workspace: string; json?: boolean }) => {
      await ask(workspace, { do: 'pause' }, 'There is nothing to pause.');
      terminal.print(
        json
          ? JSON.stringify({ workspace, paused: true }, null, 2)
          : `The crawl in ${workspace} pauses. Let it go on with: winnow resume -w ${workspace}`,
      );
    });
}

const STOP_EXAMPLES = `
Examples:
  winnow stop                        the latest crawl below ./crawls
  winnow stop -w crawls/example.org

The same as Ctrl-C where it runs: everything fetched is kept, and the same winnow crawl goes on where it was.`;

export function stopCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('stop')
    .description('Stop a crawl that runs in another process')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', STOP_EXAMPLES)
    .action(async ({ workspace, json }: { workspace: string; json?: boolean }) => {
      const askedAt = Date.now();
      await ask(workspace, { do: 'stop' }, 'There is nothing to stop.');
      const ended = await waitForEnd(workspace);
      const seconds = (Date.now() - askedAt) / 1000;
      const words = ended
        ? `The crawl in ${workspace} ended after ${seconds.toFixed(1)} s. Everything fetched is kept; the same winnow crawl goes on.`
        : `The crawl in ${workspace} was asked to stop, but still runs after ${seconds.toFixed(0)} s.`;
      terminal.print(json ? JSON.stringify({ workspace, ended, seconds }, null, 2) : words);
      if (!ended) exit('failed');
    });
}

/** A crawl ends within two seconds; writing to a slow disk may take longer. */
const END_MS = 60_000;
const LOOK_MS = 50;

async function waitForEnd(workspace: string): Promise<boolean> {
  for (const until = Date.now() + END_MS; Date.now() < until; ) {
    if (!(await isRunning(workspace))) return true;
    await pause(LOOK_MS);
  }
  return false;
}

const isRunning = (workspace: string): Promise<boolean> =>
  sendControl(workspace, { do: 'status' }).then(
    () => true,
    (error: unknown) => !(error instanceof ControlError && error.code === 'not-running'),
  );

async function ask(workspace: string, request: Parameters<typeof sendControl>[1], otherwise: string): Promise<unknown> {
  try {
    return await sendControl(workspace, request);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    if (error.code === 'not-running') throw new Error(`${error.message}. ${otherwise}`, { cause: error });
    throw error.code === 'refused' ? new UsageError(error.message, { cause: error }) : error;
  }
}
