/**
 * Rows of `pending`: changes and signs of deletion that are not yet sure, one a document at most.
 *
 * A visit asks for its document's row, so the number of rows is kept in memory: while nothing waits, nothing is asked.
 */
import type { Pending } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';

export class PendingRows {
  readonly #statements: ReturnType<typeof prepare>;
  #count: number;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
    this.#count = this.#statements.count.get() as number;
  }

  of(document: number): Pending | undefined {
    if (this.#count === 0) return undefined;
    const row = this.#statements.of.get(document) as PendingRow | undefined;
    return row && pendingOf(row);
  }

  put(pending: Pending): void {
    const { document, changed, evidence, pieces } = pending;
    if (this.#statements.has.get(document) === undefined) this.#count++;
    this.#statements.put.run({
      ...pending,
      changed: JSON.stringify(changed),
      evidence: JSON.stringify(evidence),
      pieces: pieces && JSON.stringify(pieces),
    });
  }

  remove(document: number): void {
    if (this.#count > 0) this.#count -= this.#statements.remove.run(document).changes;
  }

  hold(document: number, anomaly: number): void {
    this.#statements.hold.run(anomaly, document);
  }

  /** What waits for a decision. */
  undecided(): Pending[] {
    return (this.#statements.undecided.all() as PendingRow[]).map(pendingOf);
  }

  undecidedAt(site: number, operation: Pending['operation']): Pending[] {
    return (this.#statements.undecidedAt.all(site, operation) as PendingRow[]).map(pendingOf);
  }

  heldBy(anomaly: number): Pending[] {
    return (this.#statements.heldBy.all(anomaly) as PendingRow[]).map(pendingOf);
  }
}

/** Lists are JSON. */
interface PendingRow extends Omit<Pending, 'changed' | 'evidence' | 'pieces'> {
  readonly changed: string;
  readonly evidence: string;
  readonly pieces: string | null;
}

const pendingOf = (row: PendingRow): Pending => ({
  ...row,
  changed: JSON.parse(row.changed) as string[],
  evidence: JSON.parse(row.evidence) as Pending['evidence'],
  pieces: row.pieces === null ? null : (JSON.parse(row.pieces) as string[]),
});

function prepare(db: Sqlite) {
  return {
    count: db.prepare('SELECT count(*) FROM pending').pluck(),
    of: db.prepare('SELECT * FROM pending WHERE document = ?'),
    has: db.prepare('SELECT 1 FROM pending WHERE document = ?'),
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
