/**
 * The database of the contract's service as a file: groups that are there now with their documents and bytes, and the log.
 *
 * What was deleted is not in it, as in the service itself, where its identifier is free again; its history stays in the workspace.
 */

import type { ConsumerDatabase } from '../../../follow/consumers/index.js';
import { withConverted } from '../../../follow/convert/index.js';
import type { Deposited, DepositedFile, DepositRows } from '../../../store/index.js';
import { writeNewDatabase } from './new-database.js';
import { FRAMEWORK_TABLES } from './schema.js';

export interface FrameworkReport {
  readonly crawlers: number;
  readonly groups: number;
  readonly documents: number;
  readonly log: number;
  /** Files whose bytes could not be read, and why: they have no DataContent. */
  readonly unreadable: readonly string[];
}

export interface FrameworkOptions {
  readonly onProgress?: (groups: number) => void;
}

export function writeFramework(deposits: DepositRows, file: string, options: FrameworkOptions = {}): Promise<FrameworkReport> {
  return writeNewDatabase(file, FRAMEWORK_TABLES, (db) => new Filling(db, deposits).fill(options));
}

class Filling {
  readonly #db: ConsumerDatabase;
  readonly #deposits: DepositRows;
  readonly #crawlers = new Map<string, number>();
  readonly #unreadable: string[] = [];
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: ConsumerDatabase, deposits: DepositRows) {
    this.#db = db;
    this.#deposits = deposits;
    this.#statements = prepare(db);
  }

  async fill({ onProgress }: FrameworkOptions): Promise<FrameworkReport> {
    let [groups, documents, log] = [0, 0, 0];
    for (const deposited of this.#deposits.all()) {
      if (deposited.isDeleted) continue;
      documents += await this.#addGroup(withConverted(deposited, this.#deposits));
      groups++;
      onProgress?.(groups);
    }
    for (const { at, crawler, group, operation, result, message, stackTrace } of this.#deposits.log()) {
      this.#statements.log.run(iso(at), crawler, group, operation, result, message, stackTrace);
      log++;
    }
    return { crawlers: this.#crawlers.size, groups, documents, log, unreadable: this.#unreadable };
  }

  async #addGroup(deposited: Deposited): Promise<number> {
    const { crawler, identifier, date, language, format, fileName, operation, kind, files } = deposited;
    const added = this.#statements.group.run(this.#crawler(crawler), identifier, iso(date), language, format, fileName, operation, kind);
    for (const file of files) {
      const { identifier: id, type, name, operation: what, url, md5 } = file;
      this.#statements.document.run(added.lastInsertRowid, id, type, name, what, url, md5, await this.#content(file, identifier));
    }
    return files.length;
  }

  async #content(file: DepositedFile, group: string): Promise<Uint8Array | null> {
    try {
      return await this.#deposits.read(file);
    } catch (error) {
      this.#unreadable.push(`${file.name} of ${group}: ${(error as Error).message}`);
      return null;
    }
  }

  #crawler(name: string): number {
    const known = this.#crawlers.get(name);
    if (known !== undefined) return known;
    const id = Number(this.#db.prepare('INSERT INTO "Crawlers" ("Name") VALUES (?)').run(name).lastInsertRowid);
    this.#crawlers.set(name, id);
    return id;
  }
}

const iso = (at: number): string => new Date(at).toISOString();

function prepare(db: ConsumerDatabase) {
  return {
    group: db.prepare(
      `INSERT INTO "DocumentGroup" ("CrawlerId", "Identifier", "Date", "Lang", "Format", "FileName", "Operation", "Type") VALUES (?,?,?,?,?,?,?,?)`,
    ),
    document: db.prepare(
      `INSERT INTO "Document" ("DocumentGroupId", "Identifier", "Format", "File", "Operation", "Url", "Md5", "DataContent") VALUES (?,?,?,?,?,?,?,?)`,
    ),
    log: db.prepare(
      `INSERT INTO "CrawlerLog" ("Date", "Crawler", "GroupIdentifier", "Operation", "Result", "Message", "StackTrace") VALUES (?,?,?,?,?,?,?)`,
    ),
  };
}
