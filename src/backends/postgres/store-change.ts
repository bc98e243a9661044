/** One group's change as statements of one transaction. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import type { DocumentGroup, GroupDocument } from '../../document-groups/index.js';
import { type GroupChange, GroupConflict, type UnpackedFile } from '../../ingest/index.js';
import { writeLogRow } from './log-rows.js';

type Transaction = postgres.TransactionSql;

/** Larger files go over in pieces: a parameter is held in memory several times over. */
const LARGEST_PARAMETER = 4 << 20;

export async function storeChange(sql: Transaction, change: GroupChange, crawler: string): Promise<void> {
  const { group } = change;
  const id = await takeGroup(sql, group, crawler);
  const log = await writeLogRow(sql, change.log, null);
  const [row] = await sql<[{ sequence: string }]>`
    INSERT INTO winnow.change (identifier, log, description)
    VALUES (${group.identifier}, ${log}, ${sql.json(described(change))}) RETURNING sequence`;
  if (group.operation === 'Del') return removeGroup(sql, id);
  await removeDocuments(sql, id, group);
  for (const document of group.documents) {
    const content = document.operation === 'Del' ? undefined : change.contents.get(document.identifier);
    if (content) await putDocument(sql, { group: id, change: row.sequence, document, content });
  }
}

/** Its row, locked until the transaction ends. Waits for whoever has it, and then sees what they made of it. */
async function takeGroup(sql: Transaction, group: DocumentGroup, crawler: string): Promise<string> {
  const isAdd = group.operation === 'Add';
  const { date, lang, format, filename, operation, type, identifier } = group;
  const [row] = isAdd
    ? await sql<{ Id: string }[]>`
        INSERT INTO "DocumentGroup" ("CrawlerId", "Identifier", "Date", "Lang", "Format", "FileName", "Operation", "Type")
        VALUES (${crawler}, ${identifier}, ${date}, ${lang}, ${format}, ${filename}, ${operation}, ${type})
        ON CONFLICT ("Identifier") DO NOTHING RETURNING "Id"`
    : await sql<{ Id: string }[]>`
        UPDATE "DocumentGroup" SET "CrawlerId" = ${crawler}, "Date" = ${date}, "Lang" = ${lang}, "Format" = ${format},
          "FileName" = ${filename}, "Operation" = ${operation}, "Type" = coalesce(${type}::smallint, "Type")
        WHERE "Identifier" = ${identifier} RETURNING "Id"`;
  if (!row) throw new GroupConflict(identifier, isAdd);
  return row.Id;
}

async function removeGroup(sql: Transaction, id: string): Promise<void> {
  await sql`
    UPDATE winnow.version SET past = d."DataContent" FROM "Document" d
    WHERE d."DocumentGroupId" = ${id} AND version.document = d."Id" AND version.past IS NULL`;
  await sql`DELETE FROM "DocumentGroup" WHERE "Id" = ${id}`;
}

/** Those that go, and the bytes of those that are replaced. */
async function removeDocuments(sql: Transaction, id: string, { operation, documents }: DocumentGroup): Promise<void> {
  if (operation === 'Add') return;
  const touched = documents.filter((document) => document.operation !== 'None').map(({ identifier }) => identifier);
  await sql`
    UPDATE winnow.version SET past = d."DataContent" FROM "Document" d
    WHERE d."DocumentGroupId" = ${id} AND d."Identifier" = ANY(${touched}) AND version.document = d."Id" AND version.past IS NULL`;
  const gone = documents.filter((document) => document.operation === 'Del').map(({ identifier }) => identifier);
  if (gone.length) await sql`DELETE FROM "Document" WHERE "DocumentGroupId" = ${id} AND "Identifier" = ANY(${gone})`;
}

interface NewDocument {
  readonly group: string;
  readonly change: string;
  readonly document: GroupDocument;
  readonly content: UnpackedFile;
}

async function putDocument(sql: Transaction, { group, change, document, content }: NewDocument): Promise<void> {
  const { identifier, format, file, operation, url } = document;
  const whole = await contentOf(sql, content);
  const bytes = whole ? sql`${whole}::bytea` : sql`(SELECT string_agg(bytes, ''::bytea ORDER BY number) FROM piece)`;
  await sql`
    WITH stored AS (
      INSERT INTO "Document" ("DocumentGroupId", "Identifier", "Format", "File", "Operation", "Url", "Md5", "DataContent")
      VALUES (${group}, ${identifier}, ${format}, ${file}, ${operation}, ${url}, ${content.md5}, ${bytes})
      ON CONFLICT ("DocumentGroupId", "Identifier") DO UPDATE SET "Format" = excluded."Format", "File" = excluded."File",
        "Operation" = excluded."Operation", "Url" = excluded."Url", "Md5" = excluded."Md5", "DataContent" = excluded."DataContent"
      RETURNING "Id")
    INSERT INTO winnow.version (change, identifier, document, sha256, length)
    SELECT ${change}, ${identifier}, "Id", ${content.sha256}, ${content.length} FROM stored`;
}

/** The bytes; null for large ones, which lie in `piece` then. */
async function contentOf(sql: Transaction, { path, length }: UnpackedFile): Promise<Buffer | null> {
  if (length <= LARGEST_PARAMETER) return readFile(path);
  await sql`CREATE TEMPORARY TABLE IF NOT EXISTS piece (number integer, bytes bytea) ON COMMIT DELETE ROWS`;
  await sql`TRUNCATE piece`;
  let number = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: LARGEST_PARAMETER }))
    await sql`INSERT INTO piece VALUES (${number++}, ${bytes as Buffer})`;
  return null;
}

/** What a follower needs to bring the change elsewhere. */
function described({ group, contents, sender }: GroupChange) {
  const documents = group.documents.map((document) => ({ ...document, md5: contents.get(document.identifier)?.md5 ?? document.md5 }));
  return { ...group, date: group.date.toISOString(), documents, sender };
}
