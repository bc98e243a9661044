/** A person's word about an anomaly: what it holds back becomes part of the journal, or is dropped. In one transaction. */
import { join } from 'node:path';
import { conclude, type Evidence } from '../../decide/index.js';
import { AnomalyRows } from './anomaly-rows.js';
import { openForWriting, type Sqlite } from './database.js';
import { DocumentChanges } from './document-changes.js';
import { ownershipCheck, takeOwnership } from './owner.js';
import type { PendingRow } from './pending-rows.js';
import { acceptedEvidenceOf } from './sign-evidence.js';

export interface AnomalyJudged {
  readonly updated: number;
  readonly deleted: number;
  readonly dropped: number;
}

/** There is no such anomaly, or it has been decided. */
export class NoOpenAnomaly extends Error {
  override readonly name = 'NoOpenAnomaly';
}

/** In a workspace that nobody is crawling into; throws WorkspaceInUse otherwise. */
export function judgeAnomaly(folder: string, id: number, verdict: 'accept' | 'reject', now: number): AnomalyJudged {
  const db = openForWriting(join(folder, 'core.db'));
  try {
    const ownership = takeOwnership(folder, db);
    try {
      const checkOwner = ownershipCheck(db, ownership.token);
      return db
        .transaction(() => {
          checkOwner();
          return judge(db, id, verdict, now);
        })
        .immediate();
    } finally {
      ownership.release();
    }
  } finally {
    db.close();
  }
}

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

function accept(changes: DocumentChanges, row: PendingRow, now: number): void {
  if (row.operation === 'Upd') return changes.update(row);
  const accepted: Evidence = { kind: 'accepted', detail: 'somebody looked at it and agreed', run: row.run, at: now, fetch: null };
  changes.suspectOrDelete(row, conclude([...acceptedEvidenceOf(row), accepted], row.run));
}
