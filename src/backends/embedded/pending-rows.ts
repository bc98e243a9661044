/**
 * Rows of `pending`: changes and signs of deletion that are not yet sure, one a document at most.
 *
 * A visit asks for its document's row, so the number of rows is kept in memory: while nothing waits, nothing is asked.
 */
import type { Sqlite } from './database.js';

export interface PendingRow {
  readonly document: number;
  readonly site: number;
  readonly operation: 'Upd' | 'Del';
  /** The version that waits; null for Del. */
  readonly version: number | null;
  readonly fetch: number;
  readonly run: number;
  readonly at: number;
  readonly reason: string;
  /** JSON of the fields that changed. */
  readonly changed: string;
  /** JSON, see decide/evidence.ts. */
  readonly evidence: string;
  /** Of the text it turned into. */
  readonly digest: string | null;
  /** JSON of the pieces that changed; null when they are too many. */
  readonly pieces: string | null;
  /** The anomaly that holds it back. */
  readonly anomaly: number | null;
}

export class PendingRows {
  readonly #statements: ReturnType<typeof prepare>;
  #count: number;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
    this.#count = this.#statements.count.get() as number;
  }

  of(document: number): PendingRow | undefined {
    return this.#count === 0 ? undefined : (this.#statements.of.get(document) as PendingRow | undefined);
  }

  put(row: PendingRow): void {
    if (!this.of(row.document)) this.#count++;
    this.#statements.put.run(row);
  }

  remove(document: number): void {
    if (this.#count > 0) this.#count -= this.#statements.remove.run(document).changes;
  }

  hold(document: number, anomaly: number): void {
    this.#statements.hold.run(anomaly, document);
  }

  /** What waits for a decision. */
  undecided(): PendingRow[] {
    return this.#statements.undecided.all() as PendingRow[];
  }

  undecidedAt(site: number, operation: PendingRow['operation']): PendingRow[] {
    return this.#statements.undecidedAt.all(site, operation) as PendingRow[];
  }

  heldBy(anomaly: number): PendingRow[] {
    return this.#statements.heldBy.all(anomaly) as PendingRow[];
  }
}

function prepare(db: Sqlite) {
  return {
    count: db.prepare('SELECT count(*) FROM pending').pluck(),
    of: db.prepare('SELECT * FROM pending WHERE document = ?'),
    put: db.prepare(
      `INSERT OR REPLACE INTO pending (document, site, operation, version, fetch, run, at, reason, changed, evidence, digest, pieces, anomaly)
       VALUES (@document, @site, @operation, @version, @fetch, @run, @at, @reason, @changed, @evidence, @digest, @pieces, @anomaly)`,
    ),
    remove: db.prepare('DELETE FROM pending WHERE document = ?'),
    hold: db.prepare('UPDATE pending SET anomaly = ? WHERE document = ?'),
    undecided: db.prepare('SELECT * FROM pending WHERE anomaly IS NULL ORDER BY at, document'),
    undecidedAt: db.prepare('SELECT * FROM pending WHERE site = ? AND operation = ? AND anomaly IS NULL ORDER BY at, document'),
    heldBy: db.prepare('SELECT * FROM pending WHERE anomaly = ? ORDER BY at, document'),
  };
}
