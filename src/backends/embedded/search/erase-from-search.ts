/** The search's part of a takedown: what is no document any more leaves search.db, its free pages and its log too. */
import { existsSync, rmSync } from 'node:fs';
import type { Sqlite } from '../database.js';
import { searchFile } from './search-file.js';
import { openSearchIndex } from './search-index.js';
import { workspaceSource } from './workspace-source.js';

const PATIENCE_MS = 5000;

/**
 * An index that cannot be cleaned now, because somebody is at it or it is damaged, is removed: it is made anew from the
 * journal, and forgetting must not wait.
 */
export function eraseFromSearch(folder: string, db: Sqlite): void {
  const file = searchFile(folder);
  if (!existsSync(file)) return;
  try {
    const index = openSearchIndex(file, workspaceSource(db), PATIENCE_MS);
    try {
      index.erase();
    } finally {
      index.close();
    }
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  }
}
