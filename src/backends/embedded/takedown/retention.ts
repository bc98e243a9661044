/**
 * Retention: what of a document's older versions is kept, and for how long.
 *
 * A version beyond the rule loses its text, metadata and links; its digests, dates and journal entries stay, so the
 * history still says what changed when. With `archive: drop` the records captured before the oldest version that is kept
 * go too, unless a later record stands for one of them. The newest version is kept whatever its age, unless the rule
 * says otherwise.
 */
import { join } from 'node:path';
import { openForReading, type Sqlite } from '../database.js';
import { dropKnowledge } from '../knowledge/index.js';
import { dropSearch } from '../search/index.js';
import { finishTakedown, removeFromArchive } from './forget.js';
import { owning } from './owning.js';
import { noteTakedown } from './unfinished.js';

export interface RetentionRule {
  /** Versions of a document that are kept, the newest first. */
  readonly versions?: number | undefined;
  /** Milliseconds since a version was fetched. */
  readonly age?: number | undefined;
  readonly keepLast: boolean;
  readonly archive: 'keep' | 'drop';
}

export interface Retained {
  /** Versions that lose their content. */
  readonly versions: number;
  readonly documents: number;
  /** Characters of text. */
  readonly text: number;
  /** Captures that leave the archive, and their bytes. */
  readonly captures: number;
  readonly bytes: number;
}

export interface RetentionOptions {
  readonly now?: number;
  readonly onProgress?: (sentence: string) => void;
}

export const hasRule = ({ versions, age }: RetentionRule): boolean => versions !== undefined || age !== undefined;

export function planRetention(folder: string, rule: RetentionRule, now: number = Date.now()): Retained {
  const db = openForReading(join(folder, 'core.db'));
  try {
    return judge(db, rule, now);
  } finally {
    db.close();
  }
}

export function applyRetention(folder: string, rule: RetentionRule, options: RetentionOptions = {}): Promise<Retained> {
  return owning(folder, async (owned) => {
    const { db } = owned;
    finishTakedown(owned);
    const retained = judge(db, rule, options.now ?? Date.now());
    const wipe = (): void => void db.exec(WIPE);
    if (retained.captures > 0) {
      await removeFromArchive(owned, options, wipe);
      owned.inTransaction(() => noteTakedown(db, null)); // nothing secret: free pages may keep it until they are used again
    } else if (retained.versions > 0) owned.inTransaction(wipe);
    if (retained.versions > 0 && !rule.keepLast) {
      // They may hold words of versions that are gone.
      dropSearch(folder);
      dropKnowledge(folder);
    }
    return retained;
  });
}

/** Fills the temporary tables `dropped` (versions) and `removed` (fetches). */
function judge(db: Sqlite, rule: RetentionRule, now: number): Retained {
  const parameters = {
    versions: rule.versions ?? -1,
    before: rule.age === undefined ? -1 : now - rule.age,
    keepLast: Number(rule.keepLast),
  };
  db.exec(TABLES);
  if (hasRule(rule)) db.prepare(DROPPED).run(parameters);
  if (rule.archive === 'drop') db.exec(REMOVED);
  const versions = db.prepare(COUNT_VERSIONS).get() as Pick<Retained, 'versions' | 'documents' | 'text'>;
  const captures = db.prepare(COUNT_CAPTURES).get() as Pick<Retained, 'captures' | 'bytes'>;
  return { ...versions, ...captures };
}

const TABLES = `
DROP TABLE IF EXISTS temp.dropped; DROP TABLE IF EXISTS temp.removed;
CREATE TEMP TABLE dropped (version INTEGER PRIMARY KEY, document INTEGER NOT NULL, fetch INTEGER NOT NULL);
CREATE TEMP TABLE removed (fetch INTEGER PRIMARY KEY);`;

/** What waits in `pending` is not known to be a version yet, or is known to be the one before, and a `baseline` is none: they are not touched. */
const DROPPED = `
INSERT INTO temp.dropped
SELECT r.id, r.document, r.fetch FROM (
  SELECT v.id, v.document, v.fetch, f.started, v.id = d.version AS newest,
    row_number() OVER (PARTITION BY v.document ORDER BY v.id = d.version DESC, v.id DESC) AS place
  FROM version v JOIN document d ON d.id = v.document JOIN fetch f ON f.id = v.fetch
  WHERE v.document NOT IN (SELECT document FROM pending) AND v.id IS NOT d.baseline
) r
WHERE ((@versions >= 0 AND r.place > @versions) OR (@before >= 0 AND r.started < @before)) AND NOT (@keepLast AND r.newest)`;

/**
 * Captures before the oldest version that is kept; when none is, all of them. A record that a later revisit stands for
 * stays: it has the same content.
 */
const REMOVED = `
INSERT INTO temp.removed
WITH kept AS (SELECT document, min(fetch) AS first FROM version WHERE id NOT IN (SELECT version FROM temp.dropped) GROUP BY document),
bound AS (
  SELECT d.resource, coalesce(k.first, 9e18) AS first FROM document d LEFT JOIN kept k ON k.document = d.id
  WHERE d.id IN (SELECT document FROM temp.dropped)
),
captured AS (
  SELECT f.id, f.resource, f.revisit, coalesce(f.payload_digest, '') AS content, f.id < b.first AS old
  FROM fetch f JOIN bound b ON b.resource = f.resource WHERE f.warc IS NOT NULL
)
SELECT id FROM captured WHERE old AND (resource, content) NOT IN (SELECT resource, content FROM captured WHERE NOT old AND revisit = 1);
INSERT OR IGNORE INTO temp.removed
SELECT DISTINCT f.fetch FROM deposit_file f JOIN fetch a ON a.id = f.fetch WHERE f.version IN (SELECT version FROM temp.dropped) AND a.warc IS NOT NULL
  AND f.fetch NOT IN (SELECT fetch FROM deposit_file WHERE version NOT IN (SELECT version FROM temp.dropped));`;

const COUNT_VERSIONS = `
SELECT count(*) AS versions, count(DISTINCT x.document) AS documents, coalesce(sum(length(v.text)), 0) AS text
FROM temp.dropped x JOIN version v ON v.id = x.version WHERE v.text <> '' OR v.links <> '[]' OR v.metadata <> '{}'`;

const COUNT_CAPTURES = 'SELECT count(*) AS captures, coalesce(sum(f.size), 0) AS bytes FROM temp.removed x JOIN fetch f ON f.id = x.fetch';

const WIPE = `DELETE FROM unread WHERE version IN (SELECT version FROM temp.dropped); UPDATE deposit_version SET fields = '{}' WHERE version IN (SELECT version FROM temp.dropped); DELETE FROM triples WHERE version IN (SELECT version FROM temp.dropped); UPDATE version SET text = '', metadata = '{}', links = '[]', content = NULL, facts = NULL WHERE id IN (SELECT version FROM temp.dropped)`;
