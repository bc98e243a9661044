/** Rows of `trap`, and the URLs they left out: resources that are excluded for a reason that begins with the trap's number. */
import type { EntryKind } from '../../frontier/queue/index.js';
import type { Trap } from '../../frontier/traps/index.js';
import type { TrapListing, TrapRow } from '../../store/index.js';
import type { Sqlite, Statement } from './database.js';
import { keptStatement } from './kept-statement.js';
import { STATES } from './schema.js';

export class TrapRows {
  readonly #put: Statement;

  constructor(db: Sqlite) {
    this.#put = db.prepare(PUT);
  }

  /** New, or known and changed. To be called inside a transaction. */
  put({ id, site, pattern, reason, examples, fetched, newText, state, by }: Trap, run: number, at: number): void {
    const released = state === 'released' ? at : null;
    this.#put.run({ id, site, pattern, reason, examples: JSON.stringify(examples), fetched, newText, state, by, run, at, released });
  }
}

/** Everything that is or was paused. `leftOut` takes a look at every resource. */
export function trapsOf(db: Sqlite, { counted }: { readonly counted: boolean }): TrapRow[] {
  const rows = db.prepare(ALL).all() as StoredTrap[];
  if (rows.length === 0) return [];
  const counts = new Map(counted ? (db.prepare(LEFT_OUT).raw().all() as [number, number][]) : []);
  return rows.map((row) => ({ ...listing(row), leftOut: counts.get(row.id) ?? 0 }));
}

/** A part of them, from one number on. */
export function someTraps(db: Sqlite, after: number, limit: number, state?: TrapRow['state']): TrapListing[] {
  return (keptStatement(db, SOME).all({ after, limit, state: state ?? null }) as StoredTrap[]).map(listing);
}

type StoredTrap = Omit<TrapListing, 'examples'> & { readonly examples: string };

const listing = (row: StoredTrap): TrapListing => ({ ...row, examples: JSON.parse(row.examples) as string[] });

export interface LeftOutRow {
  readonly id: number;
  readonly site: number;
  readonly fingerprint: readonly [high: number, low: number];
  readonly kind: EntryKind;
  readonly depth: number;
  readonly score: number | null;
}

/** What a trap left out and nobody visited since. */
export function leftOutRows(db: Sqlite, trap: number): LeftOutRow[] {
  const rows = db
    .prepare(LEFT_OUT_ROWS)
    .raw()
    .all({ prefix: `trap ${trap}: ` }) as [number, number, number, number, EntryKind, number, number | null][];
  return rows.map(([id, site, high, low, kind, depth, score]) => ({ id, site, fingerprint: [high, low], kind, depth, score }));
}

const PUT = `INSERT INTO trap (id, site, pattern, reason, examples, fetched, new_text, state, decided_by, run, at, released)
  VALUES (@id, (SELECT id FROM site WHERE origin = @site), @pattern, @reason, @examples, @fetched, @newText, @state, @by, @run, @at, @released)
  ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, state = excluded.state, decided_by = excluded.decided_by, released = excluded.released`;

const COLUMNS = `SELECT t.id, s.origin AS site, t.pattern, t.reason, t.examples, t.fetched, t.new_text AS newText, t.state, t.decided_by AS "by", t.run, t.at,
  t.released AS releasedAt FROM trap t JOIN site s ON s.id = t.site`;

const ALL = `${COLUMNS} ORDER BY t.id`;
const SOME = `${COLUMNS} WHERE t.id > @after AND (@state IS NULL OR t.state = @state) ORDER BY t.id LIMIT @limit`;

const LEFT_OUT = `SELECT CAST(substr(reason, 6, instr(reason, ':') - 6) AS INTEGER) AS trap, count(*) FROM resource
  WHERE state = ${STATES.excluded} AND reason GLOB 'trap [0-9]*: *' GROUP BY trap`;

const LEFT_OUT_ROWS = `SELECT id, site, (fingerprint >> 32) & 4294967295, fingerprint & 4294967295, kind, depth, score FROM resource
  WHERE state = ${STATES.excluded} AND substr(reason, 1, length(@prefix)) = @prefix`;
