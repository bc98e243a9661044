/** winnow migrate: brings a workspace of an older release up to date, without crawling. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { migrateWorkspace } from '../../assembly/index.js';
import type { Exit } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Examples:
  winnow migrate -w crawls/example.org

A crawl does this by itself; commands that only read ask for it. The database as it was stays beside the new one, as
core.db.format-N; the archive is not touched. There is no way back but that copy.`;

export function migrateCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('migrate')
    .description('Bring a workspace of an older Winnow up to date')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => exit(await migrateFolder(flags, terminal)));
}

interface Flags {
  readonly workspace: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

async function migrateFolder({ workspace, json, quiet }: Flags, terminal: Terminal): Promise<Exit> {
  const folder = resolve(workspace);
  const done = await migrateWorkspace(folder, quiet ? undefined : (sentence) => terminal.live(sentence));
  terminal.live('');
  if (json) terminal.print(JSON.stringify({ migrated: done?.migrated ?? null }, null, 2));
  else terminal.print(done ? done.remarks.join('\n') : `${workspace} is up to date already.`);
  return 'ok';
}
