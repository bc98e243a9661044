/** Rows for the link graph: see store/repository/graph-port.ts. One pass over a table each, in slices. */
import type { GraphRedirect, GraphResource, GraphRows, LinkList } from '../../store/index.js';
import type { Sqlite } from './database.js';
import { STATES } from './schema.js';

const SLICE = 8192;
/** Lists of links may be long: fewer of them at a time. */
const SLICE_OF_LISTS = 256;

export class SqliteGraphRows implements GraphRows {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  resources(): IterableIterator<GraphResource> {
    return slices<GraphResource>(this.#db, RESOURCES, SLICE);
  }

  linkLists(): IterableIterator<LinkList> {
    return slices<LinkList & { id: number }>(this.#db, LINK_LISTS, SLICE_OF_LISTS);
  }

  redirects(): IterableIterator<GraphRedirect> {
    return slices<GraphRedirect & { id: number }>(this.#db, REDIRECTS, SLICE);
  }
}

function* slices<T extends { readonly id: number }>(db: Sqlite, sql: string, size: number): Generator<T, void> {
  const select = db.prepare(sql);
  for (let after = 0, more = true; more; ) {
    const rows = select.all(after, size) as T[];
    yield* rows;
    more = rows.length === size;
    after = rows.at(-1)?.id ?? 0;
  }
}

const VISITED = `${STATES.done}, ${STATES.failed}, ${STATES.redirected}`;

const RESOURCES = `SELECT id, CASE WHEN state = ${STATES.alias} THEN 'alias' ELSE kind END AS role, site, url, depth, via,
    (fingerprint >> 32) & 4294967295 AS high, fingerprint & 4294967295 AS low
  FROM resource
  WHERE id > ? AND ((kind = 'page' AND state IN (${VISITED})) OR (kind = 'sitemap' AND state = ${STATES.done}) OR state = ${STATES.alias})
  ORDER BY id LIMIT ?`;

const LINK_LISTS = `SELECT d.id, d.resource, v.links FROM document d JOIN version v ON v.id = d.version
  WHERE d.id > ? AND d.state <> 'deleted' ORDER BY d.id LIMIT ?`;

const REDIRECTS = `SELECT r.id, r.id AS resource, f.url, f.location FROM resource r JOIN fetch f ON f.id = r.last_fetch
  WHERE r.id > ? AND r.state = ${STATES.redirected} AND f.location IS NOT NULL ORDER BY r.id LIMIT ?`;
