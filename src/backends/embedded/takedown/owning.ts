/** Owns a workspace for a piece of work on its rows and files, brought to the format of this release first. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openToOwn, type Sqlite } from '../database.js';
import { migrate } from '../migrations/index.js';
import { type Ownership, ownershipCheck, takeOwnership } from '../owner.js';
import { mustBeWhole } from '../sums/index.js';

export interface Owned {
  readonly folder: string;
  readonly db: Sqlite;
  readonly ownership: Ownership;
  /** Runs it in one transaction that nobody can overtake. */
  inTransaction<T>(work: () => T): T;
}

export async function owning<T>(folder: string, work: (owned: Owned) => Promise<T>): Promise<T> {
  const path = join(folder, 'core.db');
  if (!existsSync(path)) throw new Error(`There is no workspace in ${folder}: core.db is missing.`);
  mustBeWhole(path);
  const db = openToOwn(path);
  try {
    const ownership = takeOwnership(folder, db);
    try {
      migrate(db, ownership);
      return await work(ownedBy(folder, db, ownership));
    } finally {
      ownership.release();
    }
  } finally {
    db.close();
  }
}

export function ownedBy(folder: string, db: Sqlite, ownership: Ownership): Owned {
  const check = ownershipCheck(db, ownership.token);
  const inTransaction = <T>(work: () => T): T =>
    db
      .transaction(() => {
        check();
        return work();
      })
      .immediate();
  return { folder, db, ownership, inTransaction };
}
