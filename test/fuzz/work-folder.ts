/** A folder of this thread alone, for parsers that want a file; it goes when the thread does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | null = null;

export function workFolder(): string {
  if (folder !== null) return folder;
  const made = mkdtempSync(join(tmpdir(), 'winnow-fuzz-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

export function workFile(name: string, bytes: Uint8Array): string {
  const path = join(workFolder(), name);
  writeFileSync(path, bytes);
  return path;
}
