/**
 * None: documents that a run, or one after it, saw again as they were.
 *
 * Told by numbers of runs and never by comparing times: a run begins by a clock that does not jump, its fetches are timed by
 * the wall clock, which may be set at any moment. That a document was last seen well by a certain fetch is told by their
 * times, which are one and the same. A deposit has the run that saw it last in its own row.
 */
import type { Sqlite } from './database.js';

export const unchangedIn = (db: Sqlite, run: number): number => db.prepare(UNCHANGED).pluck().get({ run }) as number;

/** Backwards through this run's fetches to the last one before it: what earlier runs left is not gone through. */
const BEFORE = 'SELECT coalesce((SELECT id FROM fetch WHERE run > 0 AND run < @run ORDER BY id DESC LIMIT 1), 0)';

const SEEN = `SELECT d.id, d.state FROM fetch f JOIN document d ON d.resource = f.resource AND d.last_checked = f.started
    WHERE f.id > (${BEFORE}) AND f.run >= @run AND d.id NOT IN (SELECT document FROM deposit)
  UNION SELECT d.id, d.state FROM deposit p JOIN document d ON d.id = p.document WHERE p.run >= @run`;

const UNCHANGED = `SELECT count(*) FROM (${SEEN}) WHERE state <> 'deleted'
  AND id NOT IN (SELECT document FROM journal WHERE run >= @run AND operation <> 'None')`;
