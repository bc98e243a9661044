/**
 * Received groups in PostgreSQL. One group is one transaction; several connections commit side by side, which is how the
 * server comes to sync many of them at once.
 */
import type { Operation } from '../../formats/document-groups/index.js';
import type { GroupChange, GroupState, GroupStore, KnownFile } from '../../ingest/index.js';
import type { LogRow, NewLogRow } from '../../store/index.js';
import { Connections } from './connections.js';
import { GroupFollower } from './follow.js';
import { isWritten, readLogRows, writeLogRow } from './log-rows.js';
import type { PostgresSettings } from './settings.js';
import { senderOf, storeChange } from './store-change.js';

const MOST_CRAWLERS = 1000;

export class PostgresGroupStore implements GroupStore {
  readonly #connections: Connections;
  /** Row numbers of crawlers, by name. */
  readonly #crawlers = new Map<string, string>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async known(identifier: string): Promise<readonly KnownFile[] | null> {
    const rows = await this.#connections.ask(
      (sql) => sql<KnownRow[]>`
      SELECT d."Identifier" AS identifier, "File" AS file, d."Format" AS format, "Url" AS url, "Md5" AS md5
      FROM "DocumentGroup" g LEFT JOIN "Document" d ON d."DocumentGroupId" = g."Id" WHERE g."Identifier" = ${identifier} ORDER BY d."Id"`,
    );
    if (!rows.length) return null;
    return rows.filter((row): row is KnownFile => row.identifier !== null).map((row) => ({ ...row }));
  }

  async store(change: GroupChange): Promise<void> {
    const crawler = await this.#crawler(change.group.crawler);
    await this.#connections.transaction((sql, mustBeThere) => storeChange({ sql, mustBeThere }, change, crawler));
  }

  async log(row: NewLogRow, key?: string): Promise<void> {
    await writeLogRow(this.#connections.sql, row, key ?? null).catch((error: unknown) => {
      if (!isWritten(error)) throw error;
    });
  }

  logRows(after = 0): AsyncIterable<LogRow> {
    return readLogRows(this.#connections, after);
  }

  async content(group: string, document: string): Promise<Uint8Array | null> {
    const [row] = await this.#connections.ask(
      (sql) => sql<{ content: Buffer }[]>`
      SELECT "DataContent" AS content FROM "Document" d JOIN "DocumentGroup" g ON g."Id" = d."DocumentGroupId"
      WHERE g."Identifier" = ${group} AND d."Identifier" = ${document}`,
    );
    return row ? new Uint8Array(row.content) : null;
  }

  async state(identifier: string): Promise<GroupState | null> {
    const [last] = await this.#connections.ask(
      (sql) => sql<{ description: Description }[]>`
      SELECT description FROM winnow.change WHERE identifier = ${identifier} ORDER BY sequence DESC LIMIT 1`,
    );
    if (!last) return null;
    const { crawler, operation, date } = last.description;
    const documents = await this.#connections.ask(
      (sql) => sql<GroupState['documents'][number][]>`
      SELECT d."Identifier" AS identifier, "File" AS file, d."Format" AS format, "Url" AS url, "Md5" AS md5, d."Operation" AS operation,
        octet_length("DataContent") AS length
      FROM "Document" d JOIN "DocumentGroup" g ON g."Id" = d."DocumentGroupId" WHERE g."Identifier" = ${identifier} ORDER BY d."Id"`,
    );
    const isDeleted = operation === 'Del';
    const sender = await this.#connections.ask((sql) => senderOf(sql, identifier));
    return { identifier, crawler, sender, operation, date: new Date(date), isDeleted, documents: documents.map((row) => ({ ...row })) };
  }

  /** Brings what is here elsewhere; `name` is that of its cursor. */
  follower(name: string): GroupFollower {
    return new GroupFollower(this.#connections, name);
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  /** In a transaction of its own, so that no group waits for another one's crawler. */
  async #crawler(name: string): Promise<string> {
    const known = this.#crawlers.get(name);
    if (known !== undefined) return known;
    const { sql } = this.#connections;
    await sql`INSERT INTO "Crawlers" ("Name") VALUES (${name}) ON CONFLICT DO NOTHING`;
    const [row] = await sql<[{ Id: string }]>`SELECT "Id" FROM "Crawlers" WHERE "Name" = ${name}`;
    if (this.#crawlers.size >= MOST_CRAWLERS) this.#crawlers.clear();
    this.#crawlers.set(name, row.Id);
    return row.Id;
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
  return new PostgresGroupStore(new Connections(settings));
}
