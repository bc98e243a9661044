import { resolve } from 'node:path';
import { readWorkspace } from '../backends/index.js';
import { type RunReport, runReport } from '../deliver/index.js';
import { formatCompleteness } from './format-completeness.js';
import { formatReport } from './format-report.js';
import { widthOf } from './lines.js';
import type { Terminal } from './terminal.js';

/** Prints the report of a run, of the last one when none is named, and returns it. */
export function printReport(
  workspace: string,
  terminal: Terminal,
  { run, json = false, completeness = false }: { run?: number; json?: boolean; completeness?: boolean } = {},
): RunReport {
  const { repository, close } = readWorkspace(resolve(workspace));
  try {
    const report = runReport(repository, run);
    const shown = completeness ? report.completeness : report;
    if (json) terminal.print(JSON.stringify(shown, null, 2));
    else terminal.print(completeness ? formatCompleteness(report, terminal, widthOf(terminal)) : formatReport(report, workspace, terminal));
    return report;
  } finally {
    close();
  }
}
