/** The queue as a stream: read from the log, so that another process can look at it while a crawl goes on. */
import { type EntryKind, orderOf } from '../../../frontier/queue/index.js';
import type { ResourceId, SiteId } from '../../../model/index.js';
import { ListStream, type OneOf, type QueueFilter, type QueueRow } from '../../../store/index.js';
import type { Sqlite, Statement } from '../database.js';
import { readLog } from '../frontier-log.js';

const COLUMNS = ['resource', 'site', 'origin', 'domain', 'url', 'kind', 'depth', 'immediate', 'score', 'due'] as const;

/** Site by site, in the order by score: what is wanted at once first, then the best. */
export const queueStream = (db: Sqlite): ListStream<QueueRow, ResourceId, QueueFilter> =>
  new ListStream<QueueRow, ResourceId, QueueFilter>({
    name: 'queue',
    columns: COLUMNS,
    rows: () => queuedIn(db),
    keyOf: ({ resource }) => [resource],
    placeOf: (resource) => [resource],
    by: (row) => [
      row.site,
      orderOf({ kind: row.kind as EntryKind, depth: row.depth, immediate: row.immediate, score: row.score }, 'score'),
      row.resource,
    ],
    isMet: { site: ({ site }, wanted: OneOf<SiteId>) => (typeof wanted === 'number' ? site === wanted : wanted.includes(site)) },
  });

/** What the log says of an entry. The rest is looked up when it is asked for: a queue may be longer than memory. */
class Queued implements QueueRow {
  constructor(
    readonly resource: ResourceId,
    readonly site: SiteId,
    readonly kind: EntryKind,
    readonly depth: number,
    readonly immediate: boolean,
    readonly score: number | null,
    readonly due: number | null,
    private readonly select: Statement,
  ) {}

  get url(): string {
    return this.#stored.url;
  }

  get origin(): string {
    return this.#stored.origin;
  }

  get domain(): string | null {
    return this.#stored.domain;
  }

  get #stored(): { url: string; origin: string; domain: string | null } {
    return this.select.get(this.resource) as { url: string; origin: string; domain: string | null };
  }
}

/** The last word of the log on each entry. */
function queuedIn(db: Sqlite): Queued[] {
  const select = db.prepare('SELECT r.url, s.origin, s.domain FROM resource r JOIN site s ON s.id = r.site WHERE r.id = ?');
  const queued = new Map<number, Queued>();
  readLog(db, ({ operation, id, site, kind, depth, immediate, value }) => {
    if (operation === 'known' || operation === 'settled') return void queued.delete(id);
    const isNew = operation === 'queued';
    const score = isNew ? (Number.isNaN(value) ? null : value) : (queued.get(id)?.score ?? null);
    queued.set(id, new Queued(id as ResourceId, site as SiteId, kind, depth, immediate, score, isNew ? null : value, select));
  });
  return [...queued.values()];
}
