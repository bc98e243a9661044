/** Reads the queue from core.db through a read-only connection: heads of sites, known fingerprints, counts. */
import type { Entry, EntryKind, PreviousVisit } from '../../frontier/index.js';
import type { Sqlite, Statement } from './database.js';
import { HEAD, type SiteQueue } from './site-queue.js';

export interface QueuedRow {
  id: number;
  url: string;
  high: number;
  low: number;
  kind: EntryKind;
  rank: number;
  depth: number;
  redirects: number;
  via: number | null;
  link: string;
  trail: string | null;
  attempts: number;
  due: number;
  started: number | null;
  etag: string | null;
  last_modified: string | null;
  payload_digest: string | null;
  record_id: string | null;
  digests: string | null;
}

/** A fingerprint is stored as a signed 64-bit integer; the halves come back as plain numbers, which spares a BigInt each. */
const HALVES = '(fingerprint >> 32) & 4294967295 AS high, fingerprint & 4294967295 AS low';

/** An entry with what its last good visit left; a condition follows. */
export const SELECT_ENTRY = `SELECT r.id, r.url, ${HALVES}, r.kind, r.rank, r.depth, r.redirects, r.via, r.link, r.trail, r.attempts, r.due, r.state,
    f.started, f.etag, f.last_modified, f.payload_digest, f.record_id, v.digests
  FROM resource r LEFT JOIN fetch f ON f.id = r.last_good LEFT JOIN document d ON d.resource = r.id LEFT JOIN version v ON v.id = d.version`;

export class QueueReader {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  lastId(): number {
    return this.#db.prepare('SELECT coalesce(max(id), 0) FROM resource').pluck().get() as number;
  }

  *fingerprints(): IterableIterator<[high: number, low: number]> {
    yield* this.#db.prepare(`SELECT ${HALVES} FROM resource`).raw().iterate() as IterableIterator<[number, number]>;
  }

  sites(): { id: number; origin: string; address: string | null; queued: number }[] {
    return this.#db
      .prepare(
        `SELECT site.id, origin, address, coalesce(queued, 0) AS queued
         FROM site LEFT JOIN (SELECT site, count(*) AS queued FROM resource WHERE state = 0 GROUP BY site) q ON q.site = site.id ORDER BY site.id`,
      )
      .all() as { id: number; origin: string; address: string | null; queued: number }[];
  }

  /** The best queued entries of a site that are not out already. */
  head(site: SiteQueue): { entry: Entry; rank: number; due: number }[] {
    const rows = this.#select().all(site.id, HEAD + site.out.size) as QueuedRow[];
    return rows
      .filter((row) => !site.out.has(row.id))
      .slice(0, HEAD)
      .map((row) => ({ entry: entryOf(row, site.origin), rank: row.rank, due: row.due }));
  }

  #selectHead: Statement | undefined;

  #select(): Statement {
    this.#selectHead ??= this.#db.prepare(
      `${SELECT_ENTRY}
       WHERE r.site = ? AND r.state = 0 ORDER BY r.rank, r.id LIMIT ?`,
    );
    return this.#selectHead;
  }
}

export function entryOf(row: QueuedRow, site: string): Entry {
  const { id, url, kind, depth, redirects, via, link, trail, attempts } = row;
  return { id, url, fingerprint: [row.high, row.low], site, kind, depth, redirects, via, link, trail, attempts, previous: previousOf(row) };
}

function previousOf(row: QueuedRow): PreviousVisit | null {
  if (row.started === null) return null;
  const { etag, last_modified, payload_digest, record_id, started, digests } = row;
  return { etag, lastModified: last_modified, payloadDigest: payload_digest, recordId: record_id, startedAt: started, digests };
}
