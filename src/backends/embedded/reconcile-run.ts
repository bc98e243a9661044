/** The end of a run, as the owner's side orders it: changes, then what is gone, then documents of several files, then anomalies that are over; each in slices. */
import type { Sqlite } from './database.js';
import { type FingerprintOf, type Listed, listedDocuments } from './listed-documents.js';
import type { SiteSurvey } from './reconciler.js';
import type { Writer } from './writer.js';

export interface RunToReconcile {
  readonly run: number;
  readonly now: number;
  readonly fingerprintOf: FingerprintOf;
}

/** Sites decided in one transaction. */
const SITES = 50;

export async function reconcileRun(writer: Writer, db: Sqlite, { run, now, fingerprintOf }: RunToReconcile): Promise<void> {
  const waiting = db.prepare("SELECT DISTINCT site FROM pending WHERE operation = 'Upd' AND anomaly IS NULL").pluck().all() as number[];
  for (const sites of slices(waiting)) await writer.ask({ do: 'reconcile', step: { step: 'changes', run, now, sites } });
  const surveys = (await writer.ask({ do: 'reconcile', step: { step: 'survey', run } })) as SiteSurvey[];
  const listed = await listedAt(db, surveys, fingerprintOf);
  for (const slice of slices(surveys)) {
    const surveyed = slice.map((survey) => ({ ...survey, listed: [...(listed.get(survey.site) ?? [])] }));
    await writer.ask({ do: 'reconcile', step: { step: 'deletions', run, now, surveys: surveyed } });
  }
  const groups = db.prepare('SELECT page FROM file_list').pluck().all() as number[];
  for (const pages of slices(groups)) await writer.ask({ do: 'reconcile', step: { step: 'files', run, now, pages } });
  await writer.ask({ do: 'reconcile', step: { step: 'close', now } });
}

/** Lists matter only where everything was looked at. */
async function listedAt(db: Sqlite, surveys: readonly SiteSurvey[], fingerprintOf: FingerprintOf): Promise<Listed> {
  const complete = surveys.filter((survey) => survey.complete).map(({ site }) => site);
  return complete.length ? listedDocuments(db, complete, fingerprintOf) : new Map();
}

function* slices<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += SITES) yield items.slice(at, at + SITES);
}
