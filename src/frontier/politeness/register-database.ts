/**
 * The file behind the register: opening, the tables, and making it anew when it is damaged.
 *
 * Nothing in it is worth a sync: what a power cut destroys is a few seconds of politeness, and a damaged file is moved
 * aside and begun again. The format is part of the file's name, so an older Winnow and a newer one never meet in one.
 */
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeStateFolder, StateFolderError } from '../../platform/index.js';

export type Sqlite = Database.Database;

const FILE = 'turns-1.db';
/** A process that is stopped in the middle of a write holds up the others; none of them waits longer than this at a time. */
const BUSY_MS = 250;
const OPEN_TRIES = 12;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS holder (
  id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, start TEXT, namespace TEXT,
  boot TEXT, wrote REAL NOT NULL, wall REAL NOT NULL, deposed INTEGER NOT NULL DEFAULT 0);
-- When a key is free, what was owed it last, and when that was written.
CREATE TABLE IF NOT EXISTS turn (
  key TEXT PRIMARY KEY, free REAL NOT NULL, delay REAL NOT NULL, boot TEXT, wrote REAL NOT NULL, wall REAL NOT NULL) WITHOUT ROWID;
-- A row whose holder is gone stays until the next claim: it says that nobody knows when the key was last asked.
CREATE TABLE IF NOT EXISTS holding (
  key TEXT NOT NULL, holder INTEGER NOT NULL, share INTEGER NOT NULL, capacity INTEGER NOT NULL, delay REAL NOT NULL,
  changed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (key, holder)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holding_changed ON holding (holder) WHERE changed = 1;
-- The waiting list; the smallest id is first in line.
CREATE TABLE IF NOT EXISTS wish (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL, holder INTEGER NOT NULL, capacity INTEGER NOT NULL, delay REAL NOT NULL,
  ready INTEGER NOT NULL DEFAULT 0,
  UNIQUE (key, holder));
CREATE INDEX IF NOT EXISTS wish_ready ON wish (holder) WHERE ready = 1;
-- Last clean-up, and when the file was made anew after damage.
CREATE TABLE IF NOT EXISTS chore (name TEXT PRIMARY KEY, boot TEXT, wrote REAL NOT NULL, wall REAL NOT NULL) WITHOUT ROWID;
`;

export interface OpenRegister {
  readonly db: Sqlite;
  /** Something was wrong with the file that lay there; it is aside now. */
  readonly damaged: boolean;
  /** False once the file was removed or replaced under us. */
  isInPlace(): boolean;
}

/** Opens the register of a state folder; `fits` looks whether the tables are as they must be, and throws when not. */
export function openRegister(folder: string, fits: (db: Sqlite) => void): OpenRegister {
  makeStateFolder(folder);
  const path = join(folder, FILE);
  const found = inode(path);
  try {
    return { ...open(path, fits), damaged: false };
  } catch (error) {
    if (!isDamage(error)) throw new StateFolderError(folder, error);
  }
  try {
    moveAside(path, found);
    return { ...open(path, fits), damaged: true };
  } catch (error) {
    throw new StateFolderError(folder, error);
  }
}

/** The first to open the file changes its mode, for which SQLite does not wait by itself. */
function open(path: string, fits: (db: Sqlite) => void): Omit<OpenRegister, 'damaged'> {
  for (let tries = 1; ; tries++) {
    try {
      return attempt(path, fits);
    } catch (error) {
      if (!isBusy(error) || tries === OPEN_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * tries);
    }
  }
}

function attempt(path: string, fits: (db: Sqlite) => void): Omit<OpenRegister, 'damaged'> {
  const db = new Database(path, { timeout: BUSY_MS });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = OFF');
    db.pragma('cache_size = -4000');
    db.exec(SCHEMA);
    fits(db);
    // Short of file handles SQLite opens for reading only, without a word.
    db.transaction(() => {}).immediate();
    const file = inode(path);
    return { db, isInPlace: () => inode(path) === file };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** One damaged file is kept, the latest, for whoever wants to know. Another process may have been quicker: then the file is a new one. */
function moveAside(path: string, found: number | undefined): void {
  if (inode(path) !== found) return;
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  renameSync(path, `${path}.damaged`);
}

const inode = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** SQLITE_ERROR is what tables of another shape give. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ|ERROR$)/.test(codeOf(error));

/** The file is well, our hold on it is not: what SQLite once opened for reading only stays so until it is opened again. */
export const isLostHold = (error: unknown): boolean => /^SQLITE_(READONLY|CANTOPEN|IOERR)/.test(codeOf(error));

const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');
