/** winnow report: what a run brought. */
import { Command } from 'commander';
import type { Exit } from '../exit-codes.js';
import { printReport } from '../print-report.js';
import type { Terminal } from '../terminal.js';
import { workspaceOption } from '../workspace-option.js';

export function reportCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('report')
    .description('Show what a run brought')
    .addOption(workspaceOption())
    .option('--run <number>', 'which run (default: the last)', Number)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  winnow report -w crawls/example.org\n  winnow report -w crawls/example.org --run 1 --json')
    .action(({ workspace, run, json }: { workspace: string; run?: number; json?: boolean }) => {
      printReport(workspace, terminal, { run, json });
    });
}
