/**
 * None: documents that a run, or one after it, saw again as they were.
 *
 * Told by numbers of runs and never by comparing times: a run begins by a clock that does not jump, its fetches are timed by
 * the wall clock, which may be set at any moment. That a document was last seen well by a certain fetch is told by their
 * times, which are one and the same. A deposit has the run that saw it last in its own row.
 */
import type { Sqlite } from './database.js';

/** The first run adds all that it sees: its fetches, which may be millions, need not be gone through. */
export function unchangedIn(db: Sqlite, run: number): number {
  const isFirst = db.prepare('SELECT 1 FROM run WHERE id < ?').get(run) === undefined;
  return isFirst ? 0 : (db.prepare(`SELECT (${FETCHED}) + (${DEPOSITED})`).pluck().get({ run }) as number);
}

/** Backwards through this run's fetches to the last one before it: what earlier runs left is not gone through. */
const BEFORE = 'SELECT coalesce((SELECT id FROM fetch WHERE run > 0 AND run < @run ORDER BY id DESC LIMIT 1), 0)';

const IS_SAME = `d.state <> 'deleted' AND d.id NOT IN (SELECT document FROM journal WHERE run >= @run AND operation <> 'None')`;

const FETCHED = `SELECT count(DISTINCT d.id) FROM fetch f JOIN document d ON d.resource = f.resource AND d.last_checked = f.started
  WHERE f.id > (${BEFORE}) AND f.run >= @run AND d.id NOT IN (SELECT document FROM deposit) AND ${IS_SAME}`;

const DEPOSITED = `SELECT count(*) FROM deposit p JOIN document d ON d.id = p.document WHERE p.run >= @run AND ${IS_SAME}`;
