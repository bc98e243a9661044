/** One write by a person's word, in a workspace that nobody is crawling into. */
import { join } from 'node:path';
import { openForWriting, type Sqlite } from './database.js';
import { ownershipCheck, takeOwnership } from './owner.js';
import { mustBeWhole } from './sums/index.js';

/** Owns the workspace for one transaction; throws WorkspaceInUse while somebody is crawling. */
export function writeAlone<T>(folder: string, work: (db: Sqlite) => T): T {
  const database = join(folder, 'core.db');
  mustBeWhole(database);
  const db = openForWriting(database);
  try {
    const ownership = takeOwnership(folder, db);
    try {
      const checkOwner = ownershipCheck(db, ownership.token);
      return db
        .transaction(() => {
          checkOwner();
          return work(db);
        })
        .immediate();
    } finally {
      ownership.release();
    }
  } finally {
    db.close();
  }
}
