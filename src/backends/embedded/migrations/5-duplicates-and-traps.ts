/** Format 4 to 5: what is kept of texts to find duplicates, and the traps of sites. Pages fetched before have no sketch until they change. */
import type { Migration } from './migration.js';

export const duplicatesAndTraps: Migration = {
  to: 5,
  title: 'making room for duplicates and traps',
  migrate(db) {
    db.exec(TABLES);
    db.exec(VIEW);
  },
};

const TABLES = `
CREATE TABLE sketch (
  version INTEGER PRIMARY KEY, document INTEGER NOT NULL, sketch BLOB, duplicate_of INTEGER, similarity REAL, signature TEXT, letters BLOB
);
CREATE TABLE duplicate_count (
  run INTEGER PRIMARY KEY, texts INTEGER NOT NULL, candidates INTEGER NOT NULL, duplicates INTEGER NOT NULL, false_candidates INTEGER NOT NULL,
  saved INTEGER NOT NULL, unsettled INTEGER NOT NULL
);
CREATE TABLE trap (
  id INTEGER PRIMARY KEY AUTOINCREMENT, site INTEGER NOT NULL, pattern TEXT NOT NULL, reason TEXT NOT NULL, examples TEXT NOT NULL,
  fetched INTEGER NOT NULL, new_text REAL, state TEXT NOT NULL, decided_by TEXT NOT NULL, run INTEGER NOT NULL, at INTEGER NOT NULL, released INTEGER
);
`;

const VIEW = `
DROP VIEW page;
CREATE VIEW page AS
  SELECT d.id, d.identifier AS url, v.title, v.language, v.type, v.charset, v.text, v.metadata, v.md5, v.sha256, v.score,
         r.depth, r.link AS found_by, s.origin AS site, f.status, f.started AS fetched, f.length, f.warc, f.offset, f.size, d.first_seen, d.last_changed, d.last_checked,
         o.identifier AS duplicate_of, k.similarity, k.signature AS lsh_hash
  FROM document d JOIN version v ON v.id = d.version JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site JOIN fetch f ON f.id = v.fetch
    LEFT JOIN sketch k ON k.version = d.version LEFT JOIN document o ON o.id = k.duplicate_of
  WHERE d.state <> 'deleted';
`;
