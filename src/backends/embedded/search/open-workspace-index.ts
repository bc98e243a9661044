/** The index of a workspace, for the one that keeps it current. Reads core.db by a connection of its own. */
import { join } from 'node:path';
import type { Repository, SearchIndex } from '../../../store/index.js';
import { openForReading } from '../database.js';
import { SqliteRepository } from '../repository.js';
import { dropDamagedSearch, searchFile } from './search-file.js';
import { openSearchIndex } from './search-index.js';
import { workspaceSource } from './workspace-source.js';

export interface WorkspaceIndex {
  readonly index: SearchIndex;
  readonly repository: Repository;
  close(): void;
}

/** Whether the index had to be removed because it was damaged, in a sentence; what opens it next makes it anew. */
export const dropDamagedIndex = (folder: string): string | null => dropDamagedSearch(searchFile(folder));

export function openWorkspaceIndex(folder: string): WorkspaceIndex {
  const db = openForReading(join(folder, 'core.db'));
  try {
    const index = openSearchIndex(searchFile(folder), workspaceSource(db));
    return {
      index,
      repository: new SqliteRepository(db),
      close() {
        index.close();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
