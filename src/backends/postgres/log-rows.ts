/** Rows of "CrawlerLog", and what the contract has no column for beside them. */
import type postgres from 'postgres';
import type { LogRow, NewLogRow } from '../../store/index.js';
import type { Connections } from './connections.js';

const DUPLICATE = '23505';

/** The row's number. One of a key that was written before is not written again: then null. */
export async function writeLogRow(sql: postgres.ISql, row: NewLogRow, key: string | null): Promise<string | null> {
  const [written] = await sql<{ log: string }[]>`
    WITH row AS (
      INSERT INTO "CrawlerLog" ("Date", "Crawler", "GroupIdentifier", "Operation", "Result", "Message", "StackTrace")
      SELECT ${new Date(row.at)}::timestamptz, ${clean(row.crawler)}, ${clean(row.group)}, ${clean(row.operation)}, ${clean(row.result)}, ${clean(row.message)},
        ${row.stackTrace === null ? null : clean(row.stackTrace)}
      WHERE NOT EXISTS (SELECT 1 FROM winnow.call WHERE key = ${key})
      RETURNING "Id")
    INSERT INTO winnow.call (log, sender, error_id, key)
    SELECT "Id", ${row.sender}, ${row.errorId}, ${key} FROM row RETURNING log`;
  return written?.log ?? null;
}

/** Two at once may both find the key free: the second is told so by the index, and has nothing left to do. */
export const isWritten = (error: unknown): boolean => (error as { code?: string }).code === DUPLICATE;

/** PostgreSQL has no NUL in its texts. */
const clean = (text: string): string => text.replaceAll('\0', '\ufffd');

export interface StoredRow {
  readonly Id: string;
  readonly Date: Date;
  readonly Crawler: string;
  readonly GroupIdentifier: string;
  readonly Operation: string;
  readonly Result: string;
  readonly Message: string;
  readonly StackTrace: string | null;
  readonly sender: string | null;
  readonly error_id: string | null;
}

const PER_PAGE = 500;

export async function* readLogRows(connections: Connections, from: number): AsyncGenerator<LogRow> {
  let after = String(from);
  for (;;) {
    const rows = await connections.ask(
      (sql) => sql<StoredRow[]>`
      SELECT l.*, c.sender, c.error_id FROM "CrawlerLog" l LEFT JOIN winnow.call c ON c.log = l."Id"
      WHERE l."Id" > ${after} ORDER BY l."Id" LIMIT ${PER_PAGE}`,
    );
    yield* rows.map(asLogRow);
    if (rows.length < PER_PAGE) return;
    after = rows.at(-1)?.Id as string;
  }
}

export const asLogRow = (row: StoredRow): LogRow => ({
  id: Number(row.Id),
  at: row.Date.getTime(),
  crawler: row.Crawler,
  group: row.GroupIdentifier,
  operation: row.Operation,
  result: row.Result,
  message: row.Message,
  stackTrace: row.StackTrace,
  sender: row.sender,
  errorId: row.error_id,
});
