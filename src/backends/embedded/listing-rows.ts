/**
 * Rows of `listing`: what a list named when it was last read to its end, and how much the time before.
 *
 * A list is a sitemap, whose names are kept as fingerprints of eight bytes; or a page that lost half of its links, of
 * which only that is noted.
 */
import type { Sqlite } from './database.js';

export interface ShrunkListing {
  readonly resource: number;
  readonly site: number;
  readonly run: number;
  readonly entries: number;
  readonly previous: number;
}

const FINGERPRINT = 8;

export class ListingRows {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  keep({ resource, site, run }: { resource: number; site: number; run: number }, names: Uint8Array): void {
    this.#statements.keep.run(resource, site, run, names.byteLength / FINGERPRINT, names);
  }

  noteShrinking({ resource, site, run, entries, previous }: ShrunkListing): void {
    this.#statements.note.run(resource, site, run, entries, previous);
  }

  /** Lists of a site that were read in this run. */
  readIn(run: number, site: number): ShrunkListing[] {
    return this.#statements.readIn.all(run, site) as ShrunkListing[];
  }
}

function prepare(db: Sqlite) {
  return {
    keep: db.prepare(
      `INSERT INTO listing (resource, site, run, entries, previous, names) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT (resource) DO UPDATE SET
         previous = CASE WHEN run < excluded.run THEN entries ELSE previous END, run = excluded.run, entries = excluded.entries, names = excluded.names`,
    ),
    note: db.prepare('INSERT OR REPLACE INTO listing (resource, site, run, entries, previous) VALUES (?, ?, ?, ?, ?)'),
    readIn: db.prepare('SELECT resource, site, run, entries, previous FROM listing WHERE run = ? AND site = ?'),
  };
}
