/** Removes archive files that nothing refers to any more, with their indexes. */
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';

export function discardFiles(folder: string, files: readonly string[]): void {
  for (const file of files) for (const name of [file, `${file}.cdxj`]) rmSync(join(folder, basename(name)), { force: true });
}
