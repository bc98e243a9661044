/** winnow export dataset: all statements with their sources, as files others can load. */

import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { askKnowledge } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { DUMP_FORMATS, type DumpFormat, writeDataset } from '../../views/exports/index.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceIn } from '../workspace-option.js';

export interface DatasetFlags {
  readonly as?: string;
  readonly perSource?: boolean;
}

interface Flags extends DatasetFlags {
  readonly workspace?: string;
  readonly output: string;
  readonly json?: boolean;
}

export const addDatasetOptions = (command: Command): Command =>
  command
    .option('--as <formats>', `dataset: ${DUMP_FORMATS.join(', ')} or both, separated by a comma (default: nquads)`)
    .option('--per-source', 'dataset: also a file for each source');

export function refuseDatasetOptions(flags: DatasetFlags): void {
  const given = [flags.as !== undefined && '--as', flags.perSource && '--per-source'].find(Boolean);
  if (given) throw new UsageError(`${given} is for winnow export dataset only.`);
}

export async function exportDataset(flags: Flags, terminal: Terminal): Promise<void> {
  if (flags.output === '-') throw new UsageError('A dataset goes into a folder: name it with -o FOLDER.');
  const workspace = workspaceIn(flags);
  const written = await askKnowledge(resolve(workspace), (source) =>
    writeDataset(source, resolve(flags.output), {
      formats: formatsIn(flags.as),
      perSource: flags.perSource === true,
      title: basename(resolve(workspace)),
      now: Date.now(),
      onProgress: (quads) => terminal.live(`${counted(quads, 'statement')}`),
    }),
  );
  terminal.live('');
  if (flags.json) terminal.print(JSON.stringify({ collection: 'dataset', path: flags.output, ...written }, null, 2));
  else
    terminal.remark(
      `${counted(written.quads, 'statement')} of ${counted(written.sources, 'source')} in ${flags.output}; see ${written.description}`,
    );
}

function formatsIn(text = 'nquads'): DumpFormat[] {
  return text.split(',').map((word) => {
    const format = DUMP_FORMATS.find((name) => name === word.trim().toLowerCase());
    if (!format) throw new UsageError(`--as takes ${DUMP_FORMATS.join(', ')} or both, not "${word.trim()}".`);
    return format;
  });
}
