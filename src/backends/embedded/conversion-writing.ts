/**
 * Rows of files that were made of files of a version. Runs in the writer thread.
 *
 * They lie beside the files of the version, in the same table, and are none of them: no harvest compares them, no sender
 * knows them. Made of the same bytes, they hold for every version that has these.
 */
import type { NewConversion } from '../../store/index.js';
import { FORGOTTEN } from '../../store/index.js';
import type { Sqlite } from './database.js';
import type { AnswerItem } from './deposit-writing.js';

export interface ConversionItem extends Omit<NewConversion, 'answer'> {
  readonly answer: AnswerItem;
}

export class ConversionWriting {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  /** False for a version that was taken down, and for what is there already: then nothing enters the archive. */
  isWanted({ version, file }: ConversionItem): boolean {
    return this.#statements.isThere.get(version) !== undefined && this.#statements.has.get(version, file.identifier) === undefined;
  }

  take({ version, file }: ConversionItem, fetch: number): void {
    const { compared = null, etag: _etag, lastModified: _lastModified, ...row } = file;
    const later = this.#statements.later.all({ version, compared }) as number[];
    for (const each of [version, ...later]) this.#statements.add.run({ ...row, version: each, compared, fetch });
  }

  /** What was made of files that the next version has too. */
  passOn(from: number, to: number): void {
    const files = this.#statements.passed.all({ from, to }) as Record<string, unknown>[];
    for (const file of files) this.#statements.add.run({ ...file, version: to });
  }
}

const COLUMNS = 'name, role, operation, url, type, md5, sha256, length, identifier, fetch, member, compared';

function prepare(db: Sqlite) {
  return {
    isThere: db.prepare(
      `SELECT 1 FROM version v JOIN document d ON d.id = v.document JOIN resource r ON r.id = d.resource
       WHERE v.id = ? AND substr(r.url, 1, ${FORGOTTEN.length}) <> '${FORGOTTEN}'`,
    ),
    has: db.prepare("SELECT 1 FROM deposit_file WHERE version = ? AND role = 'converted' AND identifier = ?"),
    later: db
      .prepare(
        `SELECT DISTINCT f.version FROM deposit_file f JOIN version v ON v.id = f.version WHERE v.document = (SELECT document FROM version WHERE id = @version)
           AND f.version > @version AND f.role <> 'converted' AND f.operation <> 'Del' AND f.sha256 = @compared`,
      )
      .pluck(),
    add: db.prepare(
      `INSERT INTO deposit_file (version, place, ${COLUMNS})
       SELECT @version, (SELECT coalesce(max(place), -1) + 1 FROM deposit_file WHERE version = @version), ${COLUMNS.replaceAll(/\w+/g, '@$&')}
       WHERE NOT EXISTS (SELECT 1 FROM deposit_file WHERE version = @version AND role = 'converted' AND identifier = @identifier)`,
    ),
    passed: db.prepare(
      `SELECT ${COLUMNS} FROM deposit_file c WHERE c.version = @from AND c.role = 'converted' AND EXISTS (
         SELECT 1 FROM deposit_file f WHERE f.version = @to AND f.role <> 'converted' AND f.operation <> 'Del' AND f.sha256 = c.compared)`,
    ),
  };
}
