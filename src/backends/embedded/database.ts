/** Opens core.db: the connection settings, the format version and the tables. Older formats are brought up to date in migrations/. */

import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { WinnowError } from '../../model/index.js';
import { makeCrawldbViews } from './crawldb-views.js';
import { FORMAT_VERSION, SCHEMA } from './schema.js';
import { sealOnClose, takeStrangersPages } from './sums/index.js';

export type Sqlite = Database.Database;
export type Statement = Database.Statement<unknown[]>;

export class FormatError extends WinnowError {
  override readonly name = 'FormatError';
  constructor(message: string, options?: ErrorOptions) {
    super('WORKSPACE_FORMAT', message, options);
  }
}

/** The one writing connection, in the format of this release. Every commit is durable when it returns. */
export function openForWriting(path: string): Sqlite {
  return opened(openToOwn(path), (db) => {
    mustBeCurrent(db, path);
    makeCrawldbViews(db);
  });
}

/** A writing connection for whoever is about to own the workspace: its format may be an older one. Makes the tables when there are none. */
export function openToOwn(path: string): Sqlite {
  takeStrangersPages(path);
  return opened(new Database(path), (db) => {
    if (formatOf(db) === 0) mustBeOurs(db, path); // before anything of it is changed
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('wal_autocheckpoint = 0'); // the committer does it: see commit.ts
    db.pragma('cache_size = -8000');
    sealOnClose(db, formatOf(db) === 0);
    if (formatOf(db) === 0) makeTables(db);
    mustNotBeNewer(db, path);
  });
}

/** Sees committed data only and never blocks the writer. */
export function openForReading(path: string): Sqlite {
  return opened(new Database(path, { readonly: true, fileMustExist: true }), (db) => {
    db.pragma('cache_size = -8000');
    mustBeCurrent(db, path);
  });
}

/** As it is, whatever format up to ours it has: for copies. */
export function openToCopy(path: string): Sqlite {
  return opened(new Database(path, { readonly: true, fileMustExist: true }), (db) => mustNotBeNewer(db, path));
}

/** 0: there are no tables yet. */
export const formatOf = (db: Sqlite): number => db.pragma('user_version', { simple: true }) as number;

/** A connection that is of no use must not stay open. */
function opened(db: Sqlite, prepare: (db: Sqlite) => void): Sqlite {
  try {
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw asFormatError(error, db.name);
  }
}

/** Two processes may find the same new file: only the first makes the tables. */
function makeTables(db: Sqlite): void {
  db.transaction(() => {
    if (formatOf(db) !== 0) return;
    db.exec(SCHEMA);
    db.pragma(`user_version = ${FORMAT_VERSION}`);
  }).immediate();
}

/** A database of ours has a format as soon as it has a table. */
function mustBeOurs(db: Sqlite, path: string): void {
  const [table] = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' LIMIT 1").all() as { name: string }[];
  if (table) throw new FormatError(`${path} is a database of another program (with a table ${table.name}): choose another folder with -w.`);
}

function mustBeCurrent(db: Sqlite, path: string): void {
  mustNotBeNewer(db, path);
  const format = formatOf(db);
  if (format === FORMAT_VERSION) return;
  if (format === 0) mustBeOurs(db, path);
  const folder = dirname(path);
  throw new FormatError(
    format === 0
      ? `${path} is empty: no crawl has begun there yet.`
      : `${folder} has the older format ${format}; this Winnow reads format ${FORMAT_VERSION}. Bring it up to date once with: winnow migrate --workspace ${folder}`,
  );
}

function mustNotBeNewer(db: Sqlite, path: string): void {
  const format = formatOf(db);
  if (format <= FORMAT_VERSION) return;
  throw new FormatError(
    `${dirname(path)} has format ${format}, written by a newer Winnow; this one reads format ${FORMAT_VERSION}. Use the newer Winnow, or another workspace folder.`,
  );
}

function asFormatError(error: unknown, path: string): unknown {
  if ((error as { code?: string }).code !== 'SQLITE_NOTADB') return error;
  return new FormatError(`${path} is not a database. If it was damaged, restore the workspace from a backup.`, { cause: error });
}
