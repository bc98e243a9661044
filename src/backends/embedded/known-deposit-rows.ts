/** Reads what is known of documents that are handed over whole, and of what is made of their files. */
import { type ConversionKeys, type DepositFile, type DepositKeys, type Known, keyOf } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';

export class KnownDepositRows {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  /** Its document has been read before. */
  readDeposit(deposit: DepositKeys, known: Known): void {
    const owner = this.#statements.ofKey.get(deposit.crawler, deposit.key) as number | undefined;
    if (owner !== undefined) known.keys.set(keyOf(deposit), owner);
    const document = known.documentAt(deposit.resource);
    if (!document) return;
    if (this.#statements.isTakenDown.get(deposit.resource) === 1) known.takenDown.add(deposit.resource);
    this.#readFiles(document.version, known);
    this.readUnread(document.version, known);
  }

  readConversion({ version, source }: ConversionKeys, known: Known): void {
    const row = this.#statements.source.get(version) as { current: number; takenDown: number } | undefined;
    if (!row) return;
    const later = this.#statements.later.all({ version, source }) as number[];
    known.sources.set(version, { isTakenDown: row.takenDown === 1, current: row.current, later });
    for (const each of [version, ...later]) this.#readFiles(each, known);
  }

  readUnread(version: number, known: Known): void {
    if (this.#statements.isUnread.get(version) !== undefined) known.unread.add(version);
  }

  #readFiles(version: number, known: Known): void {
    if (known.files.has(version)) return;
    const files = this.#statements.filesOf.all(version) as DepositFile[];
    known.files.set(
      version,
      files.filter(({ role }) => role !== 'converted'),
    );
    known.converted.set(
      version,
      files.filter(({ role }) => role === 'converted'),
    );
  }
}

const FILE =
  'name, role, operation, url, type, md5, sha256, length, identifier, fetch, member, compared, etag, last_modified AS lastModified';

function prepare(db: Sqlite) {
  return {
    ofKey: db.prepare('SELECT document FROM deposit WHERE crawler = ? AND key = ?').pluck(),
    isTakenDown: db.prepare('SELECT taken_down FROM resource WHERE id = ?').pluck(),
    filesOf: db.prepare(`SELECT ${FILE} FROM deposit_file WHERE version = ? ORDER BY place`),
    isUnread: db.prepare('SELECT 1 FROM unread WHERE version = ?'),
    source: db.prepare(
      `SELECT d.version AS current, r.taken_down AS takenDown FROM version v JOIN document d ON d.id = v.document JOIN resource r ON r.id = d.resource
       WHERE v.id = ?`,
    ),
    later: db
      .prepare(
        `SELECT DISTINCT f.version FROM deposit_file f JOIN version v ON v.id = f.version WHERE v.document = (SELECT document FROM version WHERE id = @version)
           AND f.version > @version AND f.role <> 'converted' AND f.operation <> 'Del' AND f.sha256 = @source`,
      )
      .pluck(),
  };
}
