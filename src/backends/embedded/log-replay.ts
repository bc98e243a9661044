/**
 * The queue as the log left it. Twice over the log: the first time tells how each entry stands at its end, the second
 * queues what is queued then. So an entry that was settled or got another place is never queued in between.
 */
import { NOT_QUEUED, type Order, orderOf } from '../../frontier/queue/index.js';
import type { SiteTable } from '../../frontier/schedule/index.js';
import { type Admitter, WAITS } from './admission.js';
import type { Sqlite } from './database.js';
import { type LogRecord, readLog } from './frontier-log.js';
import type { QueueStore } from './queue/index.js';

/** The queue that belongs to no site: entries that wait for a moment, by that moment. */
export const RETRIES = 0;

export interface ReplayParts {
  readonly db: Sqlite;
  readonly admitter: Admitter;
  readonly queues: QueueStore;
  readonly sites: SiteTable;
  readonly order: Order;
}

/** Returns how many entries are queued. */
export function replayLog(parts: ReplayParts): number {
  const { db, queues } = parts;
  let queued = 0;
  readLog(db, (record) => recall(record, parts));
  queues.fill(() =>
    readLog(db, (record) => {
      if (requeue(record, parts)) queued++;
    }),
  );
  return queued;
}

function recall(record: Readonly<LogRecord>, { admitter: { known, rows, requisites }, order }: ReplayParts): void {
  const { operation, id, high, low, turn, value, depth, immediate } = record;
  if (record.kind === 'requisite') requisites.add(id);
  else if (operation === 'queued') requisites.remove(id);
  if (operation === 'queued' || operation === 'known') known.add(high, low, id);
  if (operation === 'known' || operation === 'settled') return rows.setTurn(id, NOT_QUEUED);
  rows.setTurn(id, operation === 'queued' ? turn : turn | WAITS);
  if (operation !== 'queued' || Number.isNaN(value)) return;
  rows.setScore(id, value);
  if (immediate || order !== 'score') rows.setFacts(id, depth, immediate);
}

/** Whether the record queued its entry. */
function requeue(record: Readonly<LogRecord>, parts: ReplayParts): boolean {
  const { operation, id, turn, site, kind, depth, immediate, value } = record;
  const { admitter, queues, sites, order } = parts;
  if (operation === 'known' || operation === 'settled') return false;
  sites.at(site).meets(kind);
  const waits = operation === 'retry';
  if (admitter.rows.turnOf(id) !== (waits ? turn | WAITS : turn)) return false;
  if (waits) queues.push(RETRIES, value, id, turn | WAITS);
  else queues.push(site, orderOf({ kind, depth, score: Number.isNaN(value) ? null : value, immediate }, order), id, turn);
  sites.at(site).queued++;
  return true;
}
