/** Reads entries of the queue from core.db through a read-only connection, one at a time, when they are leased. */
import type { Entry, EntryKind, PreviousVisit } from '../../frontier/queue/index.js';
import type { Sqlite, Statement } from './database.js';

interface EntryRow {
  id: number;
  site: number;
  url: string;
  high: number;
  low: number;
  kind: EntryKind;
  depth: number;
  redirects: number;
  via: number | null;
  via_url: string | null;
  seed: number | null;
  link: string;
  trail: string | null;
  score: number | null;
  run: number | null;
  attempts: number | null;
  started: number | null;
  etag: string | null;
  last_modified: string | null;
  payload_digest: string | null;
  record_id: string | null;
  digests: string | null;
}

/** An entry as stored, and the number of its site, which may not be the one it was queued at. */
export interface StoredEntry {
  readonly entry: Omit<Entry, 'site' | 'immediate'>;
  readonly site: number;
}

const SELECT_ENTRY = `SELECT r.id, r.site, r.url, (r.fingerprint >> 32) & 4294967295 AS high, r.fingerprint & 4294967295 AS low, r.kind, r.depth, r.redirects,
    r.via, w.url AS via_url, r.seed, r.link, r.trail, r.score, r.run, r.attempts, f.started, f.etag, f.last_modified, f.payload_digest, f.record_id, v.digests
  FROM resource r LEFT JOIN resource w ON w.id = r.via LEFT JOIN fetch f ON f.id = r.last_good LEFT JOIN document d ON d.resource = r.id LEFT JOIN version v ON v.id = coalesce(d.baseline, d.version)
  WHERE r.id = ?`;

export class QueueReader {
  readonly #db: Sqlite;
  #selectEntry: Statement | undefined;
  /** Attempts made in an earlier run do not count. */
  run = 0;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  lastId(): number {
    return this.#db.prepare('SELECT coalesce(max(id), 0) FROM resource').pluck().get() as number;
  }

  /** Number of the last commit that changed the queue. */
  lastLogged(): number {
    return this.#db.prepare('SELECT coalesce(max(id), 0) FROM frontier_log').pluck().get() as number;
  }

  sites(): { id: number; origin: string; domain: string | null; queued: number; pages: number }[] {
    return this.#db
      .prepare(
        `SELECT site.id, origin, domain, coalesce(queued, 0) AS queued, coalesce(pages, 0) AS pages
         FROM site LEFT JOIN queue ON queue.site = site.id ORDER BY site.id`,
      )
      .all() as { id: number; origin: string; domain: string | null; queued: number; pages: number }[];
  }

  seeds(): [resource: number, pages: number][] {
    return this.#db.prepare('SELECT resource, pages FROM seed').raw().all() as [number, number][];
  }

  entry(id: number): StoredEntry | null {
    this.#selectEntry ??= this.#db.prepare(SELECT_ENTRY);
    const row = this.#selectEntry.get(id) as EntryRow | undefined;
    if (!row) return null;
    const { url, high, low, kind, depth, redirects, via, via_url: viaUrl, seed, link, trail, score } = row;
    const attempts = row.run === this.run ? (row.attempts ?? 0) : 0;
    const entry = { id, url, fingerprint: [high, low] as const, kind, depth, redirects, via, viaUrl, seed, link, trail, score, attempts };
    return { entry: { ...entry, previous: previousOf(row) }, site: row.site };
  }
}

function previousOf(row: EntryRow): PreviousVisit | null {
  if (row.started === null) return null;
  const { etag, last_modified, payload_digest, record_id, started, digests } = row;
  return { etag, lastModified: last_modified, payloadDigest: payload_digest, recordId: record_id, startedAt: started, digests };
}
