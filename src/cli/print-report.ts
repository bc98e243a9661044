import { resolve } from 'node:path';
import { readWorkspace } from '../backends/index.js';
import { type RunReport, runReport } from '../deliver/index.js';
import { formatReport } from './format-report.js';
import type { Terminal } from './terminal.js';

/** Prints the report of a run, of the last one when none is named, and returns it. */
export function printReport(
  workspace: string,
  terminal: Terminal,
  { run, json = false }: { run?: number; json?: boolean } = {},
): RunReport {
  const { repository, close } = readWorkspace(resolve(workspace));
  try {
    const report = runReport(repository, run);
    terminal.print(json ? JSON.stringify(report, null, 2) : formatReport(report, workspace, terminal));
    return report;
  } finally {
    close();
  }
}
