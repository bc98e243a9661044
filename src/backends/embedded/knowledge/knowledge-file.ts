/**
 * knowledge.db: a dictionary of terms, quads of their numbers in four orders, and how far each feed has come.
 *
 * All of it can be made anew from core.db, so a file of another version, or one that is no database, is replaced.
 * Commits are not synced: after a power cut the file is older, whole, and catches up.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { FINGERPRINT_SECRET_BYTES } from '../../../model/index.js';
import { KnowledgeError } from '../../../store/index.js';
import type { Sqlite } from '../database.js';

/** Another one in the file means: it is made anew. */
const VERSION = 1;
const PAGE_BYTES = 8192;
/** Pages of the log that are folded into the file together: loading writes the same pages again and again. */
const LOG_PAGES = 4000;

/**
 * Graph 0 is the one without a name; the others are numbers of terms, so that a graph's name can be joined like anything
 * else. Numbers are never used twice: a reader may remember them. `consumer` and `cursor` are what all files that follow
 * the journal show.
 */
const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE term (id INTEGER PRIMARY KEY AUTOINCREMENT, hash INTEGER NOT NULL, text TEXT NOT NULL);
CREATE INDEX term_hash ON term (hash);
CREATE TABLE quad (s INTEGER NOT NULL, p INTEGER NOT NULL, o INTEGER NOT NULL, g INTEGER NOT NULL, PRIMARY KEY (s, p, o, g)) WITHOUT ROWID;
CREATE INDEX quad_posg ON quad (p, o, s, g);
CREATE INDEX quad_ospg ON quad (o, s, p, g);
CREATE INDEX quad_gspo ON quad (g, s, p, o);
CREATE TABLE predicate (p INTEGER PRIMARY KEY, quads INTEGER NOT NULL, shared INTEGER NOT NULL DEFAULT 0);
CREATE TABLE graph (g INTEGER PRIMARY KEY, quads INTEGER NOT NULL);
CREATE TABLE feed (name TEXT PRIMARY KEY, cursor TEXT NOT NULL, steps INTEGER NOT NULL, moved INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIEW consumer AS SELECT 'knowledge' AS name, 'knowledge' AS kind, NULL AS failing, 0 AS failures, NULL AS error;
CREATE VIEW cursor AS SELECT 'journal' AS list, CAST(cursor AS INTEGER) AS position, steps AS applied, moved FROM feed WHERE name = 'documents';
PRAGMA user_version = ${VERSION};`;

export const knowledgeFile = (workspace: string): string => join(workspace, 'knowledge.db');

export interface WritingOptions {
  /** How long another process may be at it before KnowledgeBusy is thrown. */
  readonly waitMs?: number;
  /** Told when a file had to be made anew, in a sentence. */
  readonly onRemark?: (remark: string) => void;
}

export function openToWrite(file: string, { waitMs = 0, onRemark }: WritingOptions = {}): Sqlite {
  try {
    return prepared(new Database(file, { timeout: waitMs }), onRemark);
  } catch (error) {
    if (!isDamage(error)) throw error;
    onRemark?.(`${file} is damaged (${(error as Error).message}): it is made anew.`);
    removeKnowledge(file);
    return prepared(new Database(file, { timeout: waitMs }));
  }
}

/** One moment: what is committed later is not seen. Opened for each question, which costs next to nothing. */
export function openToAsk(file: string): Sqlite {
  if (!existsSync(file)) throw nothingThere();
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 2000 });
  try {
    if (versionOf(db) !== VERSION) throw nothingThere();
    db.pragma('cache_size = -32000');
    db.exec('BEGIN');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function removeKnowledge(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}

export const isDamage = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code));

const nothingThere = (): KnowledgeError =>
  new KnowledgeError(
    'KNOWLEDGE_MISSING',
    'No statements have been gathered in this workspace yet. winnow sparql gathers them before it asks.',
  );

function prepared(db: Sqlite, onRemark?: (remark: string) => void): Sqlite {
  try {
    if (versionOf(db) === 0) db.pragma(`page_size = ${PAGE_BYTES}`);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('cache_size = -96000');
    db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    db.pragma('journal_size_limit = 16000000');
    if (versionOf(db) !== VERSION) makeAnew(db, onRemark);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const versionOf = (db: Sqlite): number => db.pragma('user_version', { simple: true }) as number;

function makeAnew(db: Sqlite, onRemark?: (remark: string) => void): void {
  db.transaction(() => {
    const version = versionOf(db);
    if (version === VERSION) return; // somebody else has
    if (version !== 0) onRemark?.(`${db.name} has format ${version}, this Winnow writes format ${VERSION}: it is made anew.`);
    dropAll(db);
    db.exec(TABLES);
    db.prepare("INSERT INTO meta (name, value) VALUES ('secret', ?)").run(randomBytes(FINGERPRINT_SECRET_BYTES));
  }).immediate();
}

function dropAll(db: Sqlite): void {
  const there = db.prepare("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'").all();
  for (const { type, name } of there as { type: string; name: string }[]) db.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`);
}
