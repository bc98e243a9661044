/** Rows for the memory of a scutter: see store/repository/memory-port.ts. */
import type { MemoryExclusion, MemoryFetch, MemoryResource, MemoryRows, MemoryStamp, MemoryVersion } from '../../store/index.js';
import type { Sqlite, Statement } from './database.js';
import { STATES } from './schema.js';

export class SqliteMemoryRows implements MemoryRows {
  readonly #db: Sqlite;
  readonly #statements = new Map<string, Statement>();

  constructor(db: Sqlite) {
    this.#db = db;
  }

  resources(after: number, limit: number): MemoryResource[] {
    return this.#prepared(RESOURCES).all(after, limit) as MemoryResource[];
  }

  fetches(after: number, limit: number): MemoryFetch[] {
    return this.#prepared(FETCHES).all(after, limit) as MemoryFetch[];
  }

  versions(after: number, limit: number): MemoryVersion[] {
    return this.#prepared(VERSIONS).all(after, limit) as MemoryVersion[];
  }

  excluded(since: number, after: number, limit: number): MemoryExclusion[] {
    return this.#prepared(EXCLUDED).all(after, since, limit) as MemoryExclusion[];
  }

  stamp(): MemoryStamp {
    return this.#prepared(STAMP).get() as MemoryStamp;
  }

  markAt(fetch: number): string | null {
    return (this.#prepared(MARK).pluck().get(fetch) as string | undefined) ?? null;
  }

  takedowns(): number {
    if (!this.#prepared("SELECT 1 FROM sqlite_master WHERE name = 'forgotten'").get()) return 0;
    return this.#prepared('SELECT count(*) FROM forgotten').pluck().get() as number;
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

/** An alias was never asked for by that name; what is forgotten is one too. */
const COUNTS = `kind IN ('page', 'requisite') AND r.state <> ${STATES.alias}`;

const RESOURCES = `SELECT r.id, r.url, v.url AS via FROM resource r LEFT JOIN resource v ON v.id = r.via AND v.kind <> 'robots'
  WHERE r.id > ? AND r.${COUNTS} ORDER BY r.id LIMIT ?`;

const FETCHES = `SELECT f.id, f.url, f.started AS startedAt, f.status, f.declared_type AS contentType, f.etag,
    f.last_modified AS lastModified, f.error, f.detail, f.triples
  FROM fetch f JOIN resource r ON r.id = f.resource WHERE f.id > ? AND r.${COUNTS} ORDER BY f.id LIMIT ?`;

const VERSIONS = `SELECT v.id, f.url, f.id AS fetch, f.started AS startedAt, v.links, coalesce(t.problems, '[]') AS problems
  FROM version v JOIN fetch f ON f.id = v.fetch JOIN resource r ON r.id = f.resource LEFT JOIN triples t ON t.version = v.id
  WHERE v.id > ? AND r.${COUNTS} ORDER BY v.id LIMIT ?`;

const EXCLUDED = `SELECT r.id, r.url, coalesce(r.reason, 'excluded') AS reason, coalesce(u.started, 0) AS at FROM resource r LEFT JOIN run u ON u.id = r.run
  WHERE r.id > ? AND r.run >= ? AND r.state = ${STATES.excluded} AND r.kind IN ('page', 'requisite') ORDER BY r.id LIMIT ?`;

/** Whatever settles something appends to the log of the frontier. */
const STAMP = 'SELECT coalesce((SELECT max(id) FROM run), 0) AS run, coalesce((SELECT max(id) FROM frontier_log), 0) AS settled';

const MARK = "SELECT url || ' ' || started FROM fetch WHERE id = ?";
