/** The last run of a workspace of any format: what is needed to go on with it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LastRun } from '../../store/index.js';
import { formatOf, openToCopy } from './database.js';
import { mustBeWhole } from './sums/index.js';

/** Null when nothing has been run there. */
export function lastRunIn(folder: string): LastRun | null {
  const path = join(folder, 'core.db');
  if (!existsSync(path)) return null;
  mustBeWhole(path);
  const db = openToCopy(path);
  try {
    if (formatOf(db) === 0) return null;
    return (
      (db.prepare('SELECT id, state, started AS startedAt, reason, definition FROM run ORDER BY id DESC LIMIT 1').get() as
        | LastRun
        | undefined) ?? null
    );
  } finally {
    db.close();
  }
}
