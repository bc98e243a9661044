/** Rows of `anomaly`: what was too much of a site at once to be believed, and what became of it. */

import type { AnomalyKind } from '../../decide/index.js';
import { anomalyKey, type Change, type Known, type OpenAnomaly } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';

type Of<Name extends Change['do']> = Extract<Change, { do: Name }>;

export class AnomalyRows {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  /** Those of a site that nobody has decided on. */
  readOpenAt(site: number, known: Known): void {
    const rows = this.#statements.openAt.all(site) as { id: number; kind: AnomalyKind }[];
    for (const { id, kind } of rows) known.anomalies.set(anomalyKey(site, kind), id);
  }

  open(): OpenAnomaly[] {
    return this.#statements.open.all() as OpenAnomaly[];
  }

  stateOf(id: number): string | undefined {
    return this.#statements.stateOf.get(id) as string | undefined;
  }

  add(change: Of<'anomaly'>): void {
    this.#statements.add.run(change);
  }

  goesOn({ run, detail, at, id }: Of<'anomaly-again'>): void {
    this.#statements.goesOn.run(run, detail, at, id);
  }

  holds({ documents, id }: Of<'anomaly-holds'>): void {
    this.#statements.holds.run(documents, id);
  }

  decide({ state, at, id }: Of<'decide-anomaly'>): void {
    this.#statements.decide.run(state, at, id);
  }
}

function prepare(db: Sqlite) {
  return {
    openAt: db.prepare("SELECT id, kind FROM anomaly WHERE site = ? AND state = 'open'"),
    open: db.prepare(
      "SELECT id, (SELECT count(*) FROM pending WHERE pending.anomaly = anomaly.id) AS documents FROM anomaly WHERE state = 'open' ORDER BY id",
    ),
    stateOf: db.prepare('SELECT state FROM anomaly WHERE id = ?').pluck(),
    add: db.prepare(
      'INSERT INTO anomaly (id, run, site, kind, detail, documents, at) VALUES (@id, @run, @site, @kind, @detail, @documents, @at)',
    ),
    goesOn: db.prepare('UPDATE anomaly SET run = ?, detail = ?, at = ? WHERE id = ?'),
    holds: db.prepare('UPDATE anomaly SET documents = ? WHERE id = ?'),
    decide: db.prepare('UPDATE anomaly SET state = ?, decided = ? WHERE id = ?'),
  };
}
