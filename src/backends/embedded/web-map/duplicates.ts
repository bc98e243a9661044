/** Which page repeats which: by content that is the same to the last byte, and by what was found to be nearly the same. */
import type { Sqlite } from '../database.js';

export interface Likeness {
  /** Resource of the page that had the content first; null when this one did. */
  readonly duplicateOf: number | null;
  readonly signature: string | null;
}

export type LikenessOf = (resource: number, sha256: string, version: number) => Likeness;

/** Looks pages with equal content up in a table made once; it holds only contents that occur more than once. */
export function likenessIn(db: Sqlite): LikenessOf {
  db.exec(REPEATED);
  const first = db.prepare('SELECT first FROM temp.repeated WHERE sha256 = ?').pluck();
  const nearly = nearLikeness(db);
  return (resource, sha256, version) => {
    const near = nearly(version);
    // Found first: it leads to a page that is no duplicate itself.
    if (near.duplicateOf !== null) return near;
    const original = (first.get(sha256) as number | undefined) ?? resource;
    return { ...near, duplicateOf: original === resource ? null : original };
  };
}

const NOTHING_NEAR: Likeness = { duplicateOf: null, signature: null };

/** The one place that knows how near-duplicates are stored. A workspace may have been made without looking for them. */
function nearLikeness(db: Sqlite): (version: number) => Likeness {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sketch' AND type = 'table'").get()) return () => NOTHING_NEAR;
  const select = db.prepare(
    `SELECT o.resource AS duplicateOf, k.signature FROM sketch k LEFT JOIN document o ON o.id = k.duplicate_of AND o.state <> 'deleted' WHERE k.version = ?`,
  );
  return (version) => (select.get(version) as Likeness | undefined) ?? NOTHING_NEAR;
}

/** Redirects without a body are alike and repeat nothing. */
const REPEATED = `DROP TABLE IF EXISTS temp.repeated;
CREATE TEMP TABLE repeated AS SELECT v.sha256, min(d.resource) AS first FROM document d JOIN version v ON v.id = d.version
    JOIN fetch f ON f.id = v.fetch AND f.length > 0 WHERE d.state <> 'deleted' AND v.type IN ('text/html', 'application/xhtml+xml') GROUP BY v.sha256 HAVING count(*) > 1;
CREATE UNIQUE INDEX temp.repeated_by_content ON repeated (sha256);`;
