import { resolve } from 'node:path';
import { withReading } from '../assembly/index.js';
import { type RunReport, runReport } from '../views/reports/index.js';
import { formatCompleteness } from './format-completeness.js';
import { formatMap } from './format-map.js';
import { formatReport } from './format-report.js';
import { widthOf } from './lines.js';
import { mapOf } from './map-of.js';
import { printable, type Terminal } from './terminal.js';

interface PrintedReport {
  readonly run?: number;
  readonly json?: boolean;
  readonly completeness?: boolean;
  readonly gov?: boolean;
  /** With what stood in the way of a run that reached nothing. */
  readonly remarks?: boolean;
}

/** Prints the report of a run, of the last one when none is named, and returns it. */
export async function printReport(
  workspace: string,
  terminal: Terminal,
  { run, json = false, completeness = false, gov = false, remarks = true }: PrintedReport = {},
): Promise<RunReport> {
  return withReading(resolve(workspace), ({ repository }) => {
    const report = runReport(repository, run);
    const map = !completeness && (gov || report.profile === 'gov') ? mapOf(repository, resolve(workspace)) : null;
    const shown = completeness ? report.completeness : { ...report, ...(map && { map }) };
    if (json) terminal.print(JSON.stringify(shown, null, 2));
    else terminal.print(completeness ? formatCompleteness(report, terminal, widthOf(terminal)) : formatReport(report, workspace, terminal));
    const words = remarks && !json && !completeness ? obstacleWords(report) : null;
    if (words !== null) terminal.print(`\n${words}`);
    if (map && !json) terminal.print(`\n${formatMap(map, terminal.style)}`);
    return report;
  });
}

/** What a run that reached nothing says for itself; null for any other. */
export function obstacleWords({ obstacles }: Pick<RunReport, 'obstacles'>): string | null {
  return obstacles && ['This run reached nothing.', ...obstacles.map((line) => `  ${printable(line)}`)].join('\n');
}
