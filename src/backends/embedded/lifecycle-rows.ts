/** The rows of documents: what is known is read, what was decided is written. To be called inside a transaction. */
import { type Comparisons, Documents, type Known } from '../../decide/lifecycle/index.js';
import { ChangeRows } from './change-rows.js';
import type { Sqlite } from './database.js';
import { KnownRows } from './known-rows.js';
import { PendingRows } from './pending-rows.js';
import { RowIds } from './row-ids.js';
import type { DuplicateOptions } from './sketch-rows.js';
import { VersionRows } from './version-rows.js';

export class LifecycleRows {
  readonly pending: PendingRows;
  readonly versions: VersionRows;
  readonly ids: RowIds;
  readonly known: KnownRows;
  readonly changes: ChangeRows;

  constructor(db: Sqlite, duplicates?: DuplicateOptions) {
    this.pending = new PendingRows(db);
    this.versions = new VersionRows(db, duplicates);
    this.ids = new RowIds(db);
    this.known = new KnownRows(db, this.pending);
    this.changes = new ChangeRows(db, this);
  }

  /** Writes what a rule comes to. */
  decide<T>(known: Known, compared: Partial<Comparisons>, rule: (documents: Documents) => T): T {
    const documents = new Documents(known, this.known.compare(compared), this.ids);
    const decided = rule(documents);
    this.changes.writeGood(this.changes.apply(documents.changes));
    return decided;
  }
}
