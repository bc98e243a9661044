/** winnow retention: drops what the definition's rules no longer keep. */

import { resolve } from 'node:path';
import { Command } from 'commander';
import { lastRunOf, type Retained, retain } from '../../assembly/index.js';
import { type Definition, loadDefinition } from '../../definition/crawl/index.js';
import { counted } from '../../model/index.js';
import type { Exit } from '../exit-codes.js';
import { readStoredDefinition } from '../stored-definition.js';
import { shortSize, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Examples:
  winnow retention apply -w crawls/example.org --dry-run
  winnow retention apply -w crawls/example.org --definition crawl.yaml

The rules are under retention in the definition, and are applied by themselves when a run has finished:
  retention: { versions: 5, age: 2y, archive: drop }
Without rules everything is kept. Journal entries and digests are kept in any case.`;

interface Flags {
  readonly workspace: string;
  readonly definition?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function retentionCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('retention').description('Drop older versions beyond the rules of the definition').addCommand(
    new Command('apply')
      .description('Drop what the rules no longer keep, now')
      .addOption(workspaceOption())
      .option('-d, --definition <file>', 'definition with the rules (default: that of the last run)')
      .option('--dry-run', 'only show what would go')
      .option('--json', 'print JSON')
      .addHelpText('after', HELP)
      .action(async (flags: Flags) => exit(await apply(flags, terminal))),
  );
}

async function apply(flags: Flags, terminal: Terminal): Promise<Exit> {
  const workspace = resolve(flags.workspace);
  const definition = await definitionFor(workspace, flags);
  const options = { dryRun: flags.dryRun === true, onProgress: (sentence: string) => terminal.live(sentence) };
  const retained = await retain(workspace, definition, options);
  terminal.live('');
  if (flags.json) terminal.print(JSON.stringify({ dryRun: options.dryRun, rule: definition.retention, retained }, null, 2));
  else terminal.print(retained ? format(retained, options.dryRun) : 'The definition has no rule under retention: everything is kept.');
  return 'ok';
}

async function definitionFor(workspace: string, { definition: file }: Flags): Promise<Definition> {
  if (file !== undefined) return (await loadDefinition({ file })).definition;
  const run = await lastRunOf(workspace);
  if (!run) throw new UsageError('No crawl has run in this workspace yet.');
  return (await readStoredDefinition(run.definition)).definition;
}

function format({ versions, documents, captures, bytes }: Retained, dryRun: boolean): string {
  const verb = dryRun ? 'would be' : 'were';
  return table([
    [versions, `older versions of ${counted(documents, 'document')} ${verb} emptied`],
    [captures, `captures ${verb} dropped from the archive, ${shortSize(bytes)}`],
  ]);
}
