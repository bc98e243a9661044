/**
 * search.db: segments of the index, names, and how far the journal has been followed, with the same tables for the
 * latter as every consumer has. Commits are not synced: after a power cut the file is older, whole, and catches up.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { DamageFound, SearchError } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { foldLog, mustBeWhole, removeSums, sealOnClose, takeStrangersPages } from '../sums/index.js';

/** Another one in the file means: it is made anew from the journal. */
const VERSION = 2;
const PAGE_BYTES = 8192;
/** A log of this size is folded into the file. */
const LOG_BYTES = 8e6;

const TABLES = `
CREATE TABLE consumer (
  name TEXT PRIMARY KEY, kind TEXT NOT NULL, version INTEGER NOT NULL, token TEXT NOT NULL, failing INTEGER, failures INTEGER NOT NULL DEFAULT 0, error TEXT
);
CREATE TABLE cursor (
  list TEXT PRIMARY KEY, position INTEGER NOT NULL, mark TEXT, applied INTEGER NOT NULL, moved INTEGER NOT NULL, sending INTEGER
);
CREATE TABLE segment (id INTEGER PRIMARY KEY AUTOINCREMENT, documents INTEGER NOT NULL, attributes BLOB NOT NULL, dead BLOB);
CREATE TABLE block (id INTEGER PRIMARY KEY, segment INTEGER NOT NULL, first BLOB NOT NULL, data BLOB NOT NULL);
CREATE INDEX block_first ON block (segment, first);
CREATE TABLE list (id INTEGER PRIMARY KEY, docs BLOB NOT NULL, positions BLOB NOT NULL);
CREATE TABLE name (kind TEXT NOT NULL, number INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, number)) WITHOUT ROWID;
INSERT INTO consumer (name, kind, version, token) VALUES ('search', 'search', ${VERSION}, '');
INSERT INTO cursor (list, position, mark, applied, moved) VALUES ('journal', 0, NULL, 0, 0);
PRAGMA user_version = ${VERSION};`;

export const searchFile = (workspace: string): string => join(workspace, 'search.db');

/** For the one that indexes. Made, or made anew, when it is not of this version or no database at all. */
export function openToIndex(file: string, waitMs: number): Sqlite {
  takeStrangersPages(file);
  try {
    return prepared(new Database(file, { timeout: waitMs }));
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code))) throw error;
    removeFile(file);
    return prepared(new Database(file, { timeout: waitMs }));
  }
}

/** All of it goes: it is made anew from the journal. */
export function removeFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  removeSums(file);
}

function prepared(db: Sqlite): Sqlite {
  try {
    if (versionOf(db) === 0) {
      db.pragma(`page_size = ${PAGE_BYTES}`);
      db.pragma('auto_vacuum = INCREMENTAL');
    }
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('cache_size = -16000');
    db.pragma('journal_size_limit = 16000000');
    db.pragma('wal_autocheckpoint = 0'); // see foldLargeLog
    sealOnClose(db, versionOf(db) === 0);
    if (versionOf(db) !== VERSION) makeAnew(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function openToSearch(file: string): Sqlite {
  if (!existsSync(file)) throw noIndex();
  mustBeWhole(file, { remedy: remedyFor(file) });
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 2000 });
  if (versionOf(db) === VERSION) {
    db.pragma('cache_size = -32000');
    return db;
  }
  db.close();
  throw noIndex();
}

/** It holds nothing that the journal does not. */
const remedyFor = (file: string): string =>
  `It is made from the journal and can be made anew: winnow search -w ${dirname(file)} does so before it searches.`;

/** Damage in it costs nothing but the time to make it anew: it is removed. Returns the sentence that says so, or null. */
export function dropDamagedSearch(file: string): string | null {
  try {
    mustBeWhole(file, { all: true, remedy: 'It is made anew from the journal.' });
    return null;
  } catch (error) {
    if (!(error instanceof DamageFound)) throw error;
    removeFile(file);
    return error.message;
  }
}

/** After a commit: by ourselves, since the sums of its pages are taken first. */
export function foldLargeLog(db: Sqlite): void {
  if ((statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) foldLog(db);
}

const noIndex = (): SearchError =>
  new SearchError(
    'SEARCH_NO_INDEX',
    'Nothing has been indexed for searching yet. winnow search does it before it searches, and a crawl while it runs unless its definition says search: {index: false}.',
  );

const versionOf = (db: Sqlite): number => db.pragma('user_version', { simple: true }) as number;

function makeAnew(db: Sqlite): void {
  db.transaction(() => {
    if (versionOf(db) === VERSION) return; // somebody else has
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all() as string[];
    for (const name of tables) db.exec(`DROP TABLE "${name}"`);
    db.exec(TABLES);
  }).immediate();
}

/** All of it goes: the journal is read from its beginning. Inside the caller's transaction. */
export function emptyTables(db: Sqlite): void {
  for (const name of ['segment', 'block', 'list', 'name']) db.exec(`DELETE FROM ${name}`);
  db.exec("UPDATE cursor SET position = 0, mark = NULL WHERE list = 'journal'");
}
