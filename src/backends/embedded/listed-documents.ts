/**
 * Which of the documents in doubt some page or sitemap still leads to. Runs in the main thread, in small steps.
 *
 * Only sites with documents in doubt are looked at. The links of their pages are compared by fingerprint, the way they
 * would be queued; those of pages that are in doubt themselves do not count. Sitemaps are compared by what they named
 * when they were last read to their end.
 */
import type { Sqlite } from './database.js';

type Fingerprint = readonly [high: number, low: number];
export type FingerprintOf = (url: string) => Fingerprint | null;

/** Site → its documents. */
export type Listed = ReadonlyMap<number, ReadonlySet<number>>;

/** Documents gone through before other work gets its turn. */
const STEP = 2000;
/** Links looked at that are remembered, so that a menu is not looked at on every page. */
const REMEMBERED = 200_000;

export async function listedDocuments(db: Sqlite, sites: readonly number[], fingerprintOf: FingerprintOf): Promise<Listed> {
  const doubtful = doubtfulDocuments(db, sites);
  const listed = new Map<number, Set<number>>(sites.map((site) => [site, new Set()]));
  const meet = (high: number, low: number): void => {
    const met = doubtful.get(keyOf(high, low));
    if (met) listed.get(met.site)?.add(met.document);
  };
  for (const names of sitemapNames(db)) {
    eachFingerprint(names, meet);
    await new Promise(setImmediate);
  }
  await eachLink(db, sites, (url) => {
    const fingerprint = fingerprintOf(url);
    if (fingerprint) meet(...fingerprint);
  });
  return listed;
}

/** 53 of the 64 bits: should two ever meet, a document stays a while longer. */
const keyOf = (high: number, low: number): number => high * 2 ** 21 + (low >>> 11);

function doubtfulDocuments(db: Sqlite, sites: readonly number[]): Map<number, Doubtful> {
  const rows = db.prepare(DOUBTFUL).all(JSON.stringify(sites)) as (Doubtful & { high: number; low: number })[];
  return new Map(rows.map(({ document, site, high, low }) => [keyOf(high, low), { document, site }]));
}

interface Doubtful {
  readonly document: number;
  readonly site: number;
}

function* sitemapNames(db: Sqlite): Generator<Buffer> {
  const next = db.prepare('SELECT resource, names FROM listing WHERE resource > ? AND names IS NOT NULL ORDER BY resource LIMIT 1');
  for (let row = next.get(0) as Named | undefined; row; row = next.get(row.resource) as Named | undefined) yield row.names;
}

interface Named {
  readonly resource: number;
  readonly names: Buffer;
}

function eachFingerprint(names: Buffer, each: (high: number, low: number) => void): void {
  for (let at = 0; at + 8 <= names.length; at += 8) each(names.readUInt32LE(at), names.readUInt32LE(at + 4));
}

async function eachLink(db: Sqlite, sites: readonly number[], each: (url: string) => void): Promise<void> {
  const last = db.prepare('SELECT coalesce(max(id), 0) FROM document').pluck().get() as number;
  const select = db.prepare(LINKS).pluck();
  let seen = new Set<string>();
  for (let after = 0; after < last; after += STEP) {
    for (const links of select.all(after, after + STEP, JSON.stringify(sites)) as string[])
      for (const [url] of JSON.parse(links) as [string][]) {
        if (seen.has(url)) continue;
        if (seen.size >= REMEMBERED) seen = new Set();
        seen.add(url);
        each(url);
      }
    await new Promise(setImmediate);
  }
}

const DOUBTFUL = `SELECT p.document, p.site, (r.fingerprint >> 32) & 4294967295 AS high, r.fingerprint & 4294967295 AS low
  FROM pending p JOIN document d ON d.id = p.document JOIN resource r ON r.id = d.resource
  WHERE p.operation = 'Del' AND p.anomaly IS NULL AND p.site IN (SELECT value FROM json_each(?))`;

const LINKS = `SELECT v.links FROM document d JOIN resource r ON r.id = d.resource JOIN version v ON v.id = coalesce(d.baseline, d.version)
    LEFT JOIN pending p ON p.document = d.id AND p.operation = 'Del'
  WHERE d.id > ? AND d.id <= ? AND d.state = 'present' AND p.document IS NULL AND r.site IN (SELECT value FROM json_each(?))`;
