/**
 * What a plan of revisits is made from: every resource, then every answered visit, in slices, so that a connection is
 * never held by a statement that is still being read and memory stays flat.
 */
import type { KnownResource, KnownVisit } from '../../frontier/revisit/index.js';
import type { Sqlite } from './database.js';
import { STATES } from './schema.js';

const SLICE = 8192;
const STATE_NAMES = Object.keys(STATES) as (keyof typeof STATES)[];

interface ResourceRow extends Omit<KnownResource, 'state' | 'doubtful'> {
  readonly state: number;
  readonly doubtful: number;
}

/** A document that is suspected, or whose change waits, is in doubt; one that is deleted is only tried again some time. */
const RESOURCES = `SELECT r.id, r.site, r.url, r.kind, r.state, r.via, r.found, coalesce(f.started, u.started) AS triedAt,
    CASE WHEN d.state <> 'deleted' THEN d.first_seen END AS seenAt, d.state = 'suspected' OR p.document IS NOT NULL AS doubtful, f.status, f.error
  FROM resource r LEFT JOIN fetch f ON f.id = r.last_fetch LEFT JOIN run u ON u.id = r.run
    LEFT JOIN document d ON d.resource = r.id LEFT JOIN pending p ON p.document = d.id
  WHERE r.id > ? ORDER BY r.id LIMIT ${SLICE}`;

export function* knownResources(db: Sqlite): IterableIterator<KnownResource> {
  for (const row of slices<ResourceRow>(db, RESOURCES))
    yield { ...row, state: STATE_NAMES[row.state] as KnownResource['state'], doubtful: row.doubtful === 1 };
}

const VISITS = `SELECT id, resource, started FROM fetch WHERE id > ? AND error IS NULL AND status < 400 ORDER BY id LIMIT ${SLICE}`;
const CHANGES = `SELECT id, fetch FROM version WHERE id > ? ORDER BY id LIMIT ${SLICE}`;

/** A visit that brought a version found a change. Versions are stored in the order of their fetches, so both are read side by side. */
export function* knownVisits(db: Sqlite): IterableIterator<KnownVisit> {
  const changes = slices<{ id: number; fetch: number }>(db, CHANGES);
  let change = changes.next();
  for (const { id, resource, started } of slices<{ id: number; resource: number; started: number }>(db, VISITS)) {
    while (!change.done && change.value.fetch < id) change = changes.next();
    yield { resource, at: started, changed: !change.done && change.value.fetch === id };
  }
}

function* slices<T extends { id: number }>(db: Sqlite, sql: string): Generator<T, void> {
  const select = db.prepare(sql);
  for (let after = 0, more = true; more; ) {
    const rows = select.all(after) as T[];
    yield* rows;
    more = rows.length === SLICE;
    after = rows.at(-1)?.id ?? 0;
  }
}
