/** winnow archive repair: cuts torn tails off, with the owner's lock in hand where a file belongs to a crawl. */

import { workspaceOfArchiveFile } from '../../assembly/index.js';
import { type ArchiveRepair, repairArchive } from '../../formats/warc/index.js';
import { counted } from '../../model/index.js';
import type { Exit } from '../exit-codes.js';
import { printable, type Terminal } from '../terminal.js';
import type { ArchiveFile } from './archive-files.js';

type Lock = (folder: string) => Promise<() => void>;

export async function repairFiles(files: readonly ArchiveFile[], asJson: boolean, terminal: Terminal, lock: Lock): Promise<Exit> {
  const unlock: (() => void)[] = [];
  try {
    for (const folder of new Set(files.flatMap(({ path }) => workspaceOfArchiveFile(path) ?? []))) unlock.push(await lock(folder));
    const repairs: ArchiveRepair[] = [];
    for (const [index, file] of files.entries()) {
      terminal.live(`reading ${index + 1} of ${files.length}  ${file.name}`);
      repairs.push(await repairArchive(file.path));
    }
    terminal.live('');
    const lost = files.map(({ length }, index) => Math.max(0, (length ?? 0) - (repairs[index]?.length ?? 0)));
    terminal.print(
      asJson
        ? JSON.stringify(
            repairs.map((repair, index) => ({ ...repair, lost: lost[index] })),
            null,
            2,
          )
        : repairs.map((repair, index) => format(repair, lost[index] ?? 0, terminal)).join('\n') || 'There are no WARC files yet.',
    );
    return repairs.some(({ damaged }) => damaged.length) || lost.some(Boolean) ? 'found' : 'ok';
  } finally {
    for (const release of unlock) release();
  }
}

function format({ file, records, cut, keptIn, damaged }: ArchiveRepair, lost: number, terminal: Terminal): string {
  const lines = [
    cut
      ? `${terminal.style('yellow', 'cut')}   ${file}: ${cut} bytes after the last of ${records} whole records; kept in ${keptIn}`
      : `${terminal.style('green', 'whole')} ${file}: ${counted(records, 'record')}`,
  ];
  for (const { offset, problem } of damaged)
    lines.push(
      `  ${terminal.style('red', 'damaged')} at ${offset}: ${printable(problem)}. Left in place, since records behind it are whole.`,
    );
  if (lost)
    lines.push(
      `  ${terminal.style('red', 'lost')} ${counted(lost, 'byte')} that the repository knows of. Crawl again to fetch those pages anew.`,
    );
  return lines.join('\n');
}
