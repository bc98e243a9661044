/** Writes what was decided: a row for each change. To be called inside the transaction in which it was decided. */
import type { Change, JournalEntryChange } from '../../decide/lifecycle/index.js';
import { AnomalyRows } from './anomaly-rows.js';
import type { Sqlite } from './database.js';
import { DepositWriting } from './deposit-writing.js';
import { FileRows } from './file-rows.js';
import { ListingRows } from './listing-rows.js';
import type { PendingRows } from './pending-rows.js';
import type { VersionRows } from './version-rows.js';

export class ChangeRows {
  readonly #pending: PendingRows;
  readonly #versions: VersionRows;
  readonly #listings: ListingRows;
  readonly #files: FileRows;
  readonly #deposits: DepositWriting;
  readonly #anomalies: AnomalyRows;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, rows: { readonly pending: PendingRows; readonly versions: VersionRows }) {
    this.#pending = rows.pending;
    this.#versions = rows.versions;
    this.#listings = new ListingRows(db);
    this.#files = new FileRows(db);
    this.#deposits = new DepositWriting(db);
    this.#anomalies = new AnomalyRows(db);
    this.#statements = prepare(db);
  }

  /** Returns the answers that count from now on, by their resources: most of these rows are written anyway. */
  apply(changes: readonly Change[]): Map<number, number> {
    const good = new Map<number, number>();
    for (const change of changes) this.#apply(change, good);
    return good;
  }

  writeGood(good: ReadonlyMap<number, number>): void {
    for (const [resource, fetch] of good) this.#statements.setGood.run(fetch, resource);
  }

  #apply(change: Change, good: Map<number, number>): unknown {
    switch (change.do) {
      case 'add-document':
        return this.#statements.addDocument.run(change);
      case 'add-version':
        return this.#versions.add(change.version, change.document, change.fetch, change.reading);
      case 'copy-version':
        return this.#versions.copy(change.of, change.version);
      case 'drop-version':
        return this.#versions.remove(change.version);
      case 'renew-digests':
        return this.#versions.renew(change.version, change.digests);
      case 'read':
        this.#deposits.wasRead(change.version);
        return this.#versions.describe(change.version, change.reading);
      case 'set-current':
        return this.#statements.setVersion.run(change.version, change.at, change.at, change.document);
      case 'set-baseline':
        return this.#statements.setBaseline.run(change.version, change.document);
      case 'set-identifier':
        return this.#statements.setIdentifier.run(change.url, change.document);
      case 'checked':
        return this.#statements.checked.run(change.at, change.document);
      case 'set-state':
        return this.#statements.setState.run(change.state, JSON.stringify(change.evidence), change.deletedAt, change.document);
      case 'good-fetch':
        return good.set(change.resource, change.fetch);
      case 'hold':
        return this.#pending.put(change.pending);
      case 'unhold':
        return this.#pending.remove(change.document);
      case 'hold-back':
        return this.#pending.hold(change.document, change.anomaly);
      case 'journal':
        return this.#journal(change);
      case 'listing':
        return this.#listings.keep(change);
      case 'shrunk-listing':
        return this.#listings.noteShrinking(change);
      case 'file-list':
        return this.#files.putList(change);
      case 'file-state':
        return this.#files.putState(change);
      case 'file-gone':
        return this.#files.gone(change);
      case 'main-file':
        return this.#files.addMain(change);
      case 'add-file':
        return this.#files.add(change);
      case 'copy-file':
        return this.#files.copy(change);
      case 'files-decided':
        return this.#files.decided(change);
      case 'call':
        return this.#deposits.log(change);
      case 'deposit-resource':
        return this.#deposits.putResource(change);
      case 'put-deposit':
        return this.#deposits.put(change);
      case 'deposit-files':
        return this.#deposits.addFiles(change);
      case 'converted-file':
        return this.#deposits.addConverted(change.version, change.file);
      case 'unread':
        return this.#deposits.addUnread(change);
      case 'deposit-seen':
        return this.#deposits.seen(change);
      case 'deposit-deleted':
        return this.#deposits.deleted(change);
      case 'revalidated':
        return this.#deposits.revalidated(change);
      case 'anomaly':
        return this.#anomalies.add(change);
      case 'anomaly-again':
        return this.#anomalies.goesOn(change);
      case 'anomaly-holds':
        return this.#anomalies.holds(change);
      case 'decide-anomaly':
        return this.#anomalies.decide(change);
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
    setIdentifier: db.prepare('UPDATE document SET identifier = ? WHERE id = ?'),
    setState: db.prepare('UPDATE document SET state = ?, evidence = ?, deleted = ? WHERE id = ?'),
    setGood: db.prepare('UPDATE resource SET last_good = ? WHERE id = ?'),
    checked: db.prepare('UPDATE document SET last_checked = ?, checks = checks + 1 WHERE id = ?'),
    addJournal: db.prepare(
      `INSERT INTO journal (operation, document, version, run, at, reason, changed, previous, fetch, evidence, suspicion)
       VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
    ),
  };
}
