/** Links of stored pages and where they lead: found by fingerprint in a table that is made once and not kept in memory. */
import type { FingerprintOf, MapLink, MapLinks } from '../../../store/index.js';
import { asInteger } from '../as-integer.js';
import type { Sqlite } from '../database.js';
import { STATES } from '../schema.js';

/** The first fields of a stored link; see reading.ts of the crawling part. */
type StoredLink = readonly [url: string, kind: string, anchor: string, rel: string, nofollow: number];

export function* linksIn(db: Sqlite, fingerprintOf: FingerprintOf): IterableIterator<MapLinks> {
  db.exec(KNOWN);
  const targetOf = targetFinder(db, fingerprintOf);
  for (const [from, json] of db.prepare(PAGES).raw().iterate() as IterableIterator<[number, string]>)
    yield { from, links: targetsOf(JSON.parse(json) as StoredLink[], targetOf) };
  for (const [from, url, location] of db.prepare(REDIRECTS).raw().iterate() as IterableIterator<[number, string, string]>) {
    const to = URL.canParse(location, url) ? targetOf(new URL(location, url).href) : null;
    if (to !== null && to !== from) yield { from, links: [{ to, kind: 'redirect', nofollow: false }] };
  }
}

type TargetOf = (url: string) => number | null;

/** Most links of a site lead to the same few pages. */
const REMEMBERED = 8192;

function targetFinder(db: Sqlite, fingerprintOf: FingerprintOf): TargetOf {
  const find = db.prepare('SELECT id FROM temp.known WHERE fingerprint = ?').pluck();
  let remembered = new Map<string, number | null>();
  return (url) => {
    const before = remembered.get(url);
    if (before !== undefined) return before;
    const fingerprint = fingerprintOf(url);
    const id = fingerprint ? ((find.get(asInteger(fingerprint)) as number | undefined) ?? null) : null;
    if (remembered.size >= REMEMBERED) remembered = new Map();
    remembered.set(url, id);
    return id;
  };
}

function targetsOf(links: readonly StoredLink[], targetOf: TargetOf): MapLink[] {
  const found = new Map<string, { to: number; kind: string; nofollow: boolean }>();
  for (const [url, kind, , , nofollow] of links) {
    const to = targetOf(url.split('#', 1)[0] as string);
    if (to === null) continue;
    const before = found.get(`${to} ${kind}`);
    // Where one of two links may be followed, the page leads there.
    if (before) before.nofollow &&= nofollow === 1;
    else found.set(`${to} ${kind}`, { to, kind, nofollow: nofollow === 1 });
  }
  return [...found.values()];
}

/** A further name of a page stands for the page it is a name of. What was forgotten is a name of nothing. */
const KNOWN = `DROP TABLE IF EXISTS temp.known;
CREATE TEMP TABLE known AS SELECT fingerprint, CASE WHEN state = ${STATES.alias} THEN via ELSE id END AS id FROM resource
  WHERE kind IN ('page', 'requisite') AND substr(url, 1, 4) <> 'urn:';
CREATE INDEX temp.known_by_fingerprint ON known (fingerprint, id);`;

const PAGES = `SELECT d.resource, v.links FROM document d JOIN version v ON v.id = d.version WHERE d.state <> 'deleted' AND v.links <> '[]'`;

const REDIRECTS = `SELECT r.id, f.url, f.location FROM resource r JOIN fetch f ON f.id = r.last_fetch
  WHERE r.kind = 'page' AND f.location IS NOT NULL AND f.status BETWEEN 300 AND 399`;
