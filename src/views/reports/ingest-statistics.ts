/** Statistics of the ingest service from its log: calls by crawler, operation, day and kind of error. One pass, flat memory. */
import type { LogRow } from '../../store/index.js';

export interface IngestCount {
  readonly crawler: string;
  readonly operation: string;
  /** As in 2026-01-05, in UTC. */
  readonly day: string;
  /** Null: it went well. */
  readonly error: string | null;
  readonly calls: number;
}

export interface IngestStatistics {
  readonly calls: number;
  readonly failed: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly senders: Readonly<Record<string, number>>;
  /** By crawler, day, operation and error, in this order. */
  readonly counts: readonly IngestCount[];
}

/** Different counts that are told apart: messages are the senders' doing, too. */
const MOST_COUNTS = 50_000;
const OTHERS = 'others';

export function ingestStatistics(log: Iterable<LogRow>): IngestStatistics {
  const counts = new Map<string, { count: Omit<IngestCount, 'calls'>; calls: number }>();
  const senders = new Map<string, number>();
  let [calls, failed, first, last] = [0, 0, Number.POSITIVE_INFINITY, 0];
  for (const row of log) {
    const count = countOf(row);
    tally(counts, count);
    const sender = senders.size < MOST_COUNTS ? (row.sender ?? 'unnamed') : OTHERS;
    senders.set(sender, (senders.get(sender) ?? 0) + 1);
    calls++;
    failed += Number(count.error !== null);
    [first, last] = [Math.min(first, row.at), Math.max(last, row.at)];
  }
  const at = (time: number): string | null => (calls ? new Date(time).toISOString() : null);
  const rows = [...counts.values()].map(({ count, calls: number }) => ({ ...count, calls: number }));
  return { calls, failed, first: at(first), last: at(last), senders: Object.fromEntries(senders), counts: rows.toSorted(inOrder) };
}

const countOf = ({ crawler, operation, at, result, message }: LogRow): Omit<IngestCount, 'calls'> => ({
  crawler,
  operation,
  day: new Date(at).toISOString().slice(0, 10),
  error: result === 'OK' ? null : errorKind(message),
});

function tally(counts: Map<string, { count: Omit<IngestCount, 'calls'>; calls: number }>, count: Omit<IngestCount, 'calls'>): void {
  const wanted = JSON.stringify(count);
  const isNew = !counts.has(wanted) && counts.size >= MOST_COUNTS;
  const kept = isNew ? { crawler: OTHERS, operation: '', day: '', error: count.error === null ? null : OTHERS } : count;
  const key = isNew ? JSON.stringify(kept) : wanted;
  const known = counts.get(key) ?? { count: kept, calls: 0 };
  known.calls++;
  counts.set(key, known);
}

/** What stands before names and numbers: the same for every call that failed in this way. */
export function errorKind(message: string): string {
  const plain = message.replace(/^(?:Error:\s*)+/i, '');
  return /^[^:,"'\n\d]{1,80}/.exec(plain)?.[0].trim() || 'not said';
}

const inOrder = (a: IngestCount, b: IngestCount): number =>
  compare(a.crawler, b.crawler) || compare(a.day, b.day) || compare(a.operation, b.operation) || compare(a.error ?? '', b.error ?? '');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
