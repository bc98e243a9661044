/** A person's word about an anomaly: what it holds back becomes part of the journal, or is dropped. In one transaction. */
import { conclude, type Evidence } from '../../decide/index.js';
import { acceptedEvidenceOf, type Pending } from '../../decide/lifecycle/index.js';
import { WinnowError } from '../../model/index.js';
import { AnomalyRows } from './anomaly-rows.js';
import type { Sqlite } from './database.js';
import { DocumentChanges } from './document-changes.js';
import { writeAlone } from './write-alone.js';

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

/** In a workspace that nobody is crawling into; throws WorkspaceInUse otherwise. */
export const judgeAnomaly = (folder: string, id: number, verdict: 'accept' | 'reject', now: number): AnomalyJudged =>
  writeAlone(folder, (db) => judge(db, id, verdict, now));

function judge(db: Sqlite, id: number, verdict: 'accept' | 'reject', now: number): AnomalyJudged {
  const state = db.prepare('SELECT state FROM anomaly WHERE id = ?').pluck().get(id) as string | undefined;
  if (state === undefined) throw new NoOpenAnomaly(`There is no anomaly ${id}. See: winnow anomalies --all`);
  if (state !== 'open') throw new NoOpenAnomaly(`Anomaly ${id} is ${state} already.`);
  const changes = new DocumentChanges(db);
  const rows = changes.pending.heldBy(id);
  for (const row of rows) {
    if (verdict === 'accept') accept(changes, row, now);
    else changes.drop(row.document);
  }
  new AnomalyRows(db, changes.pending).decide(id, verdict === 'accept' ? 'accepted' : 'rejected', now);
  const updated = rows.filter(({ operation }) => operation === 'Upd').length;
  if (verdict === 'reject') return { updated: 0, deleted: 0, dropped: rows.length };
  return { updated, deleted: rows.length - updated, dropped: 0 };
}

function accept(changes: DocumentChanges, row: Pending, now: number): void {
  if (row.operation === 'Upd') return changes.update(row);
  const accepted: Evidence = { kind: 'accepted', detail: 'somebody looked at it and agreed', run: row.run, at: now, fetch: null };
  changes.suspectOrDelete(row, conclude([...acceptedEvidenceOf(row), accepted], row.run));
}
