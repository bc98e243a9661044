/** winnow crawl --against-archive: a definition tried against what is archived; its progress, its end, its report. */
import { resolve } from 'node:path';
import { runDry } from '../assembly/index.js';
import type { Definition } from '../definition/crawl/index.js';
import type { DryRunProgress } from '../run/dry-run/index.js';
import type { Exit } from './exit-codes.js';
import { formatDryRun } from './format-dry-run.js';
import { widthOf } from './lines.js';
import { stopOnInterrupt } from './progress.js';
import type { Terminal } from './terminal.js';

export interface DryRunFlags {
  readonly definition: Definition;
  readonly folder: string;
  readonly workspace: string;
  readonly examples: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Where there is no terminal, a line so often. */
const LINE_EVERY_MS = 10_000;
const LIVE_EVERY_MS = 200;

export async function dryRunDefinition({ json, quiet, workspace, ...flags }: DryRunFlags, terminal: Terminal): Promise<Exit> {
  const interrupts = stopOnInterrupt(terminal);
  const onProgress = quiet ? undefined : shown(terminal);
  const report = await runDry({ ...flags, workspace: resolve(workspace), stop: interrupts.stop, onProgress }).finally(interrupts.release);
  terminal.live('');
  terminal.print(
    json ? JSON.stringify({ ...report, workspace }, null, 2) : formatDryRun({ ...report, workspace }, terminal, widthOf(terminal)),
  );
  return report.stopped ? 'interrupted' : 'ok';
}

function shown(terminal: Terminal): (progress: DryRunProgress) => void {
  let last = Date.now();
  return ({ replayed, reached, toRequest }) => {
    if (Date.now() - last < (terminal.isLive ? LIVE_EVERY_MS : LINE_EVERY_MS)) return;
    last = Date.now();
    const line = `Replaying the archive: ${replayed} of ${reached} reached so far, ${toRequest} not held`;
    if (terminal.isLive) terminal.live(line);
    else terminal.remark(line);
  };
}
