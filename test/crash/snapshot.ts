/**
 * What a workspace holds at a moment when no process has it open, read from a copy: looking must change nothing.
 *
 * `fetch`, `version` and `journal` are only ever appended to in the campaign's crawls, so whatever a process has
 * committed must be there, unchanged, after all that come later.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const APPENDED = ['fetch', 'version', 'journal'] as const;

export interface Snapshot {
  /** Rows in the order they came, each as JSON. */
  readonly rows: Readonly<Record<(typeof APPENDED)[number], readonly string[]>>;
  /** URLs of the resources known. */
  readonly known: ReadonlySet<string>;
  /** State of the last run; null before the first. */
  readonly run: string | null;
}

export const NOTHING: Snapshot = { rows: { fetch: [], version: [], journal: [] }, known: new Set(), run: null };

export function takeSnapshot(workspace: string): Snapshot {
  if (!existsSync(join(workspace, 'core.db'))) return NOTHING;
  return withCopy(workspace, (db) => {
    // A process may have died before the tables were there.
    if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'run'").get()) return NOTHING;
    const rowsOf = (table: string) => (db.prepare(`SELECT * FROM ${table} ORDER BY 1`).raw().all() as unknown[][]).map(asText);
    return {
      rows: { fetch: rowsOf('fetch'), version: rowsOf('version'), journal: rowsOf('journal') },
      known: new Set(db.prepare('SELECT url FROM resource').pluck().all() as string[]),
      run: (db.prepare('SELECT state FROM run ORDER BY id DESC').pluck().get() as string | undefined) ?? null,
    };
  });
}

/** Opens a copy of the database with what its write-ahead log holds. */
export function withCopy<T>(workspace: string, look: (db: Database.Database) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-look-'));
  try {
    for (const file of ['core.db', 'core.db-wal'])
      if (existsSync(join(workspace, file))) copyFileSync(join(workspace, file), join(folder, file));
    const db = new Database(join(folder, 'core.db'));
    try {
      return look(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asText = (row: readonly unknown[]): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** What was there before and is not there now, in words; empty when nothing was lost. */
export function lostBetween(before: Snapshot, after: Snapshot): string[] {
  return APPENDED.flatMap((table) => {
    const lost = before.rows[table].findIndex((row, index) => after.rows[table][index] !== row);
    return lost === -1 ? [] : [`row ${lost + 1} of ${table}, committed by an earlier process, is gone or changed`];
  });
}
