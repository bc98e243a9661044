/** Writes rows of documents that are handed over whole, and of the calls of the ingest service. */
import type { Change, DepositFile } from '../../decide/lifecycle/index.js';

import type { Sqlite } from './database.js';

type Of<Name extends Change['do']> = Extract<Change, { do: Name }>;

export class DepositWriting {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  /** What it is known by, and what was said with the version. */
  put({ document, version, run, deposit }: Of<'put-deposit'>): void {
    const { identifier, key, crawler, stamp = null, operation, date, fileName, sender, aliases = [] } = deposit;
    const message = { document, identifier, key, crawler, stamp, run, operation, date, fileName, sender, aliases: JSON.stringify(aliases) };
    this.#statements.putDeposit.run(message);
    const { kind, language, url, format = 'application/zip', fields } = deposit;
    const said = { version, document, kind, language, url, date, fileName, format, sender, fields: JSON.stringify(fields) };
    this.#statements.addVersion.run(said);
  }

  putResource({ url, fetch, run, resource }: Of<'deposit-resource'>): void {
    this.#statements.putResource.run(url, fetch, fetch, run, resource);
  }

  addFiles({ version, files }: Of<'deposit-files'>): void {
    for (const [place, file] of files.entries()) this.#statements.addFile.run({ ...file, version, place });
  }

  addConverted(version: number, file: DepositFile): void {
    this.#statements.addConverted.run({ ...file, version });
  }

  addUnread({ version, document }: Of<'unread'>): void {
    this.#statements.addUnread.run(version, document);
  }

  wasRead(version: number): void {
    this.#statements.wasRead.run(version);
  }

  seen({ run, stamp, document }: Of<'deposit-seen'>): void {
    this.#statements.seen.run(run, stamp, document);
  }

  deleted({ run, document, deposit: { date, fileName, stamp = null } }: Of<'deposit-deleted'>): void {
    this.#statements.deleted.run(run, date, fileName, stamp, document);
  }

  revalidated({ etag, lastModified, version, identifier }: Of<'revalidated'>): void {
    this.#statements.revalidated.run(etag, lastModified, version, identifier);
  }

  /** An answer is in: what was known of its address from deposits alone is told by it. */
  answered(resource: number, fetch: number, run: number): void {
    this.#statements.answered.run(fetch, fetch, run, resource);
  }

  log({ row, once }: Omit<Of<'call'>, 'do'>): void {
    const { at, crawler, group, operation, result, message, stackTrace, sender, errorId } = row;
    this.#statements.addCall.run(at, crawler, group, operation, result, message, stackTrace, sender, errorId, once);
  }
}

const FILE = 'name, role, operation, url, type, md5, sha256, length, identifier, fetch, member, compared, etag';
const VALUES = FILE.replaceAll(/\w+/g, '@$&');

function prepare(db: Sqlite) {
  return {
    putDeposit: db.prepare(
      `INSERT INTO deposit (document, identifier, key, crawler, stamp, run, operation, date, file_name, sender, aliases)
       VALUES (@document, @identifier, @key, @crawler, @stamp, @run, @operation, @date, @fileName, @sender, @aliases)
       ON CONFLICT (document) DO UPDATE SET key = excluded.key, crawler = excluded.crawler, stamp = excluded.stamp, run = excluded.run,
         operation = excluded.operation, date = excluded.date, file_name = excluded.file_name, sender = CASE excluded.operation WHEN 'Add' THEN excluded.sender ELSE deposit.sender END, aliases = excluded.aliases`,
    ),
    addVersion: db.prepare(
      `INSERT OR REPLACE INTO deposit_version (version, document, kind, language, url, date, file_name, format, sender, fields)
       VALUES (@version, @document, @kind, @language, @url, @date, @fileName, @format, @sender, @fields)`,
    ),
    addFile: db.prepare(
      `INSERT OR REPLACE INTO deposit_file (version, place, ${FILE}, last_modified) VALUES (@version, @place, ${VALUES}, @lastModified)`,
    ),
    addConverted: db.prepare(
      `INSERT INTO deposit_file (version, place, ${FILE})
       SELECT @version, (SELECT coalesce(max(place), -1) + 1 FROM deposit_file WHERE version = @version), ${VALUES}`,
    ),
    addUnread: db.prepare('INSERT INTO unread (version, document, sequence) SELECT ?, ?, max(sequence) FROM journal'),
    wasRead: db.prepare('DELETE FROM unread WHERE version = ?'),
    putResource: db.prepare('UPDATE resource SET url = ?, last_fetch = ?, last_good = ?, run = ? WHERE id = ?'),
    answered: db.prepare("UPDATE resource SET last_fetch = ?, last_good = ?, run = ? WHERE id = ? AND link = 'deposit'"),
    seen: db.prepare('UPDATE deposit SET run = ?, stamp = coalesce(?, stamp) WHERE document = ?'),
    revalidated: db.prepare('UPDATE deposit_file SET etag = ?, last_modified = ? WHERE version = ? AND identifier = ?'),
    deleted: db.prepare("UPDATE deposit SET operation = 'Del', run = ?, date = ?, file_name = ?, stamp = ? WHERE document = ?"),
    addCall: db.prepare(
      `INSERT INTO crawler_log (at, crawler, identifier, operation, result, message, stack_trace, sender, error_id, once)
       VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT (once) DO NOTHING`,
    ),
  };
}
