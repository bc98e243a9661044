/** winnow resume: goes on with the last run by the definition stored in the workspace. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { lastRunOf } from '../../assembly/index.js';
import { forgetPause, sendControl } from '../../run/control/index.js';
import { type LastRun } from '../../store/index.js';
import type { Exit } from '../exit-codes.js';
import { readStoredDefinition } from '../stored-definition.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';
import { crawlDefinition } from './crawl.js';

const HELP = `
Examples:
  winnow resume                        the latest crawl below ./crawls
  winnow resume -w crawls/example.org

Goes on where a crawl pauses (winnow pause), or where the last run stopped, was paused or was killed, with the settings it had. When it had finished there is
nothing to do: winnow crawl visits everything anew. Passwords and tokens are not stored; a crawl that needs some goes on
with winnow crawl and its definition.`;

interface Flags {
  readonly workspace: string;
  readonly again?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function resumeCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('resume')
    .description('Go on with the last run of a crawl that was stopped, paused or killed')
    .addOption(workspaceOption())
    .option('--again', 'begin a new run by the same definition when the last one has finished')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, only the report')
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => exit(await resume(flags, terminal)));
}

async function resume(flags: Flags, terminal: Terminal): Promise<Exit> {
  const { workspace } = flags;
  if (await isPaused(resolve(workspace))) {
    await sendControl(resolve(workspace), { do: 'go-on' });
    terminal.print(flags.json ? JSON.stringify({ workspace, goesOn: true }, null, 2) : `The crawl in ${workspace} goes on.`);
    return 'ok';
  }
  const last = await lastRunOf(resolve(workspace));
  if (!last) throw new UsageError(`Nothing has been crawled into ${workspace} yet. Begin with: winnow crawl URL --workspace ${workspace}`);
  if (last.state === 'finished' && !flags.again) {
    const { id, state, reason } = last;
    terminal.print(flags.json ? JSON.stringify({ run: id, state, reason }, null, 2) : finishedSentence(last, workspace));
    return 'ok';
  }
  const { definition, secrets } = await readStoredDefinition(last.definition);
  if (secrets.length)
    throw new UsageError(
      `The crawl in ${workspace} uses secrets, which are not stored: ${secrets.join(', ')}. Go on with: winnow crawl DEFINITION --workspace ${workspace}`,
    );
  await forgetPause(resolve(workspace));
  return crawlDefinition({ ...flags, definition, folder: process.cwd() }, terminal);
}

/** A crawl that runs, and pauses because somebody asked for it. */
const isPaused = (workspace: string): Promise<boolean> =>
  sendControl(workspace, { do: 'status' }).then(
    (status) => (status as { paused?: boolean }).paused === true,
    () => false,
  );

const finishedSentence = ({ id, reason }: LastRun, workspace: string): string =>
  `Run ${id} in ${workspace} has finished${reason ? ` (${reason})` : ''}: there is nothing to go on with. To visit everything anew, run winnow crawl again.`;
