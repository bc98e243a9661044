/** winnow export files: images and documents as plain files, by type and site. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { withReading } from '../../assembly/index.js';
import { FILE_TYPES, type FileType, mapAccess, type SavedCounts, saveFiles } from '../../views/exports/index.js';
import { printable, shortSize, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceIn } from '../workspace-option.js';

export interface FilesFlags {
  readonly workspace?: string;
  readonly output: string;
  readonly types?: string;
  readonly images?: string;
  readonly json?: boolean;
}

export function addFilesOptions(command: Command): Command {
  return command
    .option('--types <names>', `files: only these, of ${FILE_TYPES.join(', ')}; none for images alone`)
    .option('--images <names>', 'files: images to save, such as png,jpg; all, or none (default: as the definition says)');
}

export function refuseFilesOptions(flags: Partial<FilesFlags>): void {
  const given = (['types', 'images'] as const).find((name) => flags[name] !== undefined);
  if (given) throw new UsageError(`--${given} is for winnow export files only.`);
}

export async function exportFiles(flags: FilesFlags, terminal: Terminal): Promise<void> {
  if (flags.output === '-') throw new UsageError('Files go into a folder: name it with -o FOLDER.');
  const workspace = workspaceIn(flags);
  return withReading(
    workspace,
    async (reading) => {
      const access = mapAccess(reading);
      const counts = await saveFiles(reading.repository.webMap, {
        folder: resolve(flags.output),
        bytesAt: access.bytesAt,
        types: typesIn(flags.types) ?? access.types,
        images: imagesIn(flags.images) ?? access.images,
        onProgress: ({ bytes }) => terminal.live(shortSize(bytes)),
        onTrouble: (sentence) => terminal.remark(terminal.style('yellow', printable(sentence))),
      });
      terminal.live('');
      if (flags.json) terminal.print(JSON.stringify({ collection: 'files', path: flags.output, ...counts }, null, 2));
      else terminal.remark(`${countsInWords(counts)} in ${flags.output}/files`);
    },
    { all: true },
  );
}

function typesIn(text: string | undefined): FileType[] | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return [];
  return text.split(',').map((word) => {
    const type = FILE_TYPES.find((name) => name === word.trim().toUpperCase());
    if (!type) throw new UsageError(`--types takes some of ${FILE_TYPES.join(', ')}, or none; not "${word.trim()}".`);
    return type;
  });
}

function imagesIn(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return [];
  return text === 'all' ? ['*'] : text.split(',').map((word) => word.trim());
}

export function countsInWords({ files, bytes, unchanged, failed }: SavedCounts): string {
  const kinds = Object.entries(files).map(([kind, count]) => `${count} ${kind}`);
  const rest = [
    `${shortSize(bytes)} written`,
    ...(unchanged ? [`${unchanged} there already`] : []),
    ...(failed ? [`${failed} not readable`] : []),
  ];
  return `${kinds.length ? kinds.join(', ') : 'Nothing'} (${rest.join(', ')})`;
}
