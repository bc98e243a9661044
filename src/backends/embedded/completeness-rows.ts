/** Answers what the completeness statement asks: each table gone through once, the counting done by the database. */
import type { CompletenessRows, FirstFinding, LatePage, LeftOut, PartCounts, SeedProgress, SiteProgress } from '../../store/index.js';
import { asInteger } from './as-integer.js';
import type { Sqlite } from './database.js';
import { STATES } from './schema.js';

export class SqliteCompletenessRows implements CompletenessRows {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  secret(): Uint8Array | null {
    const secret = this.#db.prepare("SELECT value FROM meta WHERE name = 'secret'").pluck().get() as Buffer | undefined;
    return secret ? new Uint8Array(secret) : null;
  }

  sites(run: number): SiteProgress[] {
    return this.#db.prepare(SITES).all(run) as SiteProgress[];
  }

  seeds(): SeedProgress[] {
    return this.#db.prepare(SEEDS).all() as SeedProgress[];
  }

  *parts(): IterableIterator<PartCounts> {
    yield* this.#db.prepare(PARTS).iterate() as IterableIterator<PartCounts>;
  }

  *leftOut(): IterableIterator<LeftOut> {
    yield* this.#db.prepare(LEFT_OUT).iterate() as IterableIterator<LeftOut>;
  }

  *latePages(): IterableIterator<LatePage> {
    for (const page of this.#db.prepare(LATE_PAGES).iterate() as IterableIterator<LatePage>)
      yield page.links.length < LONGEST_LINKS ? page : { ...page, links: wholeRows(page.links) };
  }

  firstFindings(fingerprints: readonly (readonly [number, number])[]): (FirstFinding | null)[] {
    const names = fingerprints.map((fingerprint) => String(asInteger(fingerprint)));
    // The list is JSON, so that one statement takes any number; whole numbers of 64 bits are read as such.
    const rows = this.#db.prepare(FIRST_FINDINGS).all(`[${names.join(',')}]`) as (FirstFinding & { name: string })[];
    const byName = new Map(rows.map(({ name, ...finding }) => [name, finding]));
    return names.map((name) => byName.get(name) ?? null);
  }
}

/** Of a page with very many links the first are enough. */
const LONGEST_LINKS = 1_000_000;
const MOST_TRIES = 10;

/** JSON that was cut off, without the row the cut went through. What looks like the end of a row may stand in one: then the one before. */
export function wholeRows(json: string): string {
  let end = json.length;
  for (let left = MOST_TRIES; left > 0 && end > 0; left--) {
    end = json.lastIndexOf('],[', end - 1);
    const rows = `${json.slice(0, end + 1)}]`;
    if (end > 0 && isJson(rows)) return rows;
  }
  return '[]';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Sites that only hold images and styles of others' pages have nothing to be complete in. */
const SITES = `WITH asked AS (SELECT r.site, count(*) AS requests, sum(coalesce(f.owed, 0) + f.duration) AS busy
    FROM fetch f JOIN resource r ON r.id = f.resource WHERE f.run = ? GROUP BY r.site)
  SELECT s.origin AS site, s.robots_state AS robotsState, s.robots_reason AS robotsReason, coalesce(q.queued, 0) AS queued, coalesce(q.pages, 0) AS pages,
    coalesce(a.requests, 0) AS requests, coalesce(a.busy, 0) AS busyMs,
    (SELECT t.reason FROM trouble t WHERE t.site = s.id AND t.over IS NULL ORDER BY t.run DESC LIMIT 1) AS aside
  FROM site s LEFT JOIN queue q ON q.site = s.id LEFT JOIN asked a ON a.site = s.id
  WHERE s.id IN (SELECT site FROM resource WHERE kind IN ('page', 'sitemap')) ORDER BY s.id`;

/** Where paths of links begin: seeds, URLs added by hand, sitemaps that robots.txt names. Robots.txt itself is none, nor what was imported. */
const SEEDS = `SELECT r.id, r.url, r.kind, r.link, coalesce(p.pages, 0) AS pages FROM resource r LEFT JOIN seed p ON p.resource = r.id
  WHERE r.seed = r.id AND r.kind <> 'robots' AND r.link <> 'import' AND r.state <> ${STATES.alias} ORDER BY r.id`;

const PARTS = `WITH held AS (SELECT r.site, r.seed, count(*) AS documents FROM document d JOIN resource r ON r.id = d.resource WHERE d.state <> 'deleted' GROUP BY r.site, r.seed),
    pages AS (SELECT site, seed, count(*) AS known, sum(state = ${STATES.queued}) AS unfetched,
      sum(state = ${STATES.failed} AND reason NOT LIKE '% attempts') AS failed, sum(state = ${STATES.failed} AND reason LIKE '% attempts') AS unanswered,
      sum(state = ${STATES.excluded} AND reason LIKE 'robots.txt:%') AS excluded, sum(link = 'sitemap') AS listed, sum(link = 'sitemap' AND state = ${STATES.queued}) AS listedUnfetched
      FROM resource WHERE kind = 'page' AND state <> ${STATES.alias} GROUP BY site, seed)
  SELECT s.origin AS site, p.seed, known, unfetched, coalesce(documents, 0) AS documents, failed, unanswered, excluded, listed, listedUnfetched
  FROM pages p JOIN site s ON s.id = p.site LEFT JOIN held h ON h.site = p.site AND h.seed = p.seed`;

/** Links to pages, not requisites. Read through the resources, whose look-up among the rejections has an index; the other way round there is none. */
const LEFT_OUT = `WITH known AS (SELECT x.fingerprint FROM resource r CROSS JOIN rejection x ON x.fingerprint = r.fingerprint)
  SELECT x.url, x.filter, r.seed FROM rejection x LEFT JOIN resource r ON r.id = x.found_on WHERE x.fingerprint NOT IN known AND substr(x.filter, 1, 10) <> 'requisites'`;

const LATE_PAGES = `SELECT d.resource, s.origin AS site, r.seed, f.run, substr(v.links, 1, ${LONGEST_LINKS}) AS links
  FROM version v JOIN document d ON d.id = v.document AND d.version = v.id JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site JOIN fetch f ON f.id = v.fetch
  ORDER BY v.id DESC`;

const FIRST_FINDINGS = `SELECT CAST(r.fingerprint AS TEXT) AS name, r.via, r.found AS run, s.origin AS site FROM resource r JOIN site s ON s.id = r.site
  WHERE r.kind = 'page' AND r.state <> ${STATES.alias} AND r.fingerprint IN (SELECT value FROM json_each(?))`;
