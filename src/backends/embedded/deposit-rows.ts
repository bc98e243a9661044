/** Reads deposits from core.db, and their bytes from the archive beside it. */
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Deposited, DepositedFile, DepositFetch, DepositRows, DepositVersion, LogRow } from '../../store/index.js';
import type { Sqlite, Statement } from './database.js';
import { readDepositedFile, streamDepositedFile } from './read-deposited.js';

/** Documents and log rows read at one go: a statement that stayed open would be in the writer's way. */
const SLICE = 500;

export class SqliteDepositRows implements DepositRows {
  readonly #db: Sqlite;
  readonly #prepared = new Map<string, Statement>();

  constructor(db: Sqlite) {
    this.#db = db;
  }

  byIdentifier(identifier: string): Deposited | null {
    return this.#one('p.identifier = ?', identifier);
  }

  byKey(crawler: string, key: string): Deposited | null {
    return this.#one('p.crawler = ? AND p.key = ?', crawler, key);
  }

  all(crawler?: string): IterableIterator<Deposited> {
    return this.#each('(@crawler IS NULL OR p.crawler = @crawler)', { crawler: crawler ?? null });
  }

  unseen(crawler: string, run: number): IterableIterator<Deposited> {
    return this.#each("p.crawler = @crawler AND p.run <> @run AND d.state <> 'deleted'", { crawler, run });
  }

  count(crawler: string): number {
    const sql = "SELECT count(*) FROM deposit p JOIN document d ON d.id = p.document WHERE p.crawler = ? AND d.state <> 'deleted'";
    return this.#db.prepare(sql).pluck().get(crawler) as number;
  }

  /** What the entry led to; a file that went with it is shown as deleted. */
  ofVersion(version: number): Deposited | null {
    const row = this.#statement(OF_VERSION).get(version);
    return row ? depositedOf(row as DepositRow, this.#files(version)) : null;
  }

  converted(version: number): readonly DepositedFile[] {
    return this.#statement(CONVERTED).all(version) as DepositedFile[];
  }

  find(name: string): Deposited[] {
    return [...this.#each(NAMED, { name: name.replace(/^urn:uuid:/i, '') })];
  }

  unread(most: number): number[] {
    return this.#statement('SELECT version FROM unread ORDER BY version LIMIT ?').pluck().all(most) as number[];
  }

  firstUnread(): number | null {
    return this.#statement('SELECT min(sequence) FROM unread').pluck().get() as number | null;
  }

  fetched(fetch: number): DepositFetch | null {
    const row = this.#statement(FETCH).get(fetch) as FetchRow | undefined;
    if (!row) return null;
    const { id, file, offset, ...rest } = row;
    return { ...rest, record: file === null || offset === null ? null : { id, file, offset } };
  }

  versions(document: number): DepositVersion[] {
    const rows = this.#statement(
      'SELECT version, date, file_name AS fileName, sender, url FROM deposit_version WHERE document = ? ORDER BY version',
    ).all(document) as Omit<DepositVersion, 'files'>[];
    return rows.map((row) => ({ ...row, files: this.#files(row.version) }));
  }

  read(file: DepositedFile): Promise<Uint8Array> {
    return readDepositedFile(this.#db, this.#archive, file);
  }

  stream(file: DepositedFile): Promise<Readable> {
    return streamDepositedFile(this.#db, this.#archive, file);
  }

  get #archive(): string {
    return join(dirname(this.#db.name), 'archive');
  }

  *log({ group, after: from = 0 }: { readonly group?: string; readonly after?: number } = {}): IterableIterator<LogRow> {
    const select = this.#statement(`${LOG} WHERE id > @after AND (@group IS NULL OR identifier = @group) ORDER BY id LIMIT ${SLICE}`);
    for (let after = from, rows: LogRow[]; ; after = rows.at(-1)?.id ?? 0) {
      rows = select.all({ after, group: group ?? null }) as LogRow[];
      yield* rows;
      if (rows.length < SLICE) return;
    }
  }

  #one(condition: string, ...values: string[]): Deposited | null {
    const row = this.#statement(`${CURRENT} WHERE ${condition}`).get(...values) as DepositRow | undefined;
    return row ? this.#current(row) : null;
  }

  *#each(condition: string, values: Record<string, unknown>): IterableIterator<Deposited> {
    const select = this.#statement(`${CURRENT} WHERE ${condition} AND p.document > @after ORDER BY p.document LIMIT ${SLICE}`);
    for (let after = 0, rows: DepositRow[]; ; after = rows.at(-1)?.document ?? 0) {
      rows = select.all({ ...values, after }) as DepositRow[];
      for (const row of rows) yield this.#current(row);
      if (rows.length < SLICE) return;
    }
  }

  #current(row: DepositRow): Deposited {
    return depositedOf(
      row,
      this.#files(row.version).filter(({ operation }) => operation !== 'Del'),
    );
  }

  #files(version: number): DepositedFile[] {
    return this.#statement(FILES).all(version) as DepositedFile[];
  }

  #statement(sql: string): Statement {
    const known = this.#prepared.get(sql) ?? this.#db.prepare(sql);
    this.#prepared.set(sql, known);
    return known;
  }
}

interface FetchRow extends Omit<DepositFetch, 'record'> {
  readonly id: string | null;
  readonly file: string | null;
  readonly offset: number | null;
}

interface DepositRow extends Omit<Deposited, 'fields' | 'aliases' | 'isDeleted' | 'isSuspected' | 'files'> {
  readonly fields: string;
  readonly aliases: string;
  readonly state: string;
}

function depositedOf({ state, fields, aliases, ...row }: DepositRow, files: readonly DepositedFile[]): Deposited {
  return {
    ...row,
    fields: JSON.parse(fields) as Deposited['fields'],
    aliases: JSON.parse(aliases) as string[],
    isDeleted: state === 'deleted',
    isSuspected: state === 'suspected',
    files,
  };
}

const COLUMNS = `p.document, s.version, p.identifier, p.key, p.crawler, s.kind, s.language, s.url, v.title, s.fields, p.aliases, p.stamp, p.operation,
  s.format, p.run, d.state`;

/** With the last message: a deletion has a date of its own, and no version. The sender is who has added it. */
const CURRENT = `SELECT ${COLUMNS}, p.date, p.file_name AS fileName, p.sender
  FROM deposit p JOIN document d ON d.id = p.document JOIN deposit_version s ON s.version = d.version JOIN version v ON v.id = s.version`;

const OF_VERSION = `SELECT ${COLUMNS}, s.date, s.file_name AS fileName, s.sender
  FROM deposit_version s JOIN deposit p ON p.document = s.document JOIN document d ON d.id = p.document JOIN version v ON v.id = s.version WHERE s.version = ?`;

const FILES = `SELECT name, role, operation, url, type, md5, sha256, length, identifier, fetch, member, compared, etag, last_modified AS lastModified
  FROM deposit_file WHERE version = ? AND role <> 'converted' ORDER BY place`;

const CONVERTED = FILES.replace('<>', '=');

/** Identifiers are hexadecimal in any case. */
const NAMED = `p.document IN (SELECT document FROM deposit WHERE identifier = @name OR identifier = lower(@name) OR key = @name
  UNION SELECT id FROM document WHERE identifier = @name
  UNION SELECT x.document FROM deposit x, json_each(x.aliases) a WHERE a.value = @name
  UNION SELECT v.document FROM deposit_file f JOIN deposit_version v ON v.version = f.version WHERE f.url = @name OR f.identifier = @name)`;

const FETCH = 'SELECT url, method, started AS at, run, status, record_id AS id, warc AS file, offset FROM fetch WHERE id = ?';

const LOG = `SELECT id, at, crawler, identifier AS "group", operation, result, message, stack_trace AS stackTrace, sender, error_id AS errorId FROM crawler_log`;
