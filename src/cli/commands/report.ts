/** winnow report: what a run brought. */
import { Command } from 'commander';
import type { Exit } from '../exit-codes.js';
import { printReport } from '../print-report.js';
import type { Terminal } from '../terminal.js';
import { workspaceOption } from '../workspace-option.js';

const EXAMPLES = `
Examples:
  winnow report -w crawls/example.org
  winnow report -w crawls/example.org --run 1 --json
  winnow report --completeness                          every site and seed: held, left, and what kept the rest away`;

interface Flags {
  readonly workspace: string;
  readonly run?: number;
  readonly completeness?: boolean;
  readonly json?: boolean;
}

export function reportCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('report')
    .description('Show what a run brought')
    .addOption(workspaceOption())
    .option('--run <number>', 'which run (default: the last)', Number)
    .option('--completeness', 'how much of each site and seed is held, and what kept the rest away')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(({ workspace, ...flags }: Flags) => {
      printReport(workspace, terminal, flags);
    });
}
