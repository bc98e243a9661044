/**
 * The tables of the contract `crawldb` as live views of core.db: `crawldb_page` and so on, for people with SQL.
 *
 * Nothing is stored for them, so they are right at every moment, also while a crawl goes on. Our own `site`, `page` and
 * `link` stand in the same file, hence the prefix; CRAWLDB_NAMES gives them their plain names for one connection. What the
 * archive holds is not in them: `html_content` and `sitemap_content` are empty, and `data` names the record
 * (`winnow archive cat FILE:OFFSET`). Links are matched by their address as it is written, without its fragment. The
 * export has all of it, to the letter: see src/views/exports/crawldb and docs/decisions/0028-government-map.md.
 */
import { FILE_MEDIA_TYPES, VAGUE_MEDIA_TYPES } from '../../model/index.js';
import type { Sqlite } from './database.js';
import { STATES } from './schema.js';

/** Each of our sites with its host, without `www.`, whatever its scheme. */
const HOSTS = `SELECT id, robots, CASE WHEN substr(host, 1, 4) = 'www.' THEN substr(host, 5) ELSE host END AS domain
    FROM (SELECT id, robots, substr(origin, instr(origin, '://') + 3) AS host FROM site WHERE id IN (SELECT site FROM resource WHERE kind = 'page'))`;

const mediaType = (column: string): string =>
  `lower(trim(substr(coalesce(${column}, ''), 1, instr(coalesce(${column}, '') || ';', ';') - 1)))`;

const timeOf = (column: string): string => `strftime('%Y-%m-%d %H:%M:%f', ${column} / 1000.0, 'unixepoch')`;

/** Resources with the answer that counts: see web-map/index.ts. */
const SEEN = `SELECT r.id, r.site, r.url, r.kind, r.link, r.state, l.started AS accessed, d.version, v.sha256, coalesce(d.state <> 'deleted', 0) AS present,
      nullif(f.status, 0) AS status, coalesce(CASE WHEN d.state <> 'deleted' THEN v.type END, f.type, '') AS type, ${mediaType('f.declared_type')} AS declared,
      coalesce(f.length, 0) AS bytes, CASE WHEN f.revisit = 0 THEN f.warc || ':' || f.offset END AS place
    FROM resource r LEFT JOIN fetch l ON l.id = r.last_fetch LEFT JOIN document d ON d.resource = r.id LEFT JOIN version v ON v.id = d.version
      LEFT JOIN fetch f ON f.id = CASE WHEN d.state <> 'deleted' THEN v.fetch WHEN r.state = ${STATES.done} THEN coalesce(r.last_good, r.last_fetch) ELSE r.last_fetch END
    WHERE r.kind IN ('page', 'requisite') AND r.state <> ${STATES.alias}`;

const HTML = `('text/html', 'application/xhtml+xml')`;

/** Content that an earlier page has to the last byte: see web-map/duplicates.ts. */
const REPEATED = `SELECT v.sha256, min(d.resource) AS first FROM document d JOIN version v ON v.id = d.version JOIN fetch f ON f.id = v.fetch AND f.length > 0
    WHERE d.state <> 'deleted' AND v.type IN ${HTML} GROUP BY v.sha256 HAVING count(*) > 1`;

/** Pages, with the page that each repeats. */
const PAGES = `SELECT a.*, k.signature, coalesce(o.resource, CASE WHEN a.present AND c.first <> a.id THEN c.first END) AS original
    FROM (${SEEN}) a LEFT JOIN sketch k ON k.version = a.version AND a.present LEFT JOIN document o ON o.id = k.duplicate_of AND o.state <> 'deleted'
      LEFT JOIN (${REPEATED}) c ON c.sha256 = a.sha256
    WHERE (a.kind = 'page' OR a.link = 'file') AND a.state <> ${STATES.excluded}`;

/** A further name of a page stands for the page. */
const KNOWN = `SELECT url, CASE WHEN state = ${STATES.alias} THEN via ELSE id END AS id FROM resource WHERE kind IN ('page', 'requisite') AND substr(url, 1, 4) <> 'urn:'`;

const LINKS = `SELECT d.resource AS page, substr(l.value ->> 0, 1, instr((l.value ->> 0) || '#', '#') - 1) AS url, l.value ->> 1 AS kind, l.value ->> 4 AS nofollow
    FROM document d JOIN version v ON v.id = d.version JOIN json_each(v.links) l WHERE d.state <> 'deleted'`;

/** Where redirects lead; a place that is relative to its folder is known only where the crawl followed it from there. */
const REDIRECTS = `SELECT r.id AS page, CASE WHEN f.location LIKE 'http%://%' THEN f.location WHEN f.location LIKE '//%' THEN substr(s.origin, 1, instr(s.origin, ':')) || f.location
      WHEN f.location LIKE '/%' THEN s.origin || f.location ELSE (SELECT url FROM resource WHERE via = r.id AND link = 'redirect') END AS url
    FROM resource r JOIN site s ON s.id = r.site JOIN fetch f ON f.id = r.last_fetch
    WHERE r.kind = 'page' AND f.location IS NOT NULL AND f.status BETWEEN 300 AND 399`;

const OBEYS_NOFOLLOW = `coalesce((SELECT json_extract(definition, '$.capture.obeyNofollow') FROM run ORDER BY id DESC LIMIT 1), 1)`;

/** Five types; servers that know nothing better are corrected by content, at last by name: see views/exports/web-map/kinds.ts. */
const inList = (types: readonly string[]): string => types.map((type) => `'${type}'`).join(', ');
const VAGUE = `(${inList(VAGUE_MEDIA_TYPES)})`;
const PATH = `substr(url, 1, instr(url || '?', '?') - 1)`;

const eachType = (when: (code: string, types: string) => string): string =>
  Object.entries(FILE_MEDIA_TYPES)
    .map(([code, types]) => `WHEN ${when(code, inList(types))} THEN '${code}'`)
    .join(' ');

const FILE_TYPE = `coalesce(CASE ${eachType((_code, types) => `declared IN (${types})`)} END, CASE ${eachType((_code, types) => `type IN (${types})`)} END,
      CASE WHEN declared IN ${VAGUE} AND type IN ${VAGUE} THEN CASE ${eachType((code) => `${PATH} LIKE '%.${code.toLowerCase()}'`)} END END)`;

const IS_HELD = `state = ${STATES.done} AND place IS NOT NULL AND bytes > 0`;

const values = (codes: readonly string[]): string => `VALUES ${codes.map((code) => `('${code}')`).join(', ')}`;

const VIEWS: Readonly<Record<string, { readonly columns: string; readonly select: string }>> = {
  data_type: { columns: 'code', select: values(Object.keys(FILE_MEDIA_TYPES)) },
  page_type: { columns: 'code', select: values(['HTML', 'BINARY', 'DUPLICATE', 'FRONTIER']) },
  site: {
    columns: 'id, domain, robots_content, sitemap_content',
    select: `SELECT g.id, g.domain, CAST(s.robots AS TEXT), NULL
  FROM (SELECT min(id) AS id, domain, min(CASE WHEN length(robots) > 0 THEN id END) AS told FROM (${HOSTS}) GROUP BY domain) g LEFT JOIN site s ON s.id = g.told`,
  },
  page: {
    columns: 'id, site_id, page_type_code, lsh_hash, url, html_content, http_status_code, accessed_time',
    select: `SELECT p.id, h.home,
    CASE WHEN p.state = ${STATES.queued} THEN 'FRONTIER' WHEN p.status IS NULL THEN NULL WHEN p.original IS NOT NULL THEN 'DUPLICATE'
      WHEN p.type IN ${HTML} OR p.bytes = 0 THEN 'HTML' ELSE 'BINARY' END,
    p.signature, p.url, NULL, p.status, ${timeOf('p.accessed')}
  FROM (${PAGES}) p LEFT JOIN (SELECT id, min(id) OVER (PARTITION BY domain) AS home FROM (${HOSTS})) h ON h.id = p.site`,
  },
  page_data: {
    columns: 'id, page_id, data_type_code, data',
    select: `SELECT id, id, code, place FROM (SELECT id, place, ${FILE_TYPE} AS code FROM (${PAGES}) WHERE ${IS_HELD}) WHERE code IS NOT NULL`,
  },
  image: {
    columns: 'id, page_id, filename, content_type, data, accessed_time',
    select: `WITH picture AS MATERIALIZED (SELECT id, kind, url, coalesce(nullif(declared, ''), type) AS media, place, accessed FROM (${SEEN})
      WHERE ${IS_HELD} AND (declared LIKE 'image/%' OR type LIKE 'image/%')),
    shown AS (SELECT DISTINCT l.page, t.id AS picture FROM (${LINKS}) l JOIN (${KNOWN}) t ON t.url = l.url WHERE l.kind = 'img'
      UNION SELECT id, id FROM picture WHERE kind = 'page')
  SELECT row_number() OVER (ORDER BY s.page, p.id), s.page, replace(${PATH}, rtrim(${PATH}, replace(${PATH}, '/', '')), ''), p.media, p.place, ${timeOf('p.accessed')}
  FROM shown s JOIN picture p ON p.id = s.picture`,
  },
  link: {
    columns: 'from_page, to_page',
    select: `WITH here AS MATERIALIZED (SELECT id, original FROM (${PAGES})),
    led AS (SELECT page, url FROM (${LINKS}) WHERE kind NOT IN ('img', 'script', 'css', 'icon', 'media', 'object', 'form') AND NOT (nofollow AND ${OBEYS_NOFOLLOW})
      UNION SELECT page, url FROM (${REDIRECTS})),
    pair AS (SELECT l.page AS a, t.id AS b FROM led l JOIN (${KNOWN}) t ON t.url = l.url UNION SELECT id, original FROM here WHERE original IS NOT NULL)
  SELECT a, b FROM pair WHERE a IN (SELECT id FROM here) AND b IN (SELECT id FROM here)`,
  },
};

const PREFIX = 'crawldb_';

const STATEMENTS: readonly string[] = Object.entries(VIEWS).map(
  ([name, { columns, select }]) => `CREATE VIEW ${PREFIX}${name} (${columns}) AS ${select}`,
);

/** For one connection: the views under the names of the contract, before our own tables of those names. */
export const CRAWLDB_NAMES = `-- The tables of crawldb as views of a workspace: sqlite3 -init THIS_FILE FOLDER/core.db
${Object.keys(VIEWS)
  .map((name) => `CREATE TEMP VIEW ${name} AS SELECT * FROM main.${PREFIX}${name};`)
  .join('\n')}
`;

/** Makes them as this release has them, where they are not. They are no part of the format: whoever does not know them does no harm. */
export function makeCrawldbViews(db: Sqlite): void {
  if (isCurrent(db)) return;
  db.transaction(() => {
    dropCrawldbViews(db);
    for (const statement of STATEMENTS) db.exec(statement);
  }).immediate();
}

/** A table must not change under them. */
export function dropCrawldbViews(db: Sqlite): void {
  for (const name of Object.keys(VIEWS)) db.exec(`DROP VIEW IF EXISTS ${PREFIX}${name}`);
}

function isCurrent(db: Sqlite): boolean {
  const made = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'view' AND name GLOB 'crawldb_*'").pluck().all();
  return made.length === STATEMENTS.length && STATEMENTS.every((statement) => made.includes(statement));
}
