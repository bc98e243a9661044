/** Format 2 to 3: documents have a state and evidence, journal entries name both versions, doubtful changes wait apart. */
import type { Migration } from './migration.js';

export const changeWithEvidence: Migration = {
  to: 3,
  title: 'making room for evidence',
  migrate(db) {
    db.exec(ADD);
    db.exec(PREVIOUS);
    db.exec(CHANGES);
    db.exec(VIEWS);
  },
};

const ADD = `
ALTER TABLE run ADD COLUMN partial INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document ADD COLUMN state TEXT NOT NULL DEFAULT 'present';
ALTER TABLE document ADD COLUMN evidence TEXT NOT NULL DEFAULT '[]';
ALTER TABLE document ADD COLUMN deleted INTEGER;
ALTER TABLE document ADD COLUMN checks INTEGER NOT NULL DEFAULT 1;
ALTER TABLE document ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document ADD COLUMN baseline INTEGER;
ALTER TABLE journal ADD COLUMN previous INTEGER;
ALTER TABLE journal ADD COLUMN fetch INTEGER;
ALTER TABLE journal ADD COLUMN evidence TEXT NOT NULL DEFAULT '[]';
ALTER TABLE journal ADD COLUMN suspicion TEXT;
CREATE TABLE version_file (
  version INTEGER NOT NULL, resource INTEGER NOT NULL, role TEXT NOT NULL, operation TEXT NOT NULL, fetch INTEGER NOT NULL,
  type TEXT NOT NULL, md5 TEXT NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY (version, resource)
) WITHOUT ROWID;
CREATE TABLE pending (
  document INTEGER PRIMARY KEY, site INTEGER NOT NULL, operation TEXT NOT NULL, version INTEGER, fetch INTEGER, run INTEGER NOT NULL, at INTEGER NOT NULL,
  reason TEXT NOT NULL, changed TEXT NOT NULL, evidence TEXT NOT NULL DEFAULT '[]', digest TEXT, pieces TEXT, anomaly INTEGER
);
CREATE INDEX pending_site ON pending (site);
CREATE TABLE listing (
  resource INTEGER PRIMARY KEY, site INTEGER NOT NULL, run INTEGER NOT NULL, entries INTEGER NOT NULL, previous INTEGER NOT NULL, names BLOB
);
CREATE TABLE file_list (page INTEGER PRIMARY KEY, run INTEGER NOT NULL, files TEXT NOT NULL, version INTEGER);
CREATE TABLE file_state (
  resource INTEGER PRIMARY KEY, fetch INTEGER NOT NULL, run INTEGER NOT NULL, type TEXT NOT NULL, md5 TEXT NOT NULL, sha256 TEXT NOT NULL, gone INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE anomaly (
  id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, site INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL, documents INTEGER NOT NULL,
  at INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'open', decided INTEGER
);
`;

/** Versions of a document are numbered in the order they came, over all documents. */
const PREVIOUS = `
UPDATE journal SET
  previous = (SELECT max(v.id) FROM version v WHERE v.document = journal.document AND v.id < journal.version),
  fetch = (SELECT fetch FROM version WHERE id = journal.version)`;

const CHANGES = `
UPDATE document SET changes = (SELECT count(*) FROM journal j WHERE j.document = document.id AND j.operation = 'Upd')`;

/** What is deleted is no page any more. */
const VIEWS = `
DROP VIEW page;
DROP VIEW link;
CREATE VIEW page AS
  SELECT d.id, d.identifier AS url, v.title, v.language, v.type, v.charset, v.text, v.metadata, v.md5, v.sha256, v.score,
         r.depth, r.link AS found_by, s.origin AS site, f.status, f.started AS fetched, f.length, f.warc, f.offset, f.size, d.first_seen, d.last_changed, d.last_checked
  FROM document d JOIN version v ON v.id = d.version JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site JOIN fetch f ON f.id = v.fetch
  WHERE d.state <> 'deleted';

CREATE VIEW link AS
  SELECT d.identifier AS from_url, l.value ->> 0 AS to_url, l.value ->> 1 AS kind, l.value ->> 2 AS anchor, l.value ->> 3 AS rel,
         l.value ->> 4 AS nofollow, l.value ->> 5 AS path,
         CASE WHEN l.value ->> 6 IS NOT NULL THEN substr(v.text, (l.value ->> 6) + 1, (l.value ->> 7) - (l.value ->> 6)) END AS paragraph
  FROM document d JOIN version v ON v.id = d.version JOIN json_each(v.links) l WHERE d.state <> 'deleted';
`;
