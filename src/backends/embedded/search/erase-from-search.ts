/** The search's part of a takedown: what is no document any more leaves search.db, its free pages and its log too. */
import { existsSync } from 'node:fs';
import type { Sqlite } from '../database.js';
import { removeFile, searchFile } from './search-file.js';
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
    dropSearch(folder);
  }
}

/** All of it goes: it is made anew when somebody searches next. */
export function dropSearch(folder: string): void {
  removeFile(searchFile(folder));
}
