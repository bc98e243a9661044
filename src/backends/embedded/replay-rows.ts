/** Answers what a dry run asks about the archive of a workspace. */
import type { ReplayCapture, ReplayResource, ReplayRows, ResourceState, StoredReading } from '../../store/index.js';
import type { Sqlite, Statement } from './database.js';
import { STATES } from './schema.js';

const STATE_NAMES = Object.keys(STATES) as ResourceState[];

export class SqliteReplayRows implements ReplayRows {
  readonly #db: Sqlite;
  #selectPlace: Statement | undefined;
  #selectReading: Statement | undefined;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  secret(): Uint8Array | null {
    const secret = this.#db.prepare("SELECT value FROM meta WHERE name = 'secret'").pluck().get() as Buffer | undefined;
    return secret ? new Uint8Array(secret) : null;
  }

  lastResource(): number {
    return this.#db.prepare('SELECT coalesce(max(id), 0) FROM resource').pluck().get() as number;
  }

  *resources(): IterableIterator<ReplayResource> {
    const rows = this.#db
      .prepare(
        `SELECT r.id, r.url, s.origin AS site, r.kind, r.depth, r.link, r.state, r.reason FROM resource r JOIN site s ON s.id = r.site
         WHERE r.state <> ${STATES.alias} ORDER BY r.id`,
      )
      .iterate() as IterableIterator<Omit<ReplayResource, 'state'> & { state: number }>;
    for (const row of rows) yield { ...row, state: STATE_NAMES[row.state] ?? 'queued' };
  }

  *captures(): IterableIterator<ReplayCapture> {
    const rows = this.#db
      .prepare('SELECT id AS fetch, resource, status, revisit FROM fetch WHERE warc IS NOT NULL AND error IS NULL ORDER BY id')
      .iterate() as IterableIterator<Omit<ReplayCapture, 'revisit'> & { revisit: number }>;
    for (const row of rows) yield { ...row, revisit: row.revisit === 1 };
  }

  placeOf(fetch: number): { file: string; offset: number } | null {
    this.#selectPlace ??= this.#db.prepare('SELECT warc AS file, offset FROM fetch WHERE id = ? AND warc IS NOT NULL');
    return (this.#selectPlace.get(fetch) as { file: string; offset: number } | undefined) ?? null;
  }

  storedReading(resource: number): StoredReading | null {
    this.#selectReading ??= this.#db.prepare(
      `SELECT v.type, v.charset, v.title, v.language, v.score, v.text, v.metadata, v.digests
       FROM document d JOIN version v ON v.id = d.version WHERE d.resource = ?`,
    );
    return (this.#selectReading.get(resource) as StoredReading | undefined) ?? null;
  }
}
