/**
 * The book of conversions: one row for each file of a new version, entered in the transaction that moves the cursor.
 *
 * An answer is kept here before it is stored in the workspace. So whatever is killed when, a version that was answered is
 * not asked for again, and its file is stored once.
 */
import type { JournalEntry } from '../../store/index.js';
import type { Batch, Position } from '../consumers/index.js';
import { ConsumerFile, JOURNAL } from '../consumers/index.js';

/** waiting → answered → stored; or empty (nothing to make of it), refused, failed (given up), gone (taken down). */
export type ConversionState = 'waiting' | 'answered' | 'stored' | 'empty' | 'refused' | 'failed' | 'gone';

/** A file that is to be converted. */
export interface NewConversionRow {
  readonly sequence: number;
  readonly version: number;
  /** Of the file. */
  readonly identifier: string;
  readonly crawler: string;
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly sha256: string;
  readonly length: number;
}

export interface ConversionRow extends NewConversionRow {
  readonly id: number;
  readonly attempts: number;
}

export interface KeptAnswer {
  readonly bytes: Buffer;
  readonly type: string | null;
}

const TABLES = `
CREATE TABLE conversion (
  id INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, version INTEGER NOT NULL, identifier TEXT NOT NULL, crawler TEXT NOT NULL, key TEXT NOT NULL,
  name TEXT NOT NULL, type TEXT NOT NULL, url TEXT NOT NULL, sha256 TEXT NOT NULL, length INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 0, detail TEXT, answer BLOB, answer_type TEXT, copy TEXT, at INTEGER NOT NULL,
  UNIQUE (version, identifier)
);
CREATE INDEX conversion_open ON conversion (due) WHERE state = 'waiting';`;

export class ConversionBook {
  readonly file: ConsumerFile;

  constructor(name: string, path: string) {
    this.file = new ConsumerFile({ name, kind: 'convert', file: path, tables: TABLES, lists: [] });
    this.file.db.pragma('synchronous = FULL'); // what is forgotten here is sent twice
    this.file.db.pragma('secure_delete = ON');
  }

  begin(at: () => Position): void {
    this.file.begin(JOURNAL, at);
  }

  enter(batch: Batch<JournalEntry>, rows: readonly NewConversionRow[]): void {
    const add = this.file.db.prepare(
      `INSERT INTO conversion (sequence, version, identifier, crawler, key, name, type, url, sha256, length, at)
       VALUES (@sequence, @version, @identifier, @crawler, @key, @name, @type, @url, @sha256, @length, @at) ON CONFLICT DO NOTHING`,
    );
    this.file.apply(batch, () => {
      for (const row of rows) add.run({ ...row, at: Date.now() });
    });
  }

  /** Oldest first; those whose pause is not over are left out unless they are asked for. */
  waiting(most: number, now: number, except: ReadonlySet<number>): ConversionRow[] {
    const rows = this.file.db
      .prepare(`SELECT ${COLUMNS} FROM conversion WHERE state = 'waiting' AND due <= ? ORDER BY id LIMIT ?`)
      .all(now, most + except.size) as ConversionRow[];
    return rows.filter(({ id }) => !except.has(id)).slice(0, most);
  }

  answered(): ConversionRow[] {
    return this.file.db.prepare(`SELECT ${COLUMNS} FROM conversion WHERE state = 'answered' ORDER BY id`).all() as ConversionRow[];
  }

  answerOf({ id }: ConversionRow): KeptAnswer {
    return this.file.db.prepare('SELECT answer AS bytes, answer_type AS type FROM conversion WHERE id = ?').get(id) as KeptAnswer;
  }

  keepAnswer({ id }: ConversionRow, bytes: Uint8Array, type: string | null): void {
    this.file.db
      .prepare("UPDATE conversion SET state = 'answered', attempts = attempts + 1, answer = ?, answer_type = ?, at = ? WHERE id = ?")
      .run(Buffer.from(bytes), type, Date.now(), id);
  }

  /** Where copies lie, noted before they are made. */
  noteCopy({ id }: ConversionRow, path: string): void {
    this.file.db.prepare('UPDATE conversion SET copy = ? WHERE id = ?').run(path, id);
  }

  /** True where no later version of the same file has been copied. */
  isNewest({ crawler, key, name, version }: ConversionRow): boolean {
    const later = 'SELECT 1 FROM conversion WHERE crawler = ? AND key = ? AND name = ? AND version > ? AND copy IS NOT NULL';
    return this.file.db.prepare(later).get(crawler, key, name, version) === undefined;
  }

  settle({ id }: ConversionRow, state: ConversionState, detail: string | null): void {
    this.file.db
      .prepare('UPDATE conversion SET state = ?, detail = ?, answer = NULL, at = ? WHERE id = ?')
      .run(state, detail?.slice(0, 2000) ?? null, Date.now(), id);
  }

  putOff({ id }: ConversionRow, detail: string, due: number): void {
    this.file.db
      .prepare('UPDATE conversion SET attempts = attempts + 1, due = ?, detail = ? WHERE id = ?')
      .run(due, detail.slice(0, 2000), id);
  }

  counts(): Partial<Record<ConversionState, number>> {
    return Object.fromEntries(
      this.file.db.prepare('SELECT state, count(*) FROM conversion GROUP BY state').raw().all() as [string, number][],
    );
  }

  close(): void {
    this.file.close();
  }
}

const COLUMNS = 'id, sequence, version, identifier, crawler, key, name, type, url, sha256, length, attempts';
