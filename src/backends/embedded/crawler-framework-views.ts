/**
 * The contract's four tables as views for people with SQL. They are temporary, since a view `Document` cannot stand in the same
 * file as our table `document`: names are the same in any case to SQLite. Nothing is stored for them; bytes are in the archive,
 * so `DataContent` names the record (`winnow archive cat FILE:OFFSET`), and the export has the bytes.
 */
export const CRAWLER_FRAMEWORK_VIEWS = `-- The tables of the contract as views of a workspace: sqlite3 -init THIS_FILE FOLDER/core.db
CREATE TEMP VIEW "Crawlers" ("Id", "Name") AS SELECT min(document), crawler FROM main.deposit GROUP BY crawler;
CREATE TEMP VIEW "DocumentGroup" ("Id", "CrawlerId", "Identifier", "Date", "Lang", "Format", "FileName", "Operation", "Type") AS
  SELECT p.document, c."Id", p.identifier, strftime('%Y-%m-%dT%H:%M:%fZ', p.date / 1000.0, 'unixepoch'), s.language, s.format, p.file_name, p.operation, s.kind
  FROM main.deposit p JOIN main.document d ON d.id = p.document JOIN main.deposit_version s ON s.version = d.version
    JOIN temp."Crawlers" c ON c."Name" = p.crawler WHERE d.state <> 'deleted';
CREATE TEMP VIEW "Document" ("Id", "DocumentGroupId", "Identifier", "Format", "File", "Operation", "Url", "Md5", "DataContent") AS
  SELECT f.version * 10000 + f.place, p.document, f.identifier, f.type, f.name, f.operation, f.url, f.md5,
    a.warc || ':' || a.offset || coalesce('!' || f.member, '')
  FROM main.deposit p JOIN main.document d ON d.id = p.document JOIN main.deposit_file f ON f.version = d.version LEFT JOIN main.fetch a ON a.id = f.fetch
  WHERE d.state <> 'deleted' AND f.operation <> 'Del';
CREATE TEMP VIEW "CrawlerLog" ("Id", "Date", "Crawler", "GroupIdentifier", "Operation", "Result", "Message", "StackTrace") AS
  SELECT id, strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch'), crawler, identifier, operation, result, message, stack_trace FROM main.crawler_log;
`;
