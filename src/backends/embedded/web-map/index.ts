/** The web map over a reading connection: see store/repository/web-map.ts. */
import type { FingerprintOf, MapLinks, MapResource, MapSite, MapSitemap, ResourceState, WebMapRows } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { STATES } from '../schema.js';
import { type LikenessOf, likenessIn } from './duplicates.js';
import { linksIn } from './link-targets.js';

const STATE_NAMES = Object.keys(STATES) as ResourceState[];

export class SqliteWebMap implements WebMapRows {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  sites(): MapSite[] {
    return this.#db.prepare(SITES).all() as MapSite[];
  }

  sitemaps(): MapSitemap[] {
    const answers = this.#answers();
    const sites = new Map<number, number>();
    return (this.#db.prepare(SITEMAPS).all() as SitemapRow[]).flatMap((row) => {
      const site = row.named ?? sites.get(row.via ?? 0) ?? row.site;
      sites.set(row.id, site);
      const { place, declaredType } = answers(row);
      return place ? [{ ...place, site, declaredType }] : [];
    });
  }

  *resources(): IterableIterator<MapResource> {
    const likenessOf = likenessIn(this.#db);
    const answers = this.#answers();
    for (const row of this.#db.prepare(RESOURCES).iterate() as IterableIterator<ResourceRow>)
      yield resourceOf(row, answers(row), likenessOf);
  }

  /** What an answer holds; of one that only says that nothing changed, the answer before it. */
  #answers(): (row: AnswerRow & { readonly id: number }) => Answer {
    this.#db.exec(HELD);
    const held = this.#db.prepare(`SELECT ${ANSWER} FROM temp.held h JOIN fetch f ON f.id = h.fetch WHERE h.resource = ? AND h.digest = ?`);
    return (row) => answerOf(row.revisit === 1 ? ((held.get(row.id, row.digest) as AnswerRow | undefined) ?? row) : row);
  }

  links(fingerprintOf: FingerprintOf): IterableIterator<MapLinks> {
    return linksIn(this.#db, fingerprintOf);
  }
}

/** Columns of `fetch` that tell what an answer holds. */
const ANSWER = `f.status, f.type, f.declared_type AS declaredType, f.length AS bytes, f.revisit, f.payload_digest AS digest, f.url AS fetched,
  f.warc AS file, f.offset`;

interface AnswerRow {
  readonly status: number | null;
  readonly type: string | null;
  readonly declaredType: string | null;
  readonly bytes: number | null;
  readonly revisit: number | null;
  readonly digest: string | null;
  readonly fetched: string | null;
  readonly file: string | null;
  readonly offset: number | null;
}

type Answer = Pick<MapResource, 'status' | 'type' | 'declaredType' | 'bytes' | 'place'>;

function answerOf({ status, type, declaredType, bytes, revisit, fetched, file, offset }: AnswerRow): Answer {
  const isHere = fetched !== null && file !== null && offset !== null && revisit !== 1;
  // Status 0: the connection failed before there was one.
  return { status: status || null, type, declaredType, bytes: bytes ?? 0, place: isHere ? { url: fetched, file, offset } : null };
}

interface SitemapRow extends AnswerRow {
  readonly id: number;
  readonly via: number | null;
  readonly site: number;
  readonly named: number | null;
}

interface ResourceRow extends AnswerRow {
  readonly id: number;
  readonly site: number;
  readonly url: string;
  readonly kind: 'page' | 'requisite';
  readonly state: number;
  readonly link: string;
  readonly accessedAt: number | null;
  readonly version: number | null;
  readonly documentState: string | null;
  readonly versionType: string | null;
  readonly charset: string | null;
  readonly sha256: string | null;
}

function resourceOf(row: ResourceRow, answer: Answer, likenessOf: LikenessOf): MapResource {
  const { id, site, url, kind, link, accessedAt, charset, version, sha256, documentState } = row;
  const isPresent = documentState !== null && documentState !== 'deleted';
  const likeness = isPresent && version !== null ? likenessOf(id, sha256 ?? '', version) : { duplicateOf: null, signature: null };
  const type = (isPresent ? row.versionType : null) ?? answer.type;
  const state = STATE_NAMES[row.state] as MapResource['state'];
  return { id, site, url, kind, state, link, accessedAt, charset, document: documentState !== null, ...answer, type, ...likeness };
}

const SITES = `SELECT id, origin, robots FROM site WHERE id IN (SELECT site FROM resource WHERE kind = 'page') ORDER BY id`;

/** Those that robots.txt names belong to its site, wherever they lie; nested ones to the site of the one that names them. */
const SITEMAPS = `SELECT r.id, r.via, r.site, CASE WHEN v.kind = 'robots' THEN v.site END AS named, ${ANSWER}
  FROM resource r JOIN fetch f ON f.id = coalesce(r.last_good, r.last_fetch) LEFT JOIN resource v ON v.id = r.via
  WHERE r.kind = 'sitemap' AND r.state = ${STATES.done} ORDER BY r.id`;

/** Answers with a body, by what they hold: revisits stand for one of them. Made only of resources that have revisits. */
const HELD = `DROP TABLE IF EXISTS temp.held;
CREATE TEMP TABLE held AS SELECT resource, payload_digest AS digest, max(id) AS fetch FROM fetch
  WHERE revisit = 0 AND warc IS NOT NULL AND resource IN (SELECT resource FROM fetch WHERE revisit = 1) GROUP BY resource, payload_digest;
CREATE UNIQUE INDEX temp.held_by_content ON held (resource, digest);`;

/** The answer that counts is the one the current version was made of; without a document, the last good one or the last. */
const RESOURCES = `SELECT r.id, r.site, r.url, r.kind, r.state, r.link, l.started AS accessedAt, d.version, d.state AS documentState,
    v.type AS versionType, v.charset, v.sha256, ${ANSWER}
  FROM resource r LEFT JOIN fetch l ON l.id = r.last_fetch LEFT JOIN document d ON d.resource = r.id LEFT JOIN version v ON v.id = d.version
    LEFT JOIN fetch f ON f.id = CASE WHEN d.state <> 'deleted' THEN v.fetch WHEN r.state = ${STATES.done} THEN coalesce(r.last_good, r.last_fetch)
      ELSE r.last_fetch END
  WHERE r.kind IN ('page', 'requisite') AND r.state <> ${STATES.alias} ORDER BY r.id`;
