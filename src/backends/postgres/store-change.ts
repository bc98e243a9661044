/** One group's change as statements of one transaction. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import type { DocumentGroup, GroupDocument } from '../../formats/document-groups/index.js';
import { DocumentOfAnother, type GroupChange, GroupConflict, GroupOfAnother, isSentBy, type UnpackedFile } from '../../ingest/index.js';
import { writeLogRow } from './log-rows.js';

type Transaction = postgres.TransactionSql;

interface Open {
  readonly sql: Transaction;
  /** Throws when its connection has broken: another transaction may have it then. */
  readonly mustBeThere: () => void;
}

/** Larger files go over in pieces: a parameter is held in memory as hexadecimal text, several times over. */
const LARGEST_PARAMETER = 1 << 18;
const PIECE = 1 << 17;

/**
 * Statements are sent one behind the other without waiting for answers: each finds its group by the identifier, its change
 * by the number that was given last.
 */
export async function storeChange(open: Open, change: GroupChange, crawler: string): Promise<void> {
  const { group } = change;
  const { sql } = open;
  const taken = underWay(takeGroup(sql, group, crawler));
  const logged = underWay(logChange(sql, change));
  if (group.operation !== 'Add') {
    mustBeTaken(group, await taken); // what follows needs its row locked
    await mustBeOwn(sql, change);
  }
  const free = underWay(mustBeFree(sql, change));
  const put = group.operation === 'Del' ? removeGroup(sql, group) : putDocuments(open, change);
  const [row] = await Promise.all([taken, logged, put, free]);
  mustBeTaken(group, row);
}

/** Locks that documents share by their identifiers: a group of thousands may not fill the server's table of locks. */
const DOCUMENT_LOCKS = 64;
/** Tells these locks from those of others. */
const LOCK_CLASS = 0x77696e;

/** Two groups that bring one document wait for each other, always in the same order; the second sees what the first has stored. */
async function mustBeFree(sql: Transaction, { group, contents }: GroupChange): Promise<void> {
  const brought = [...contents.keys()];
  if (brought.length === 0) return;
  const locked = sql`
    SELECT pg_advisory_xact_lock(${LOCK_CLASS}, number) FROM (
      SELECT DISTINCT abs(hashtext(identifier) % ${DOCUMENT_LOCKS}) AS number FROM unnest(${brought}::text[]) AS identifier ORDER BY 1) AS numbers`;
  const used = sql<{ identifier: string; group: string }[]>`
    SELECT d."Identifier" AS identifier, g."Identifier" AS group FROM "Document" d JOIN "DocumentGroup" g ON g."Id" = d."DocumentGroupId"
    WHERE d."Identifier" = ANY(${brought}) AND g."Identifier" <> ${group.identifier} LIMIT 1`;
  const [, [other]] = await Promise.all([locked, used]);
  if (other) throw new DocumentOfAnother(other.identifier, other.group);
}

/** It is awaited later; when another one has failed before, nobody asks for it any more. */
function underWay<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

function mustBeTaken({ operation, identifier }: DocumentGroup, rows: readonly unknown[]): void {
  if (!rows.length) throw new GroupConflict(identifier, operation === 'Add');
}

async function mustBeOwn(sql: Transaction, { group: { identifier }, onlyOf }: GroupChange): Promise<void> {
  if (onlyOf === undefined) return;
  if (!isSentBy(await senderOf(sql, identifier), onlyOf)) throw new GroupOfAnother(identifier);
}

/** Who has added the group that is there. */
export async function senderOf(sql: postgres.ISql, identifier: string): Promise<string | null> {
  const [added] = await sql<{ sender: string | null }[]>`
    SELECT description ->> 'sender' AS sender FROM winnow.change
    WHERE identifier = ${identifier} AND description ->> 'operation' = 'Add' ORDER BY sequence DESC LIMIT 1`;
  return added?.sender ?? null;
}

/** Its row, locked until the transaction ends. Waits for whoever has it, and then sees what they made of it. */
function takeGroup(sql: Transaction, group: DocumentGroup, crawler: string): Promise<readonly unknown[]> {
  const { date, lang, format, filename, operation, type, identifier } = group;
  const query =
    operation === 'Add'
      ? sql`
        INSERT INTO "DocumentGroup" ("CrawlerId", "Identifier", "Date", "Lang", "Format", "FileName", "Operation", "Type")
        VALUES (${crawler}, ${identifier}, ${date}, ${lang}, ${format}, ${filename}, ${operation}, ${type})
        ON CONFLICT ("Identifier") DO NOTHING RETURNING "Id"`
      : sql`
        UPDATE "DocumentGroup" SET "CrawlerId" = ${crawler}, "Date" = ${date}, "Lang" = ${lang}, "Format" = ${format},
          "FileName" = ${filename}, "Operation" = ${operation}, "Type" = coalesce(${type}::smallint, "Type")
        WHERE "Identifier" = ${identifier} RETURNING "Id"`;
  return query.execute();
}

async function logChange(sql: Transaction, change: GroupChange): Promise<void> {
  const { identifier } = change.group;
  await Promise.all([
    writeLogRow(sql, change.log, null),
    sql`
      INSERT INTO winnow.change (identifier, log, description)
      VALUES (${identifier}, currval(pg_get_serial_sequence('"CrawlerLog"', 'Id')), ${sql.json(described(change))})`,
  ]);
}

async function putDocuments(open: Open, { group, contents }: GroupChange): Promise<void> {
  const { sql } = open;
  const work: Promise<unknown>[] = [underWay(removeDocuments(sql, group))];
  for (const document of group.documents) {
    const content = document.operation === 'Del' ? undefined : contents.get(document.identifier);
    if (!content) continue;
    const bytes = await contentOf(open, content);
    const put = underWay(putDocument(sql, group.identifier, document, content, bytes));
    // What lies in pieces must be taken before the next one's pieces come.
    if (bytes === null) await put;
    else work.push(put);
  }
  await Promise.all(work);
}

const groupId = (sql: Transaction, identifier: string) => sql`(SELECT "Id" FROM "DocumentGroup" WHERE "Identifier" = ${identifier})`;

async function removeGroup(sql: Transaction, { identifier }: DocumentGroup): Promise<void> {
  await Promise.all([
    sql`
      UPDATE winnow.version SET past = d."DataContent" FROM "Document" d
      WHERE d."DocumentGroupId" = ${groupId(sql, identifier)} AND version.document = d."Id" AND version.past IS NULL`,
    sql`DELETE FROM "DocumentGroup" WHERE "Identifier" = ${identifier}`,
  ]);
}

/** Those that go, and the bytes of those that are replaced. */
async function removeDocuments(sql: Transaction, { operation, identifier, documents }: DocumentGroup): Promise<void> {
  if (operation === 'Add') return;
  const touched = documents.filter((document) => document.operation !== 'None').map((document) => document.identifier);
  const gone = documents.filter((document) => document.operation === 'Del').map((document) => document.identifier);
  await Promise.all([
    sql`
      UPDATE winnow.version SET past = d."DataContent" FROM "Document" d
      WHERE d."DocumentGroupId" = ${groupId(sql, identifier)} AND d."Identifier" = ANY(${touched})
        AND version.document = d."Id" AND version.past IS NULL`,
    sql`DELETE FROM "Document" WHERE "DocumentGroupId" = ${groupId(sql, identifier)} AND "Identifier" = ANY(${gone})`,
  ]);
}

async function putDocument(
  sql: Transaction,
  group: string,
  { identifier, format, file, operation, url }: GroupDocument,
  content: UnpackedFile,
  whole: Uint8Array | null,
): Promise<void> {
  const bytes = whole ? sql`${whole}::bytea` : sql`(SELECT string_agg(bytes, ''::bytea ORDER BY number) FROM piece)`;
  await sql`
    WITH stored AS (
      INSERT INTO "Document" ("DocumentGroupId", "Identifier", "Format", "File", "Operation", "Url", "Md5", "DataContent")
      VALUES (${groupId(sql, group)}, ${identifier}, ${format}, ${file}, ${operation}, ${url}, ${content.md5}, ${bytes})
      ON CONFLICT ("DocumentGroupId", "Identifier") DO UPDATE SET "Format" = excluded."Format", "File" = excluded."File",
        "Operation" = excluded."Operation", "Url" = excluded."Url", "Md5" = excluded."Md5", "DataContent" = excluded."DataContent"
      RETURNING "Id")
    INSERT INTO winnow.version (change, identifier, document, sha256, length)
    SELECT currval(pg_get_serial_sequence('winnow.change', 'sequence')), ${identifier}, "Id", ${content.sha256}, ${content.length} FROM stored`;
}

/** The bytes; null for large ones, which lie in `piece` then. */
async function contentOf({ sql, mustBeThere }: Open, { path, bytes, length }: UnpackedFile): Promise<Uint8Array | null> {
  if (length <= LARGEST_PARAMETER) return bytes ?? readFile(path).finally(mustBeThere);
  await sql`CREATE TEMPORARY TABLE IF NOT EXISTS piece (number integer, bytes bytea) ON COMMIT DELETE ROWS`;
  await sql`TRUNCATE piece`;
  let number = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
    mustBeThere();
    await sql`INSERT INTO piece VALUES (${number++}, ${piece as Buffer})`;
  }
  return null;
}

/** What a follower needs to bring the change elsewhere. */
function described({ group, contents, sender }: GroupChange) {
  const documents = group.documents.map((document) => ({ ...document, md5: contents.get(document.identifier)?.md5 ?? document.md5 }));
  return { ...group, date: group.date.toISOString(), documents, sender };
}
