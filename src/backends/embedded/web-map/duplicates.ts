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
  return (resource, sha256, version) => {
    const near = nearLikeness(db, version);
    const original = (first.get(sha256) as number | undefined) ?? resource;
    return { duplicateOf: original === resource ? near.duplicateOf : original, signature: near.signature };
  };
}

/** The one place that knows how near-duplicates are stored: there are none as yet. */
function nearLikeness(_db: Sqlite, _version: number): Likeness {
  return NOTHING_NEAR;
}

const NOTHING_NEAR: Likeness = { duplicateOf: null, signature: null };

/** Redirects without a body are alike and repeat nothing. */
const REPEATED = `DROP TABLE IF EXISTS temp.repeated;
CREATE TEMP TABLE repeated AS SELECT v.sha256, min(d.resource) AS first FROM document d JOIN version v ON v.id = d.version
    JOIN fetch f ON f.id = v.fetch AND f.length > 0 WHERE d.state <> 'deleted' AND v.type IN ('text/html', 'application/xhtml+xml') GROUP BY v.sha256 HAVING count(*) > 1;
CREATE UNIQUE INDEX temp.repeated_by_content ON repeated (sha256);`;
