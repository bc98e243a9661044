/** winnow migrate: brings a workspace of an older release up to date, without crawling. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { migrateWorkspace, remarksOnMigration } from '../../backends/index.js';
import type { Exit } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
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
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', HELP)
    .action(({ workspace, quiet }: { workspace: string; quiet?: boolean }) => exit(migrateFolder(workspace, quiet === true, terminal)));
}

function migrateFolder(workspace: string, quiet: boolean, terminal: Terminal): Exit {
  const folder = resolve(workspace);
  if (!existsSync(join(folder, 'core.db'))) throw new UsageError(`There is no workspace in ${workspace}: core.db is missing.`);
  const migrated = migrateWorkspace(folder, { onProgress: quiet ? undefined : (sentence) => terminal.live(sentence) });
  terminal.live('');
  terminal.print(migrated ? remarksOnMigration(migrated).join('\n') : `${workspace} is up to date already.`);
  return 'ok';
}
