/** Writes what was decided: a row for each change. To be called inside the transaction in which it was decided. */
import type { Change, JournalEntryChange } from '../../decide/lifecycle/index.js';
import type { NewVersion } from '../../store/index.js';
import type { Sqlite } from './database.js';
import type { ListingRows } from './listing-rows.js';
import type { PendingRows } from './pending-rows.js';
import type { VersionRows } from './version-rows.js';

export class ChangeRows {
  readonly #pending: PendingRows;
  readonly #versions: VersionRows;
  readonly #listings: ListingRows;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, rows: { readonly pending: PendingRows; readonly versions: VersionRows; readonly listings: ListingRows }) {
    this.#pending = rows.pending;
    this.#versions = rows.versions;
    this.#listings = rows.listings;
    this.#statements = prepare(db);
  }

  /** Answers that count from now on go into `good`, by their resources: most of these rows are written anyway. */
  apply(changes: readonly Change<NewVersion>[], good: Map<number, number>): void {
    for (const change of changes) this.#apply(change, good);
  }

  writeGood(good: ReadonlyMap<number, number>): void {
    for (const [resource, fetch] of good) this.#statements.setGood.run(fetch, resource);
  }

  #apply(change: Change<NewVersion>, good: Map<number, number>): void {
    switch (change.do) {
      case 'add-document':
        return void this.#statements.addDocument.run(change);
      case 'add-version':
        return this.#versions.add(change.version, change.document, change.fetch, change.reading);
      case 'copy-version':
        return this.#versions.copy(change.of, change.version);
      case 'drop-version':
        return this.#versions.remove(change.version);
      case 'renew-digests':
        return this.#versions.renew(change.version, change.digests);
      case 'set-current':
        return void this.#statements.setVersion.run(change.version, change.at, change.at, change.document);
      case 'set-baseline':
        return void this.#statements.setBaseline.run(change.version, change.document);
      case 'checked':
        return void this.#statements.checked.run(change.at, change.document);
      case 'set-state':
        return void this.#statements.setState.run(change.state, JSON.stringify(change.evidence), change.deletedAt, change.document);
      case 'hold':
        return this.#pending.put(change.pending);
      case 'unhold':
        return this.#pending.remove(change.document);
      case 'journal':
        return this.#journal(change);
      case 'good-fetch':
        return void good.set(change.resource, change.fetch);
      case 'listing':
        return this.#listings.keep(change, change.names);
      case 'shrunk-listing':
        return this.#listings.noteShrinking(change);
    }
  }

  #journal(entry: JournalEntryChange): void {
    const { operation, document, version, run, at, reason, changed = [], previous = null, fetch, evidence = [], suspicion = null } = entry;
    const told = [reason, JSON.stringify(changed), previous, fetch, JSON.stringify(evidence), suspicion];
    this.#statements.addJournal.run(operation, document, version, run, at, ...told);
  }
}

function prepare(db: Sqlite) {
  return {
    addDocument: db.prepare(
      `INSERT INTO document (id, resource, identifier, version, first_seen, last_changed, last_checked)
       VALUES (@document, @resource, @url, @version, @at, @at, @at)`,
    ),
    setVersion: db.prepare(
      `UPDATE document SET version = ?, baseline = NULL, last_changed = ?, last_checked = ?, checks = checks + 1, changes = changes + 1,
         state = 'present', evidence = '[]', deleted = NULL WHERE id = ?`,
    ),
    setBaseline: db.prepare('UPDATE document SET baseline = ? WHERE id = ?'),
    setState: db.prepare('UPDATE document SET state = ?, evidence = ?, deleted = ? WHERE id = ?'),
    setGood: db.prepare('UPDATE resource SET last_good = ? WHERE id = ?'),
    checked: db.prepare('UPDATE document SET last_checked = ?, checks = checks + 1 WHERE id = ?'),
    addJournal: db.prepare(
      `INSERT INTO journal (operation, document, version, run, at, reason, changed, previous, fetch, evidence, suspicion)
       VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
    ),
  };
}
