/**
 * A workspace with a journal of any length, written straight into the tables: for tests about reading it.
 *
 * Documents go through one story together: added, changed, suspected, deleted, added again; a fifth of the entries each.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openToOwn, type Sqlite } from '../../src/backends/embedded/database.js';

export const STORY = ['Add', 'Upd', 'None', 'Del', 'Add'] as const;
export const SITES = ['https://www.gov.example', 'https://court.gov.example:8443', 'http://other.example'] as const;
/** One entry a second from here. */
export const BEGAN = Date.UTC(2026, 0, 1);

export interface SyntheticJournal {
  readonly folder: string;
  /** Writes so many entries more in one transaction, as the crawl would. */
  append(count: number): void;
  anomaly(kind: string, detail: string, documents: number): void;
  endRun(id: number, state: string, statistics: object, ended: number): void;
  close(): void;
}

/** `documents`: how many there are in all; the story begins anew with each round through them. */
export function makeSyntheticJournal(folder: string, documents: number): SyntheticJournal {
  mkdirSync(folder, { recursive: true });
  const db = openToOwn(join(folder, 'core.db'));
  db.pragma('synchronous = OFF');
  const insert = db.transaction((count: number) => addEntries(db, documents, count));
  db.transaction(() => addDocuments(db, documents))();
  return {
    folder,
    append: (count) => insert.immediate(count),
    anomaly: (kind, detail, affected) =>
      void db
        .prepare('INSERT INTO anomaly (run, site, kind, detail, documents, at) VALUES (1, 1, ?, ?, ?, ?)')
        .run(kind, detail, affected, BEGAN),
    endRun: (id, state, statistics, ended) =>
      void db
        .prepare(
          "INSERT INTO run (id, started, ended, state, reason, definition, statistics, pages) VALUES (?, ?, ?, ?, 'everything was visited', '{}', ?, 10)",
        )
        .run(id, BEGAN, ended, state, JSON.stringify(statistics)),
    close: () => db.close(),
  };
}

function addDocuments(db: Sqlite, documents: number): void {
  const addSite = db.prepare('INSERT INTO site (id, origin) VALUES (?, ?)');
  SITES.forEach((origin, index) => addSite.run(index + 1, origin));
  const addResource = db.prepare(
    "INSERT INTO resource (id, site, url, fingerprint, kind, depth, redirects, link, found, state) VALUES (?, ?, ?, ?, 'page', 0, 0, 'a', 1, 1)",
  );
  const addDocument = db.prepare(
    'INSERT INTO document (id, resource, identifier, version, first_seen, last_changed, last_checked) VALUES (?, ?, ?, 0, 0, 0, 0)',
  );
  for (let id = 1; id <= documents; id++) {
    const url = `${SITES[id % SITES.length]}/law/${id}`;
    addResource.run(id, (id % SITES.length) + 1, url, id);
    addDocument.run(id, id, url);
  }
}

function addEntries(db: Sqlite, documents: number, count: number): void {
  const last = db.prepare('SELECT coalesce(max(sequence), 0) FROM journal').pluck().get() as number;
  const addFetch = db.prepare(
    `INSERT INTO fetch (resource, run, url, method, started, duration, first_byte, status, length, record_id, warc, offset, size)
     VALUES (?, 1, '', 'GET', 0, 1, 1, ?, 9, ?, 'winnow-1.warc.gz', ?, 99)`,
  );
  const addVersion = db.prepare(
    "INSERT INTO version (document, fetch, type, title, language, md5, sha256, digests, text, metadata, links, directives, notes) VALUES (?, ?, 'text/html', ?, 'en', ?, ?, '{}', ?, '{}', '[]', '{}', '[]')",
  );
  const setVersion = db.prepare("UPDATE document SET version = ?, state = 'present' WHERE id = ?");
  const versionOf = db.prepare('SELECT version FROM document WHERE id = ?').pluck();
  const addJournal = db.prepare(
    'INSERT INTO journal (operation, document, version, run, at, reason, changed, previous, fetch, evidence, suspicion) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)',
  );
  for (let sequence = last + 1; sequence <= last + count; sequence++) {
    const document = ((sequence - 1) % documents) + 1;
    const operation = STORY[Math.floor((sequence - 1) / documents) % STORY.length] as (typeof STORY)[number];
    const isNew = operation === 'Add' || operation === 'Upd';
    const before = versionOf.get(document) as number;
    const fetch = addFetch.run(document, isNew ? 200 : 404, `urn:uuid:${sequence}`, sequence * 100).lastInsertRowid;
    const version = isNew
      ? addVersion.run(document, fetch, `Law ${document}`, `md5-${sequence}`, `sha-${sequence}`, 'x'.repeat(200)).lastInsertRowid
      : before;
    if (isNew) setVersion.run(version, document);
    addJournal.run(
      operation,
      document,
      version,
      BEGAN + sequence * 1000,
      isNew ? 'seen' : '404',
      operation === 'Upd' ? '["title","text"]' : '[]',
      before || null,
      fetch,
      isNew ? '[]' : '[{"kind":"gone","detail":"404"}]',
      operation === 'None' ? 'suspected' : null,
    );
  }
}
