/** A person's word about an anomaly: what it holds back becomes part of the journal, or is dropped. In one transaction. */
import { type AnomalyJudged, type AnomalyVerdict, judgeAnomaly as judge, linksOf } from '../../decide/lifecycle/index.js';
import { AnomalyRows } from './anomaly-rows.js';
import type { Sqlite } from './database.js';
import { LifecycleRows } from './lifecycle-rows.js';
import { writeAlone } from './write-alone.js';

export type { AnomalyJudged } from '../../decide/lifecycle/index.js';

/** In a workspace that nobody is crawling into; throws WorkspaceInUse otherwise. */
export const judgeAnomaly = (folder: string, id: number, verdict: AnomalyVerdict['verdict'], now: number): AnomalyJudged =>
  writeAlone(folder, (db) => judgeIn(db, { id, verdict, now }));

function judgeIn(db: Sqlite, verdict: AnomalyVerdict): AnomalyJudged {
  const rows = new LifecycleRows(db);
  const held = rows.pending.heldBy(verdict.id);
  const known = rows.known.load({ documents: held.map(({ document }) => document) });
  const links = held.flatMap((row) => linksOf(row, known));
  const state = new AnomalyRows(db).stateOf(verdict.id);
  return rows.decide(known, { links }, (documents) => judge(verdict, state, held, documents));
}
