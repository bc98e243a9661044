/** Numbers of rows before they are written, so that rows can refer to each other. There is one writer: they count on from the largest. */
import type { Ids } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';

export class RowIds implements Ids {
  readonly #db: Sqlite;
  readonly #last = { document: 0, version: 0, fetch: 0, anomaly: 0 };

  constructor(db: Sqlite) {
    this.#db = db;
    this.readAgain();
  }

  document(): number {
    return ++this.#last.document;
  }

  version(): number {
    return ++this.#last.version;
  }

  fetch(): number {
    return ++this.#last.fetch;
  }

  anomaly(): number {
    return ++this.#last.anomaly;
  }

  /** Rows have been thrown away, or written by others. */
  readAgain(): void {
    for (const table of ['document', 'version', 'fetch'] as const)
      this.#last[table] = this.#db.prepare(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() as number;
    // People name anomalies by their numbers: none is given twice.
    const anomalies = this.#db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'anomaly'").pluck().get();
    this.#last.anomaly = (anomalies as number | undefined) ?? 0;
  }
}
