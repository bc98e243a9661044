/**
 * Received groups in PostgreSQL. One group is one transaction; several connections commit side by side, which is how the
 * server comes to sync many of them at once.
 */
import type postgres from 'postgres';
import type { Operation } from '../../document-groups/index.js';
import type { GroupChange, GroupState, GroupStore, KnownFile } from '../../ingest/index.js';
import type { LogRow, NewLogRow } from '../../store/index.js';
import { GroupFollower } from './follow.js';
import { isWritten, readLogRows, writeLogRow } from './log-rows.js';
import { connect, type PostgresSettings } from './settings.js';
import { storeChange } from './store-change.js';

const MOST_CRAWLERS = 1000;

export class PostgresGroupStore implements GroupStore {
  readonly #sql: postgres.Sql;
  /** Row numbers of crawlers, by name. */
  readonly #crawlers = new Map<string, string>();

  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  async known(identifier: string): Promise<readonly KnownFile[] | null> {
    const rows = await twice(
      () => this.#sql<KnownRow[]>`
      SELECT d."Identifier" AS identifier, "File" AS file, d."Format" AS format, "Url" AS url, "Md5" AS md5
      FROM "DocumentGroup" g LEFT JOIN "Document" d ON d."DocumentGroupId" = g."Id" WHERE g."Identifier" = ${identifier} ORDER BY d."Id"`,
    );
    if (!rows.length) return null;
    return rows.filter((row): row is KnownFile => row.identifier !== null).map((row) => ({ ...row }));
  }

  async store(change: GroupChange): Promise<void> {
    const crawler = await this.#crawler(change.group.crawler);
    await this.#sql.begin((sql) => storeChange(sql, change, crawler));
  }

  async log(row: NewLogRow, key?: string): Promise<void> {
    await writeLogRow(this.#sql, row, key ?? null).catch((error: unknown) => {
      if (!isWritten(error)) throw error;
    });
  }

  logRows(): AsyncIterable<LogRow> {
    return readLogRows(this.#sql);
  }

  async content(group: string, document: string): Promise<Uint8Array | null> {
    const [row] = await twice(
      () => this.#sql<{ content: Buffer }[]>`
      SELECT "DataContent" AS content FROM "Document" d JOIN "DocumentGroup" g ON g."Id" = d."DocumentGroupId"
      WHERE g."Identifier" = ${group} AND d."Identifier" = ${document}`,
    );
    return row ? new Uint8Array(row.content) : null;
  }

  async state(identifier: string): Promise<GroupState | null> {
    const [last] = await twice(
      () => this.#sql<{ description: Description }[]>`
      SELECT description FROM winnow.change WHERE identifier = ${identifier} ORDER BY sequence DESC LIMIT 1`,
    );
    if (!last) return null;
    const { crawler, operation, date } = last.description;
    const documents = await this.#sql<GroupState['documents'][number][]>`
      SELECT d."Identifier" AS identifier, "File" AS file, d."Format" AS format, "Url" AS url, "Md5" AS md5, d."Operation" AS operation,
        octet_length("DataContent") AS length
      FROM "Document" d JOIN "DocumentGroup" g ON g."Id" = d."DocumentGroupId" WHERE g."Identifier" = ${identifier} ORDER BY d."Id"`;
    const isDeleted = operation === 'Del';
    return { identifier, crawler, operation, date: new Date(date), isDeleted, documents: documents.map((row) => ({ ...row })) };
  }

  /** Brings what is here elsewhere; `name` is that of its cursor. */
  follower(name: string): GroupFollower {
    return new GroupFollower(this.#sql, name);
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 10 });
  }

  /** In a transaction of its own, so that no group waits for another one's crawler. */
  async #crawler(name: string): Promise<string> {
    const known = this.#crawlers.get(name);
    if (known !== undefined) return known;
    await this.#sql`INSERT INTO "Crawlers" ("Name") VALUES (${name}) ON CONFLICT DO NOTHING`;
    const [row] = await this.#sql<[{ Id: string }]>`SELECT "Id" FROM "Crawlers" WHERE "Name" = ${name}`;
    if (this.#crawlers.size >= MOST_CRAWLERS) this.#crawlers.clear();
    this.#crawlers.set(name, row.Id);
    return row.Id;
  }
}

/** A connection that broke while nobody used it is found out by the next question. Only for what may be asked again. */
async function twice<Rows>(ask: () => PromiseLike<Rows>): Promise<Rows> {
  try {
    return await ask();
  } catch (error) {
    if (!/^(CONNECTION_|ECONN|EPIPE|57P)/.test((error as { code?: string }).code ?? '')) throw error;
    return await ask();
  }
}

type KnownRow = { readonly [Key in keyof KnownFile]: KnownFile[Key] | null };

interface Description {
  readonly crawler: string;
  readonly operation: Operation;
  readonly date: string;
}

/** Opens lazily: a database that is down now may be up when the first group comes. */
export function openPostgresGroups(settings: PostgresSettings): PostgresGroupStore {
  return new PostgresGroupStore(connect(settings));
}
