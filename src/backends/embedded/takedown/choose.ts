/**
 * Which resources a takedown is about, and what of them there is.
 *
 * Works on any connection, a read-only one too: what it finds goes into temporary tables, `chosen` (resources) and
 * `removed` (fetches), which the steps after it read.
 */

import { asInteger } from '../commit.js';
import type { Sqlite } from '../database.js';

type Fingerprint = readonly [high: number, low: number];

/** What is to be forgotten. All that is named goes. */
export interface TakedownWish {
  readonly urls?: readonly string[];
  /** How the definition tells URLs apart, given the workspace's key: so other spellings of a URL are found too. */
  readonly identify?: (secret: Uint8Array) => (url: string) => { readonly url: string; readonly fingerprint: Fingerprint } | null;
  /** Origins or host names. */
  readonly sites?: readonly string[];
  /** What URLs begin with. */
  readonly prefixes?: readonly string[];
  /** Numbers or identifiers. */
  readonly documents?: readonly string[];
}

export interface TakedownPlan {
  readonly resources: number;
  readonly documents: number;
  readonly versions: number;
  readonly fetches: number;
  /** Of these, with records in the archive. */
  readonly captures: number;
  /** WARC files that hold them. */
  readonly files: readonly string[];
  /** The first few, so that people can see whether they mean these. */
  readonly examples: readonly string[];
  /** Resources that were forgotten before. */
  readonly already: number;
  /** Other documents with files in the same records: an archive that several came from goes as a whole, and they lose these files. */
  readonly sharing: number;
}

const EXAMPLES = 20;

export function choose(db: Sqlite, wish: TakedownWish): TakedownPlan {
  db.exec('DROP TABLE IF EXISTS temp.chosen; CREATE TEMP TABLE chosen (resource INTEGER PRIMARY KEY)');
  const identify = wish.identify?.(secretOf(db));
  for (const url of wish.urls ?? []) chooseUrl(db, url, identify?.(url) ?? null);
  for (const site of wish.sites ?? []) chooseSite(db, site);
  for (const prefix of wish.prefixes ?? []) db.prepare(BY_PREFIX).run({ prefix });
  for (const document of wish.documents ?? []) db.prepare(BY_DOCUMENT).run({ document });
  db.exec(NAMES_OF_THE_SAME);
  db.exec(ANSWERS_OF_DEPOSITS);
  const already = db.prepare(`SELECT count(*) FROM temp.chosen c JOIN resource r ON r.id = c.resource WHERE r.taken_down = 1`).pluck();
  const before = already.get() as number;
  db.exec(`DELETE FROM temp.chosen WHERE resource IN (SELECT id FROM resource WHERE taken_down = 1)`);
  db.exec(REMOVED);
  return { ...planned(db), already: before };
}

function planned(db: Sqlite): Omit<TakedownPlan, 'already'> {
  const count = (sql: string): number => db.prepare(sql).pluck().get() as number;
  return {
    resources: count('SELECT count(*) FROM temp.chosen'),
    documents: count('SELECT count(*) FROM document WHERE resource IN (SELECT resource FROM temp.chosen)'),
    versions: count(
      'SELECT count(*) FROM version WHERE document IN (SELECT id FROM document WHERE resource IN (SELECT resource FROM temp.chosen))',
    ),
    fetches: count('SELECT count(*) FROM temp.removed'),
    captures: count('SELECT count(*) FROM temp.removed x JOIN fetch f ON f.id = x.fetch WHERE f.warc IS NOT NULL'),
    files: db
      .prepare('SELECT DISTINCT f.warc FROM temp.removed x JOIN fetch f ON f.id = x.fetch WHERE f.warc IS NOT NULL ORDER BY f.warc')
      .pluck()
      .all() as string[],
    examples: db
      .prepare('SELECT r.url FROM temp.chosen c JOIN resource r ON r.id = c.resource ORDER BY r.id LIMIT ?')
      .pluck()
      .all(EXAMPLES) as string[],
    sharing: count(SHARING),
  };
}

const secretOf = (db: Sqlite): Uint8Array =>
  new Uint8Array(db.prepare("SELECT value FROM meta WHERE name = 'secret'").pluck().get() as Buffer);

function chooseUrl(db: Sqlite, url: string, identity: { url: string; fingerprint: Fingerprint } | null): void {
  const key = identity && asInteger(identity.fingerprint);
  db.prepare(BY_URL).run({ url: identity?.url ?? url, key });
}

function chooseSite(db: Sqlite, site: string): void {
  const sites = db.prepare('SELECT id, origin FROM site').all() as { id: number; origin: string }[];
  const wanted = site.replace(/(?<!\/)\/+$/, '').toLowerCase();
  const add = db.prepare("INSERT OR IGNORE INTO temp.chosen SELECT id FROM resource WHERE site = ? AND kind <> 'robots'");
  for (const { id, origin } of sites) if (origin === wanted || hostOf(origin) === wanted) add.run(id);
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '');

/** robots.txt stays: it is what we go by, not what we collect. */
const BY_URL = `INSERT OR IGNORE INTO temp.chosen SELECT r.id FROM resource r WHERE r.kind <> 'robots' AND
  (r.url = @url OR r.fingerprint = @key OR r.id IN (SELECT resource FROM document WHERE identifier = @url UNION SELECT resource FROM fetch WHERE url = @url
   UNION SELECT d.resource FROM deposit_file f JOIN deposit_version v ON v.version = f.version JOIN document d ON d.id = v.document WHERE f.url = @url))`;

const BY_PREFIX = `INSERT OR IGNORE INTO temp.chosen SELECT r.id FROM resource r WHERE r.kind <> 'robots' AND
  (substr(r.url, 1, length(@prefix)) = @prefix
   OR r.id IN (SELECT resource FROM document WHERE substr(identifier, 1, length(@prefix)) = @prefix
     UNION SELECT resource FROM fetch WHERE substr(url, 1, length(@prefix)) = @prefix))`;

const BY_DOCUMENT = `INSERT OR IGNORE INTO temp.chosen SELECT resource FROM document WHERE identifier = @document OR CAST(id AS TEXT) = @document
  OR id IN (SELECT document FROM deposit WHERE identifier = @document OR key = @document)`;

/** A page that named another URL as its own is known by both names: one goes with the other. */
const NAMES_OF_THE_SAME = `
INSERT OR IGNORE INTO temp.chosen SELECT via FROM resource WHERE id IN (SELECT resource FROM temp.chosen) AND state = 5 AND link = 'canonical' AND via IS NOT NULL;
INSERT OR IGNORE INTO temp.chosen SELECT id FROM resource WHERE state = 5 AND link = 'canonical' AND via IN (SELECT resource FROM temp.chosen);`;

/** Files of the versions of documents that are chosen, and what was made of them. */
const THEIR_FILES = `SELECT f.fetch FROM deposit_file f JOIN version v ON v.id = f.version JOIN document d ON d.id = v.document
  WHERE d.resource IN (SELECT resource FROM temp.chosen)`;

/** And of those that are not. */
const OTHER_FILES = THEIR_FILES.replace('d.resource IN', 'd.resource NOT IN');

/** Where the files of a deposit came from goes with it, unless others came from there too. */
const ANSWERS_OF_DEPOSITS = `
INSERT OR IGNORE INTO temp.chosen SELECT a.resource FROM fetch a JOIN resource r ON r.id = a.resource WHERE a.id IN (${THEIR_FILES}) AND r.link = 'deposit'
  AND a.resource NOT IN (SELECT resource FROM fetch WHERE id IN (${OTHER_FILES}));`;

const SHARING = `SELECT count(DISTINCT v.document) FROM deposit_file f JOIN version v ON v.id = f.version JOIN document d ON d.id = v.document
  WHERE f.fetch IN (SELECT fetch FROM temp.removed) AND d.resource NOT IN (SELECT resource FROM temp.chosen)`;

const REMOVED = `
DROP TABLE IF EXISTS temp.removed;
CREATE TEMP TABLE removed (fetch INTEGER PRIMARY KEY);
INSERT INTO temp.removed SELECT id FROM fetch WHERE resource IN (SELECT resource FROM temp.chosen);
INSERT OR IGNORE INTO temp.removed ${THEIR_FILES};`;
