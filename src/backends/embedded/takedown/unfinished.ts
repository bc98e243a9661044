/**
 * What a takedown has begun and not ended: the files it still has to remove, kept in `meta` under `takedown`.
 *
 * Before the transaction these are the files it is writing, after it the files they replaced. Either way they are files
 * that the repository does not name, so whoever opens the workspace next can remove them without knowing more.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../archive/index.js';
import type { Sqlite } from '../database.js';

export interface Unfinished {
  /** Names in the archive folder. */
  readonly files: readonly string[];
  /** The rows are gone; what they held may still stand in free pages of the database. */
  readonly wiped: boolean;
}

export function unfinishedTakedown(db: Sqlite): Unfinished | null {
  const value = db.prepare("SELECT value FROM meta WHERE name = 'takedown'").pluck().get() as string | undefined;
  return value === undefined ? null : (JSON.parse(value) as Unfinished);
}

/** To be called inside a transaction; null: it has ended. */
export function noteTakedown(db: Sqlite, unfinished: Unfinished | null): void {
  if (unfinished) db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('takedown', ?)").run(JSON.stringify(unfinished));
  else db.prepare("DELETE FROM meta WHERE name = 'takedown'").run();
}

/** Removes the files, and their indexes with them. Doing so twice does no harm. */
export function removeFiles(db: Sqlite, archive: string, { files }: Unfinished): void {
  const known = db.prepare('SELECT 1 FROM warc WHERE file = ?').pluck();
  for (const file of files.filter((name) => known.get(name) === undefined)) {
    rmSync(join(archive, file), { force: true });
    rmSync(join(archive, `${file}.cdxj`), { force: true });
  }
  if (files.length) syncFolder(archive);
}
