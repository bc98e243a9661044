/**
 * Tables of core.db. One word per thing, as in docs/architecture.md; times are milliseconds since 1970.
 *
 * Links are one JSON array a version, not a row each: writing them so costs far less, and the view `link`
 * still shows rows. `resource` is what we know of a URL and how its last visit ended; it only ever grows at its end and
 * has no further index, so adding to it costs the same at a thousand rows and at twenty million. What is queued is in
 * `frontier_log`: see frontier-log.ts. `queue` and `seed` count what budgets and reports ask for.
 *
 * A document is `present`, `suspected` (one piece of evidence that it is gone) or `deleted`. What is not yet sure to be
 * a change waits in `pending`, with its anomaly when it is held back. A journal entry names the version it leads to and
 * the one before; one of operation None tells of a suspicion that came up or went away. A document's `baseline` is the
 * version the next visit is compared with, where that is not the current one: the site's template changed since.
 * `triples` is what a version says as RDF: deflated lines of N-Quads, and what is wrong with them as a JSON list of sentences.
 * `rendering` is what rendering pages of a shape of URL brought at a site.
 * `listing` is what a list (a sitemap, or a page that lost half its links) named when it was last read, as fingerprints.
 * `sketch` is what is kept of a version's text to find its like (see src/analyse/likeness), the document it is a duplicate of, and
 * the signature a contract may want; apart from `version`, so that reading all of them reads no texts. `trap` is a
 * kind of URL of a site that leads nowhere; what of it is queued is left out while its state is paused. `trouble` is a site
 * that a run set aside because it did not answer; `over` is when it was found to answer again.
 *
 * What was taken down for good is noted with its resource (`taken_down`), which keeps nothing else but its fingerprint.
 *
 * A deposit is a document that was handed over whole: `deposit` has what it is known by and the last message about it,
 * `deposit_version` what was said with each version, `deposit_file` the version's files, whose bytes lie in answers that
 * were fetched or received. Its resource has the address for people and a fingerprint of its identifier, so two may share
 * an address; resources that came with deposits have the link `deposit` and are never queued. `unread` are versions whose text
 * is still to be read, with the journal entry that leads to each. `crawler_log` is one row a call of the ingest service.
 */
export const FORMAT_VERSION = 10;

/** Numbers stored in resource.state: how the last visit ended, `queued` when there was none. */
export const STATES = { queued: 0, done: 1, failed: 2, excluded: 3, redirected: 4, alias: 5 } as const;

export const SCHEMA = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE run (
  id INTEGER PRIMARY KEY, started INTEGER NOT NULL, ended INTEGER, state TEXT NOT NULL, reason TEXT,
  definition TEXT NOT NULL, statistics TEXT, pages INTEGER NOT NULL DEFAULT 0, elapsed INTEGER NOT NULL DEFAULT 0, size_before INTEGER NOT NULL DEFAULT 0,
  partial INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE site (
  id INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE, domain TEXT, address TEXT,
  robots_state TEXT, robots_reason TEXT, robots BLOB, robots_fetched INTEGER, robots_expires INTEGER, crawl_delay REAL
);

CREATE TABLE resource (
  id INTEGER PRIMARY KEY, site INTEGER NOT NULL, url TEXT NOT NULL, fingerprint INTEGER NOT NULL, kind TEXT NOT NULL,
  depth INTEGER NOT NULL, redirects INTEGER NOT NULL, via INTEGER, seed INTEGER, link TEXT NOT NULL, trail TEXT, score REAL,
  found INTEGER NOT NULL, state INTEGER NOT NULL, run INTEGER, attempts INTEGER, reason TEXT, last_fetch INTEGER, last_good INTEGER, taken_down INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE frontier_log (id INTEGER PRIMARY KEY, records BLOB NOT NULL);
CREATE TABLE queue (site INTEGER PRIMARY KEY, queued INTEGER NOT NULL, pages INTEGER NOT NULL DEFAULT 0);
CREATE TABLE seed (resource INTEGER PRIMARY KEY, pages INTEGER NOT NULL);

CREATE TABLE fetch (
  id INTEGER PRIMARY KEY, resource INTEGER NOT NULL, run INTEGER NOT NULL, url TEXT NOT NULL, method TEXT NOT NULL,
  owed INTEGER, started INTEGER NOT NULL, duration INTEGER NOT NULL, first_byte INTEGER NOT NULL, status INTEGER NOT NULL,
  type TEXT, declared_type TEXT, length INTEGER NOT NULL, etag TEXT, last_modified TEXT, location TEXT,
  address TEXT, protocol TEXT, tls TEXT, truncated TEXT, error TEXT, detail TEXT, payload_digest TEXT,
  record_id TEXT, revisit INTEGER, warc TEXT, offset INTEGER, size INTEGER, triples INTEGER
);

CREATE TABLE document (
  id INTEGER PRIMARY KEY, resource INTEGER NOT NULL UNIQUE, identifier TEXT NOT NULL, version INTEGER NOT NULL,
  first_seen INTEGER NOT NULL, last_changed INTEGER NOT NULL, last_checked INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'present', evidence TEXT NOT NULL DEFAULT '[]', deleted INTEGER,
  checks INTEGER NOT NULL DEFAULT 1, changes INTEGER NOT NULL DEFAULT 0, baseline INTEGER
);

CREATE TABLE version (
  id INTEGER PRIMARY KEY, document INTEGER NOT NULL, fetch INTEGER NOT NULL, type TEXT NOT NULL, charset TEXT, title TEXT,
  language TEXT, language_confidence REAL, md5 TEXT NOT NULL, sha256 TEXT NOT NULL, digests TEXT NOT NULL,
  text TEXT NOT NULL, metadata TEXT NOT NULL, links TEXT NOT NULL, directives TEXT NOT NULL, notes TEXT NOT NULL, score REAL,
  content TEXT, facts TEXT
);

CREATE TABLE version_file (
  version INTEGER NOT NULL, resource INTEGER NOT NULL, role TEXT NOT NULL, operation TEXT NOT NULL, fetch INTEGER NOT NULL,
  type TEXT NOT NULL, md5 TEXT NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY (version, resource)
) WITHOUT ROWID;

CREATE TABLE journal (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT NOT NULL, document INTEGER NOT NULL, version INTEGER NOT NULL,
  run INTEGER NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL, changed TEXT NOT NULL,
  previous INTEGER, fetch INTEGER, evidence TEXT NOT NULL DEFAULT '[]', suspicion TEXT
);

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

CREATE TABLE trouble (
  site INTEGER NOT NULL, run INTEGER NOT NULL, since INTEGER NOT NULL, at INTEGER NOT NULL, tries INTEGER NOT NULL, reason TEXT NOT NULL,
  until INTEGER NOT NULL, over INTEGER, PRIMARY KEY (site, run)
) WITHOUT ROWID;

CREATE TABLE triples (version INTEGER PRIMARY KEY, syntax TEXT NOT NULL, count INTEGER NOT NULL, quads BLOB NOT NULL, problems TEXT NOT NULL);
CREATE INDEX triples_silent ON triples (version) WHERE count = 0 AND syntax = 'application/ld+json';

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

CREATE TABLE rejection (
  fingerprint INTEGER PRIMARY KEY, url TEXT NOT NULL, filter TEXT NOT NULL, reason TEXT NOT NULL, found_on INTEGER, run INTEGER NOT NULL
);

CREATE TABLE rendering (
  site INTEGER NOT NULL, template TEXT NOT NULL, tried INTEGER NOT NULL, gained INTEGER NOT NULL, recent TEXT NOT NULL, because TEXT NOT NULL, PRIMARY KEY (site, template)
) WITHOUT ROWID;

CREATE TABLE warc (file TEXT PRIMARY KEY, length INTEGER NOT NULL, closed INTEGER NOT NULL) WITHOUT ROWID;

CREATE VIEW page AS
  SELECT d.id, d.identifier AS url, v.title, v.language, v.type, v.charset, v.text, v.metadata, v.md5, v.sha256, v.score,
         r.depth, r.link AS found_by, s.origin AS site, f.status, f.started AS fetched, f.length, f.warc, f.offset, f.size, d.first_seen, d.last_changed, d.last_checked,
         o.identifier AS duplicate_of, k.similarity, k.signature AS lsh_hash
  FROM document d JOIN version v ON v.id = d.version JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site JOIN fetch f ON f.id = v.fetch
    LEFT JOIN sketch k ON k.version = d.version LEFT JOIN document o ON o.id = k.duplicate_of
  WHERE d.state <> 'deleted';

CREATE VIEW link AS
  SELECT d.identifier AS from_url, l.value ->> 0 AS to_url, l.value ->> 1 AS kind, l.value ->> 2 AS anchor, l.value ->> 3 AS rel,
         l.value ->> 4 AS nofollow, l.value ->> 5 AS path,
         CASE WHEN l.value ->> 6 IS NOT NULL THEN substr(v.text, (l.value ->> 6) + 1, (l.value ->> 7) - (l.value ->> 6)) END AS paragraph
  FROM document d JOIN version v ON v.id = d.version JOIN json_each(v.links) l WHERE d.state <> 'deleted';
`;
