/**
 * Rows of `listing`: what a list named when it was last read to its end, and how much the time before.
 *
 * A list is a sitemap, whose names are kept as fingerprints of eight bytes; or a page that lost half of its links, of
 * which only that is noted.
 */
import type { Change } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';

type Of<Name extends Change['do']> = Extract<Change, { do: Name }>;

const FINGERPRINT = 8;

export class ListingRows {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  keep({ resource, site, run, names }: Of<'listing'>): void {
    this.#statements.keep.run(resource, site, run, names.byteLength / FINGERPRINT, names);
  }

  noteShrinking({ resource, site, run, entries, previous }: Of<'shrunk-listing'>): void {
    this.#statements.note.run(resource, site, run, entries, previous);
  }
}

function prepare(db: Sqlite) {
  return {
    keep: db.prepare(
      `INSERT INTO listing (resource, site, run, entries, previous, names) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT (resource) DO UPDATE SET
         previous = CASE WHEN run < excluded.run THEN entries ELSE previous END, run = excluded.run, entries = excluded.entries, names = excluded.names`,
    ),
    note: db.prepare('INSERT OR REPLACE INTO listing (resource, site, run, entries, previous) VALUES (?, ?, ?, ?, ?)'),
  };
}
