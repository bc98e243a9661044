/** winnow backup: a copy of a workspace that is whole, made while the crawl goes on. */
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { type BackupProgress, type BackupReport, backUp, verifyBackup } from '../../assembly/index.js';
import { checkEach, countProblems, formatChecks } from '../archive/check-files.js';
import type { Exit } from '../exit-codes.js';
import { shortSize, type Terminal } from '../terminal.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Examples:
  winnow backup /backups/example.org -w crawls/example.org
  winnow backup /backups/example.org -w crawls/example.org --update     only what is new
  winnow backup /backups/example.org --check                            and read all of it again

Works while a crawl is writing and holds it up no longer than any other reader. A backup is a workspace: every command
works on it, and winnow resume -w BACKUP goes on from there. Exit code 4 when the workspace itself lacks something or a
check finds damage.`;

interface Flags {
  readonly workspace: string;
  readonly update?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function backupCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('backup')
    .description('Copy a workspace to a folder, also while a crawl is writing')
    .argument('<folder>', 'target folder, new or empty')
    .addOption(workspaceOption())
    .option('--update', 'bring an earlier backup in that folder up to date')
    .option('--check', 'afterwards read the whole copy again: digests, database, every record')
    .option('--json', 'print JSON')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', HELP)
    .action(async (folder: string, flags: Flags) => exit(await makeBackup(folder, flags, terminal)));
}

async function makeBackup(folder: string, flags: Flags, terminal: Terminal): Promise<Exit> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await copyAndCheck(folder, flags, terminal, interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    terminal.live('');
    terminal.remark('Stopped: the backup was not made; what was there before is as it was.');
    return 'interrupted';
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

async function copyAndCheck(folder: string, flags: Flags, terminal: Terminal, signal: AbortSignal): Promise<Exit> {
  const target = resolve(folder);
  const onProgress = flags.quiet ? undefined : showProgress(terminal);
  const report = await backUp({ workspace: resolve(flags.workspace), target, update: flags.update, signal, onProgress });
  const problems = [...report.problems, ...(flags.check ? await verifyBackup(target, onProgress) : [])];
  const checks = flags.check ? await checkEach(filesOf(report, target), terminal) : null;
  terminal.live('');
  terminal.print(flags.json ? JSON.stringify({ ...report, problems, checks }, null, 2) : describe(report, folder));
  for (const problem of problems) terminal.remark(terminal.style('red', problem));
  if (checks && !flags.json) terminal.print(formatChecks(checks, terminal));
  return problems.length || countProblems(checks ?? []) ? 'found' : 'ok';
}

const filesOf = ({ files }: BackupReport, target: string) =>
  files
    .filter(({ file }) => file.startsWith('archive/'))
    .map(({ file, bytes }) => ({ path: join(target, file), name: file.slice('archive/'.length), length: bytes }));

const SHOWN_EVERY_MS = 100;

function showProgress(terminal: Terminal): (progress: BackupProgress) => void {
  let shownAt = 0;
  return ({ file, done, total }) => {
    if (Date.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = Date.now();
    terminal.live(`${file}  ${Math.floor((100 * done) / Math.max(1, total))} %`);
  };
}

const describe = ({ bytes, copied, files }: BackupReport, folder: string): string =>
  `${folder}: the database and ${files.length - 1} WARC files, ${shortSize(bytes)}${copied < bytes ? `, of which ${shortSize(copied)} were copied` : ''}.`;
