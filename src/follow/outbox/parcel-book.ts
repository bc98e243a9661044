/**
 * The book of an outbox: every parcel with its state and last answer, and what the receiver holds of each group.
 *
 * It is the file of a consumer, so a parcel is entered in the transaction that moves the cursor past its journal entry.
 * Unlike other such files it is synced at each commit: what was sent must not be forgotten in a power cut.
 */
import type { GroupDocument, Operation } from '../../formats/document-groups/index.js';
import type { Position } from '../consumers/index.js';
import { ConsumerFile } from '../consumers/index.js';
import type { Held } from './make-group.js';

/**
 * waiting: packed, not sent; sent: taken; refused: not taken, for good; incomplete: not even packed; unchanged: nothing to send;
 * rolled-back: part of a delivery that does not count, since the receiver went away in the midst of it.
 */
export type ParcelState = 'waiting' | 'sent' | 'refused' | 'incomplete' | 'unchanged' | 'rolled-back';

export interface ParcelRow {
  readonly id: number;
  readonly run: number;
  /** Of the document, as it was packed. */
  readonly version: number;
  readonly identifier: string;
  readonly crawler: string;
  readonly operation: Operation;
  readonly url: string;
  readonly filename: string;
  readonly state: ParcelState;
  readonly attempts: number;
  /** Of the receiver, or why it was not sent. */
  readonly answer: string | null;
  readonly at: number;
}

export interface NewParcel extends Omit<ParcelRow, 'id' | 'attempts' | 'at'> {
  /** What the receiver holds before and after it. */
  readonly before: Held;
  readonly after: Held;
}

const TABLES = `
CREATE TABLE parcel (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, version INTEGER NOT NULL, identifier TEXT NOT NULL, crawler TEXT NOT NULL, operation TEXT NOT NULL, url TEXT NOT NULL,
  filename TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, answer TEXT, at INTEGER NOT NULL, before TEXT
);
CREATE INDEX parcel_waiting ON parcel (id) WHERE state = 'waiting';
CREATE INDEX parcel_group ON parcel (identifier, run);
CREATE TABLE held (identifier TEXT PRIMARY KEY, documents TEXT NOT NULL) WITHOUT ROWID;`;

/** What a delivery that was rolled back brought to the receiver, or may have: it is not sent again. */
const ARRIVALS = `CREATE TABLE IF NOT EXISTS arrival (
  identifier TEXT NOT NULL, operation TEXT NOT NULL, documents TEXT NOT NULL, answer TEXT, PRIMARY KEY (identifier, operation, documents)
) WITHOUT ROWID;`;

/** What the receiver said to it; null: its answer never came. */
export interface Arrival {
  readonly answer: string | null;
}

/** Where a delivery began: the place in the journal, and the last parcel before it. */
export interface DeliveryStart {
  readonly position: Position;
  readonly parcel: number;
}

const COLUMNS = 'id, run, version, identifier, crawler, operation, url, filename, state, attempts, answer, at';

export class ParcelBook {
  readonly file: ConsumerFile;

  constructor(name: string, path: string) {
    this.file = new ConsumerFile({ name, file: path, kind: 'document-groups', tables: TABLES });
    this.file.db.pragma('synchronous = FULL');
    this.file.db.exec(ARRIVALS);
  }

  /** Number the next parcel will have. */
  nextId(): number {
    return ((this.file.db.prepare('SELECT max(id) FROM parcel').pluck().get() as number | null) ?? 0) + 1;
  }

  held(identifier: string): Held {
    const text = this.file.db.prepare('SELECT documents FROM held WHERE identifier = ?').pluck().get(identifier) as string | undefined;
    return text === undefined ? null : (JSON.parse(text) as GroupDocument[]);
  }

  /** Called inside a transaction. */
  enter(id: number, parcel: NewParcel): void {
    this.file.db
      .prepare(
        `INSERT INTO parcel (id, run, version, identifier, crawler, operation, url, filename, state, answer, at, before)
         VALUES (@id, @run, @version, @identifier, @crawler, @operation, @url, @filename, @state, @answer, @at, @before)`,
      )
      .run({ ...withoutAfter(parcel), id, at: Date.now(), before: parcel.before === null ? null : JSON.stringify(parcel.before) });
    if (parcel.state === 'waiting') this.hold(parcel.identifier, parcel.after);
  }

  waiting(most: number): ParcelRow[] {
    return this.file.db.prepare(`SELECT ${COLUMNS} FROM parcel WHERE state = 'waiting' ORDER BY id LIMIT ?`).all(most) as ParcelRow[];
  }

  /** Before it is sent, and taken back when it cannot have arrived: whoever finds it waiting afterwards knows that it may have arrived. */
  noteAttempt({ id }: ParcelRow, count: 1 | -1): void {
    this.file.db.prepare('UPDATE parcel SET attempts = attempts + ? WHERE id = ?').run(count, id);
  }

  noteTaken({ id }: Pick<ParcelRow, 'id'>, answer: string): void {
    this.settle(id, 'sent', answer);
  }

  /** What it was to bring, the receiver has not. */
  noteRefused({ id, identifier }: Pick<ParcelRow, 'id' | 'identifier'>, answer: string): void {
    this.file.db.transaction(() => {
      this.settle(id, 'refused', answer);
      this.hold(identifier, this.heldBefore(id));
    })();
  }

  /** What the receiver held when a parcel was packed. */
  heldBefore(id: number): Held {
    const before = this.file.db.prepare('SELECT before FROM parcel WHERE id = ?').pluck().get(id) as string | null;
    return before === null ? null : (JSON.parse(before) as GroupDocument[]);
  }

  isSpokenOf(identifier: string, run: number): boolean {
    const select = this.file.db.prepare("SELECT 1 FROM parcel WHERE identifier = ? AND run = ? AND state <> 'rolled-back'");
    return select.get(identifier, run) !== undefined;
  }

  /** Whether this very parcel was on its way in a delivery that was rolled back. */
  arrivalOf({ identifier, operation, after }: NewParcel): Arrival | null {
    const select = this.file.db.prepare('SELECT answer FROM arrival WHERE identifier = ? AND operation = ? AND documents = ?');
    return (select.get(identifier, operation, fingerprintOf(after)) as Arrival | undefined) ?? null;
  }

  /** Its answer is there now, so nothing needs to be remembered. */
  dropArrival({ identifier, operation, after }: NewParcel): void {
    const drop = this.file.db.prepare('DELETE FROM arrival WHERE identifier = ? AND operation = ? AND documents = ?');
    drop.run(identifier, operation, fingerprintOf(after));
  }

  /** The parcel at which a delivery broke off. */
  enterFailed(id: number, parcel: NewParcel, reason: string, mayHaveArrived: boolean): void {
    this.file.db.transaction(() => {
      this.enter(id, { ...parcel, state: 'rolled-back', answer: reason });
      if (mayHaveArrived) this.remember(parcel.identifier, parcel.operation, parcel.after, null);
    })();
  }

  /** Nothing of a delivery counts as sent, and the journal is read again from where it began. Returns the parcels that still waited. */
  rollBack(start: DeliveryStart): ParcelRow[] {
    return this.file.db.transaction(() => {
      const rows = this.file.db
        .prepare(`SELECT ${COLUMNS} FROM parcel WHERE id > ? AND state IN ('waiting', 'sent', 'refused') ORDER BY id DESC`)
        .all(start.parcel) as ParcelRow[];
      for (const row of rows) this.takeBack(row);
      this.file.moveTo(start.position, 0);
      return rows.filter(({ state }) => state === 'waiting').toReversed();
    })();
  }

  /** Newest first: so what the book says of the group is what this parcel led to. */
  private takeBack({ id, identifier, operation, state, answer }: ParcelRow): void {
    if (state === 'sent') this.remember(identifier, operation, this.held(identifier), answer);
    this.hold(identifier, this.heldBefore(id));
    if (state !== 'refused') this.settle(id, 'rolled-back', answer ?? 'the delivery was rolled back');
  }

  private remember(identifier: string, operation: Operation, after: Held, answer: string | null): void {
    this.file.db.prepare('INSERT OR REPLACE INTO arrival VALUES (?, ?, ?, ?)').run(identifier, operation, fingerprintOf(after), answer);
  }

  /** Packages that were taken, of these numbers. */
  sentOf(ids: readonly number[]): ParcelRow[] {
    const select = this.file.db.prepare(`SELECT ${COLUMNS} FROM parcel WHERE id = ? AND state = 'sent'`);
    return ids.flatMap((id) => (select.get(id) as ParcelRow | undefined) ?? []);
  }

  /** Parcels by state, those after a number only. */
  counts(after = 0): Partial<Record<ParcelState, number>> {
    const rows = this.file.db.prepare('SELECT state, count(*) FROM parcel WHERE id > ? GROUP BY state').raw().all(after);
    return Object.fromEntries(rows as [ParcelState, number][]);
  }

  /** In the order they were packed. Streamed. */
  rows(): IterableIterator<ParcelRow> {
    return this.file.db.prepare(`SELECT ${COLUMNS} FROM parcel ORDER BY id`).iterate() as IterableIterator<ParcelRow>;
  }

  close(): void {
    this.file.close();
  }

  private settle(id: number, state: ParcelState, answer: string): void {
    this.file.db.prepare('UPDATE parcel SET state = ?, answer = ?, at = ? WHERE id = ?').run(state, answer, Date.now(), id);
  }

  private hold(identifier: string, documents: Held): void {
    if (documents === null) this.file.db.prepare('DELETE FROM held WHERE identifier = ?').run(identifier);
    else
      this.file.db.prepare('INSERT OR REPLACE INTO held (identifier, documents) VALUES (?, ?)').run(identifier, JSON.stringify(documents));
  }
}

/** Two states of a group are the same when identifiers and MD5s agree. */
const fingerprintOf = (documents: Held): string =>
  (documents ?? [])
    .map(({ identifier, md5 }) => `${identifier} ${md5}`)
    .toSorted()
    .join('\n');

function withoutAfter({ after: _after, ...rest }: NewParcel): Omit<NewParcel, 'after'> {
  return rest;
}
