/** The queue as rows for exports: read from the log, so that another process can look at it while a crawl goes on. */
import { type EntryKind, orderOf } from '../../frontier/queue/index.js';
import type { Row } from '../../store/index.js';
import type { Sqlite } from './database.js';
import { readLog } from './frontier-log.js';

interface Queued {
  readonly id: number;
  readonly site: number;
  readonly kind: EntryKind;
  readonly depth: number;
  readonly score: number | null;
  readonly immediate: boolean;
  readonly dueAt: number | null;
}

/** Site by site, in the order by score: what is wanted at once first, then the best. */
export function* queueRows(db: Sqlite): IterableIterator<Row> {
  const select = db.prepare('SELECT r.url, s.origin AS site, s.domain FROM resource r JOIN site s ON s.id = r.site WHERE r.id = ?');
  for (const { id, kind, depth, score, immediate, dueAt } of inOrder(queuedIn(db))) {
    const { url, site, domain } = select.get(id) as { url: string; site: string; domain: string | null };
    yield {
      url,
      site,
      domain,
      kind,
      depth,
      immediate: Number(immediate),
      score,
      counter: id,
      due: dueAt === null ? null : new Date(dueAt).toISOString(),
    };
  }
}

/** The last word of the log on each entry. */
function queuedIn(db: Sqlite): Queued[] {
  const queued = new Map<number, Queued>();
  readLog(db, ({ operation, id, site, kind, depth, immediate, value }) => {
    if (operation === 'known' || operation === 'settled') queued.delete(id);
    else if (operation === 'queued')
      queued.set(id, { id, site, kind, depth, immediate, score: Number.isNaN(value) ? null : value, dueAt: null });
    else queued.set(id, { id, site, kind, depth, immediate, score: queued.get(id)?.score ?? null, dueAt: value });
  });
  return [...queued.values()];
}

function inOrder(queued: Queued[]): Queued[] {
  return queued.sort((a, b) => a.site - b.site || orderOf(a, 'score') - orderOf(b, 'score') || a.id - b.id);
}
