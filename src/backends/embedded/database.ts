/** Opens core.db: the connection settings, the format version and the tables. */
import Database from 'better-sqlite3';
import { FORMAT_VERSION, SCHEMA } from './schema.js';

export type Sqlite = Database.Database;
export type Statement = Database.Statement<unknown[]>;

export class FormatError extends Error {
  override readonly name = 'FormatError';
}

/** The one writing connection. Every commit is durable when it returns. */
export function openForWriting(path: string): Sqlite {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('wal_autocheckpoint = 4000');
  db.pragma('cache_size = -16000');
  ensureFormat(db, path);
  return db;
}

/** Sees committed data only and never blocks the writer. */
export function openForReading(path: string): Sqlite {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  db.pragma('cache_size = -8000');
  checkVersion(db, path);
  return db;
}

function ensureFormat(db: Sqlite, path: string): void {
  if (versionOf(db) !== 0) return checkVersion(db, path);
  db.transaction(() => {
    db.exec(SCHEMA);
    db.pragma(`user_version = ${FORMAT_VERSION}`);
  })();
}

function checkVersion(db: Sqlite, path: string): void {
  const version = versionOf(db);
  if (version === FORMAT_VERSION) return;
  throw new FormatError(
    `${path} has format ${version}; this Winnow reads format ${FORMAT_VERSION}. Use the Winnow that wrote it, or another workspace folder.`,
  );
}

const versionOf = (db: Sqlite): number => db.pragma('user_version', { simple: true }) as number;
