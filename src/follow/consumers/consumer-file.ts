/**
 * ConsumerFile: the SQLite file in which a consumer keeps what it makes, with its cursor in the same transaction.
 *
 * A file may follow several lists, each with a cursor of its own; `journal` is the usual one. Not synced at each commit:
 * a power cut may take the file back to an earlier moment, but as a whole, and what is missing is applied again.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Batch, BEGINNING, ConsumerError, type Position } from './consumer.js';
import { type ConsumerDatabase, openDatabase } from './open-database.js';

export const JOURNAL = 'journal';

export interface ConsumerFileOptions {
  readonly name: string;
  readonly file: string;
  /** What it is, for lists of consumers: `feed`, `webhook`, `mirror`. */
  readonly kind: string;
  /** Version of the tables below. Another one in the file means: it is to be made anew. */
  readonly version?: number;
  /** Statements that make the consumer's own tables. */
  readonly tables?: string;
  /** Lists it follows from their beginning. */
  readonly lists?: readonly string[];
}

/** Where the file of a consumer of this name lies. */
export function consumerFile(workspace: string, name: string): string {
  if (!/^\w[\w.-]{0,79}$/.test(name))
    throw new ConsumerError(`"${name}" is no name for a consumer: letters, digits, dot, dash and underscore, at most 80 of them.`);
  return join(workspace, 'consumers', `${name}.db`);
}

export class ConsumerFile {
  readonly name: string;
  readonly db: ConsumerDatabase;

  constructor({ name, file, kind, version = 1, tables = '', lists = [JOURNAL] }: ConsumerFileOptions) {
    this.name = name;
    mkdirSync(dirname(file), { recursive: true });
    this.db = openDatabase(file);
    try {
      this.db.pragma('journal_mode = WAL');
      this.db.pragma('synchronous = NORMAL');
      this.db.transaction(() => makeTables(this.db, { name, kind, version, tables, file })).immediate();
      for (const list of lists) this.begin(list, () => BEGINNING);
    } catch (error) {
      this.db.close();
      throw error;
    }
  }

  position(list = JOURNAL): Position {
    const row = this.db.prepare('SELECT position, mark FROM cursor WHERE list = ?').get(list) as CursorRow | undefined;
    return { at: row?.position ?? 0, mark: row?.mark ?? null };
  }

  /** Gives a list its cursor, unless it has one already. */
  begin(list: string, at: () => Position): void {
    if (this.db.prepare('SELECT 1 FROM cursor WHERE list = ?').get(list) === undefined) this.moveTo(at(), 0, list);
  }

  /** Does the work and moves the cursor, both or neither. What has been applied before is not applied again. */
  apply<Item>(batch: Batch<Item>, work: () => void, list = JOURNAL): void {
    this.db
      .transaction(() => {
        const { at } = this.position(list);
        if (at >= batch.through) return;
        if (at !== batch.after) throw new ConsumerError(`The consumer ${this.name} was moved to ${at} by another process.`);
        work();
        this.moveTo({ at: batch.through, mark: batch.mark }, batch.items.length, list);
      })
      .immediate();
  }

  moveTo({ at, mark }: Position, applied: number, list = JOURNAL): void {
    this.db.prepare(MOVE).run({ list, at, mark, applied, now: Date.now() });
  }

  get token(): string {
    return this.db.prepare('SELECT token FROM consumer').pluck().get() as string;
  }

  /** Up to where a batch is on its way that may or may not arrive; null when there is none. */
  sending(list: string): number | null {
    return (this.db.prepare('SELECT sending FROM cursor WHERE list = ?').pluck().get(list) as number | null | undefined) ?? null;
  }

  noteSending(list: string, upTo: number): void {
    this.db.prepare('UPDATE cursor SET sending = ? WHERE list = ?').run(upTo, list);
  }

  /** Kept for whoever asks how consumers are doing. */
  noteTrouble(message: string): void {
    this.db.prepare('UPDATE consumer SET failing = coalesce(failing, ?), failures = failures + 1, error = ?').run(Date.now(), message);
  }

  noteWell(): void {
    this.db.prepare('UPDATE consumer SET failing = NULL, failures = 0, error = NULL WHERE failing IS NOT NULL').run();
  }

  close(): void {
    this.db.close();
  }
}

/** Of what has been passed on: replaced when a consumer is set back, since then the same things are new again. */
export const newToken = (): string => randomBytes(6).toString('hex');

interface CursorRow {
  readonly position: number;
  readonly mark: string | null;
}

const OWN_TABLES = `
CREATE TABLE IF NOT EXISTS consumer (
  name TEXT PRIMARY KEY, kind TEXT NOT NULL, version INTEGER NOT NULL, token TEXT NOT NULL, failing INTEGER, failures INTEGER NOT NULL DEFAULT 0, error TEXT
);
CREATE TABLE IF NOT EXISTS cursor (
  list TEXT PRIMARY KEY, position INTEGER NOT NULL, mark TEXT, applied INTEGER NOT NULL, moved INTEGER NOT NULL, sending INTEGER
);`;

/** Moved past a batch, there is none on its way any more. */
const MOVE = `INSERT INTO cursor (list, position, mark, applied, moved) VALUES (@list, @at, @mark, @applied, @now)
  ON CONFLICT (list) DO UPDATE SET position = @at, mark = @mark, applied = applied + @applied, moved = @now, sending = NULL`;

function makeTables(db: ConsumerDatabase, { name, kind, version, tables, file }: Required<Omit<ConsumerFileOptions, 'lists'>>): void {
  db.exec(OWN_TABLES);
  const known = db.prepare('SELECT version FROM consumer').pluck().get() as number | undefined;
  if (known === version) return;
  if (known !== undefined)
    throw new ConsumerError(
      `${file} was made by another version of ${name} (${known}; this is ${version}). Delete it: it is made anew from the journal.`,
    );
  db.exec(tables);
  db.prepare('INSERT INTO consumer (name, kind, version, token) VALUES (?, ?, ?, ?)').run(name, kind, version, newToken());
}
