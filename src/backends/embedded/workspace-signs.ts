/** What can be told of a workspace without opening it: from its files and their times. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { WorkspaceSigns } from '../../store/index.js';
import { isWorkspace } from './workspace-missing.js';

export const workspaceSigns: WorkspaceSigns = {
  identity: (folder) => statOf(folder, 'core.db')?.ino ?? null,
  stamp(folder) {
    const files = databaseFiles(folder);
    return files.length === 0 ? null : files.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join(' ');
  },
  changedAt: (folder) => Math.max(0, ...databaseFiles(folder).map(({ mtimeMs }) => mtimeMs)),
  databaseBytes: (folder) => databaseFiles(folder).reduce((sum, { size }) => sum + size, 0),
  hasIndex: (folder) => statOf(folder, 'search.db') !== undefined,
  below: (folder) =>
    namesIn(folder)
      .map((name) => join(folder, name))
      .filter(isWorkspace),
};

/** The workspace a WARC file belongs to, named or not: it lies in its archive. */
export function workspaceOfArchiveFile(path: string): string | null {
  const folder = dirname(path);
  const parent = dirname(folder);
  return basename(folder) === 'archive' && isWorkspace(parent) ? parent : null;
}

const statOf = (folder: string, name: string): Stats | undefined => statSync(join(folder, name), { throwIfNoEntry: false });
const databaseFiles = (folder: string): Stats[] => ['core.db', 'core.db-wal'].flatMap((name) => statOf(folder, name) ?? []);

/** None where there is no folder, or none we may read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
