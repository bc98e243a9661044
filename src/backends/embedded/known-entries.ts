/**
 * Finds the entry of a key that is known already. A crawl never asks: its entries come out of the queue. An import does.
 *
 * An index by fingerprint would cost every crawl time and space, so it is made here, in the connection's own temporary
 * database, and only when somebody asks.
 */
import type { Entry } from '../../frontier/index.js';
import { asInteger } from './commit.js';
import type { Sqlite, Statement } from './database.js';
import { entryOf, type QueuedRow, SELECT_ENTRY } from './queue-reader.js';
import { STATES } from './schema.js';

export interface KnownEntry {
  readonly entry: Entry;
  readonly isQueued: boolean;
}

export class KnownEntries {
  readonly #db: Sqlite;
  #statements: { refresh: Statement; find: Statement; select: Statement } | undefined;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  find(fingerprint: readonly [high: number, low: number], site: string): KnownEntry | null {
    const { refresh, find, select } = (this.#statements ??= this.#prepare());
    refresh.run();
    const id = find.get(asInteger(fingerprint)) as number | undefined;
    const row = id === undefined ? undefined : (select.get(id) as (QueuedRow & { state: number }) | undefined);
    return row ? { entry: entryOf(row, site), isQueued: row.state === STATES.queued } : null;
  }

  #prepare() {
    this.#db.exec(
      'CREATE TEMP TABLE known (fingerprint INTEGER PRIMARY KEY, id INTEGER NOT NULL); CREATE INDEX temp.known_id ON known (id)',
    );
    return {
      refresh: this.#db.prepare(
        'INSERT OR IGNORE INTO temp.known SELECT fingerprint, id FROM resource WHERE id > (SELECT coalesce(max(id), 0) FROM temp.known)',
      ),
      find: this.#db.prepare('SELECT id FROM temp.known WHERE fingerprint = ?').pluck(),
      select: this.#db.prepare(`${SELECT_ENTRY} WHERE r.id = ?`),
    };
  }
}
