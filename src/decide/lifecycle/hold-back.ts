/** Anomalies hold back what is too much of a site at once to be believed; a later run looks again, or a person decides. */
import { WinnowError } from '../../model/index.js';
import { type AnomalyKind, conclude, type Evidence } from '../index.js';
import type { Documents } from './documents.js';
import { acceptedEvidenceOf } from './evidence.js';
import { anomalyKey, type Pending } from './known.js';

export interface NewAnomaly {
  readonly run: number;
  readonly site: number;
  readonly kind: AnomalyKind;
  readonly detail: string;
  readonly at: number;
}

/** Holds the rows back, where there are any. An anomaly that an earlier run met at this site goes on, with this run's numbers. */
export function holdBack(anomaly: NewAnomaly, rows: readonly Pending[], documents: Documents): void {
  if (rows.length === 0) return;
  const { run, site, kind, detail, at } = anomaly;
  const open = documents.known.anomalies.get(anomalyKey(site, kind));
  const id = open ?? documents.ids.anomaly();
  documents.known.anomalies.set(anomalyKey(site, kind), id);
  if (open === undefined) documents.changes.push({ do: 'anomaly', id, documents: rows.length, run, site, kind, detail, at });
  else documents.changes.push({ do: 'anomaly-again', id, run, detail, at });
  for (const row of rows) documents.holdBack(row, id);
}

/** What an open anomaly holds back now. */
export interface OpenAnomaly {
  readonly id: number;
  readonly documents: number;
}

/** What holds nothing back any more is over: the site is well again. */
export function closeAnomalies(open: readonly OpenAnomaly[], now: number, { changes }: Documents): void {
  for (const { id, documents } of open) {
    changes.push({ do: 'anomaly-holds', id, documents });
    if (documents === 0) changes.push({ do: 'decide-anomaly', id, state: 'closed', at: now });
  }
}

export interface AnomalyJudged {
  readonly updated: number;
  readonly deleted: number;
  readonly dropped: number;
}

/** There is no such anomaly, or it has been decided. */
class NoOpenAnomaly extends WinnowError {
  override readonly name = 'NoOpenAnomaly';
  constructor(message: string) {
    super('NO_SUCH_ANOMALY', message);
  }
}

export interface AnomalyVerdict {
  readonly id: number;
  readonly verdict: 'accept' | 'reject';
  readonly now: number;
}

/** A person's word: what it holds back becomes part of the journal, or is dropped. `state` is that of the anomaly; undefined: there is none. */
export function judgeAnomaly(
  { id, verdict, now }: AnomalyVerdict,
  state: string | undefined,
  rows: readonly Pending[],
  documents: Documents,
): AnomalyJudged {
  if (state === undefined) throw new NoOpenAnomaly(`There is no anomaly ${id}. See: winnow anomalies --all`);
  if (state !== 'open') throw new NoOpenAnomaly(`Anomaly ${id} is ${state} already.`);
  for (const row of rows) {
    if (verdict === 'accept') accept(row, now, documents);
    else documents.drop(row.document);
  }
  documents.changes.push({ do: 'decide-anomaly', id, state: verdict === 'accept' ? 'accepted' : 'rejected', at: now });
  if (verdict === 'reject') return { updated: 0, deleted: 0, dropped: rows.length };
  const updated = rows.filter(({ operation }) => operation === 'Upd').length;
  return { updated, deleted: rows.length - updated, dropped: 0 };
}

function accept(row: Pending, now: number, documents: Documents): void {
  if (row.operation === 'Upd') return documents.update(row);
  const accepted: Evidence = { kind: 'accepted', detail: 'somebody looked at it and agreed', run: row.run, at: now, fetch: null };
  documents.suspectOrDelete(row, conclude([...acceptedEvidenceOf(row), accepted], row.run));
}
