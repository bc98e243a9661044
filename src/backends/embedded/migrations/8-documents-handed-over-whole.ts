/** Format 7 to 8: room for deposits and for the calls of the ingest service. What was crawled stays as it is. */
import type { Migration } from './migration.js';

export const documentsHandedOverWhole: Migration = {
  to: 8,
  title: 'making room for documents that are handed over whole',
  migrate(db) {
    db.exec(DEPOSITS);
  },
};

const DEPOSITS = `
CREATE TABLE deposit (
  document INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE, key TEXT NOT NULL, crawler TEXT NOT NULL, stamp TEXT, run INTEGER NOT NULL,
  operation TEXT NOT NULL, date INTEGER NOT NULL, file_name TEXT NOT NULL, sender TEXT, aliases TEXT NOT NULL
);
CREATE UNIQUE INDEX deposit_key ON deposit (crawler, key);
CREATE TABLE deposit_version (
  version INTEGER PRIMARY KEY, document INTEGER NOT NULL, kind INTEGER, language TEXT NOT NULL, url TEXT NOT NULL, date INTEGER NOT NULL, file_name TEXT NOT NULL,
  format TEXT NOT NULL, sender TEXT, fields TEXT NOT NULL
);
CREATE INDEX deposit_version_document ON deposit_version (document);
CREATE TABLE deposit_file (
  version INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, operation TEXT NOT NULL, url TEXT NOT NULL, type TEXT NOT NULL,
  md5 TEXT NOT NULL, sha256 TEXT NOT NULL, length INTEGER NOT NULL, identifier TEXT NOT NULL, fetch INTEGER NOT NULL, member TEXT, compared TEXT,
  etag TEXT, last_modified TEXT, PRIMARY KEY (version, place)
) WITHOUT ROWID;
CREATE TABLE unread (version INTEGER PRIMARY KEY, document INTEGER NOT NULL, sequence INTEGER NOT NULL);
CREATE TABLE crawler_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, crawler TEXT NOT NULL, identifier TEXT NOT NULL, operation TEXT NOT NULL, result TEXT NOT NULL,
  message TEXT NOT NULL, stack_trace TEXT, sender TEXT, error_id TEXT, once TEXT UNIQUE
);
CREATE INDEX crawler_log_identifier ON crawler_log (identifier);
`;
