/**
 * Keeps the sums of a database true: whoever folds its log into it takes the sums of the pages in the log first.
 *
 * While a page stands in the log, the log counts, and SQLite's own checksums there. When it leaves the log, its sum is
 * durable already: so at every moment, after a crash or a power cut too, a page that is not in the log is the one its sum
 * was taken of, or it is damaged. Reading the log back costs far less than the writing did: see docs/decisions/0052.
 */
import { existsSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import { LogFile } from './log-file.js';
import { markClosed, readSumsHeader, removeSums, type SumsHeader, writeSums } from './sums-file.js';

type Sqlite = Database.Database;

const FOLD_PATIENCE_MS = 5000;
const CLOSE_PATIENCE_MS = 500;

/** How much of which log has been taken, for each connection. */
const taken = new WeakMap<Sqlite, { readonly salts: string; readonly frames: number }>();

/** From now on closing the connection takes the sums first. To be called once, for a connection that writes; `isNew`: it has no pages yet. */
export function sealOnClose(db: Sqlite, isNew: boolean): void {
  markClosed(db.name, false);
  if (isNew) newDatabases.add(db);
  const close = db.close.bind(db);
  db.close = () => {
    if (db.open) beforeClose(db);
    close();
    if (!existsSync(`${db.name}-wal`) && existsSync(db.name)) markClosed(db.name, true);
    return db;
  };
}

const newDatabases = new WeakSet<Sqlite>();

/** Takes the sums of what is in the log, then folds as much of it as readers allow into the database. Another time, when somebody else is writing. */
export function foldLog(db: Sqlite): void {
  unlessBusy(() =>
    alone(db, FOLD_PATIENCE_MS, () => {
      keepSums(db);
      db.pragma('wal_checkpoint(PASSIVE)');
    }),
  );
}

/** Folds all of it in and cuts the log; false when readers keep it from being cut. */
export function cutLog(db: Sqlite): boolean {
  foldLog(db);
  const [cut] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return cut?.busy === 0;
}

/** The last connection folds the log in while it closes; if somebody else is writing, we are not the last. */
function beforeClose(db: Sqlite): void {
  if (db.readonly || !hasLog(db.name)) return;
  unlessBusy(() => alone(db, CLOSE_PATIENCE_MS, () => keepSums(db)));
}

const hasLog = (database: string): boolean => (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

function unlessBusy(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error;
  }
}

/** Nobody else may write meanwhile, so the log stays as it is. By another connection: one in a transaction cannot fold. */
function alone(db: Sqlite, timeout: number, work: () => void): void {
  const lock = new Database(db.name, { fileMustExist: true, timeout });
  try {
    lock.pragma('wal_autocheckpoint = 0');
    lock.exec('BEGIN IMMEDIATE');
    try {
      work();
    } finally {
      lock.exec('ROLLBACK');
    }
  } finally {
    lock.close();
  }
}

/** Sums that cannot be kept, on a full disk, are given up: none are better than wrong ones, and the next owner takes them anew. */
function keepSums(db: Sqlite): void {
  try {
    takeSums(db);
  } catch {
    removeSums(db.name);
  }
}

function takeSums(db: Sqlite): void {
  const log = LogFile.open(db.name);
  if (!log) return;
  try {
    const { salts, pageSize } = log.header;
    const before = taken.get(db);
    const from = before?.salts === salts ? before.frames : 0;
    const frames = framesIn(db);
    if (frames <= from) return;
    log.sync(); // a sum must not outlive the page it was taken of
    const { sums, pages } = sumsOf(log, from, frames);
    writeSums(db.name, sums, headerAfter(db, pageSize, pages));
    taken.set(db, { salts, frames });
  } finally {
    log.close();
  }
}

/** As SQLite counts them: what stands behind may be left from a transaction that was undone. */
function framesIn(db: Sqlite): number {
  const [log] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[];
  return log?.log ?? 0;
}

function sumsOf(log: LogFile, from: number, frames: number): { sums: Map<number, number>; pages: number } {
  const sums = new Map<number, number>();
  let pages = 0;
  for (const frame of log.frames(from, frames)) {
    sums.set(frame.page, crc32(frame.content));
    if (frame.pages > 0) pages = frame.pages;
  }
  return { sums, pages };
}

function headerAfter(db: Sqlite, pageSize: number, pages: number): SumsHeader {
  const before = readSumsHeader(db.name);
  return { pageSize, pages, generation: (before?.generation ?? 0) + 1, complete: before?.complete ?? newDatabases.has(db) };
}
