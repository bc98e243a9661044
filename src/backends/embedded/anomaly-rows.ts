/** Rows of `anomaly`: what was too much of a site at once to be believed, and what became of it. */
import type { AnomalyKind } from '../../decide/index.js';
import type { Pending } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';
import type { PendingRows } from './pending-rows.js';

export interface NewAnomaly {
  readonly run: number;
  readonly site: number;
  readonly kind: AnomalyKind;
  readonly detail: string;
  readonly at: number;
}

export class AnomalyRows {
  readonly #statements: ReturnType<typeof prepare>;
  readonly #pending: PendingRows;

  constructor(db: Sqlite, pending: PendingRows) {
    this.#statements = prepare(db);
    this.#pending = pending;
  }

  /** Holds the rows back. An anomaly that an earlier run met at this site goes on, with this run's numbers. */
  hold({ run, site, kind, detail, at }: NewAnomaly, rows: readonly Pending[]): void {
    const open = this.#statements.openAt.get(site, kind) as number | undefined;
    const id = open ?? Number(this.#statements.add.run(run, site, kind, detail, rows.length, at).lastInsertRowid);
    if (open !== undefined) this.#statements.refresh.run(run, detail, at, id);
    for (const { document } of rows) this.#pending.hold(document, id);
  }

  /** What holds nothing back any more is over: the site is well again. */
  closeEmpty(now: number): void {
    this.#statements.count.run();
    this.#statements.closeEmpty.run(now);
  }

  decide(id: number, state: 'accepted' | 'rejected', now: number): void {
    this.#statements.decide.run(state, now, id);
  }
}

function prepare(db: Sqlite) {
  return {
    openAt: db.prepare("SELECT id FROM anomaly WHERE site = ? AND kind = ? AND state = 'open'").pluck(),
    add: db.prepare('INSERT INTO anomaly (run, site, kind, detail, documents, at) VALUES (?, ?, ?, ?, ?, ?)'),
    refresh: db.prepare('UPDATE anomaly SET run = ?, detail = ?, at = ? WHERE id = ?'),
    count: db.prepare(
      "UPDATE anomaly SET documents = (SELECT count(*) FROM pending WHERE pending.anomaly = anomaly.id) WHERE state = 'open'",
    ),
    closeEmpty: db.prepare("UPDATE anomaly SET state = 'closed', decided = ? WHERE state = 'open' AND documents = 0"),
    decide: db.prepare('UPDATE anomaly SET state = ?, decided = ? WHERE id = ?'),
  };
}
