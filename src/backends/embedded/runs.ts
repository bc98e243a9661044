/** Runs: one execution of a definition each. A run that did not finish is continued; a finished one is followed by a new one. */
import type { RunRow, RunState } from '../../store/index.js';
import type { Sqlite } from './database.js';
import { STATES } from './schema.js';

export interface RunEnd {
  readonly run: number;
  readonly state: RunState;
  readonly reason: string;
  readonly statistics: string;
  readonly now: number;
}

export function beginRun(db: Sqlite, definition: string, now: number): { run: RunRow; resumed: boolean } {
  return db.transaction(() => {
    const last = lastRun(db);
    const resumed = last !== null && last.state !== 'finished';
    const run = resumed ? continueRun(db, last, definition) : newRun(db, definition, now);
    askRobotsAgain(db, resumed ? now : Number.MAX_SAFE_INTEGER);
    return { run, resumed };
  })();
}

export function endRun(db: Sqlite, end: RunEnd): void {
  db.prepare('UPDATE run SET state = ?, reason = ?, statistics = ?, ended = ? WHERE id = ?').run(
    end.state,
    end.reason,
    end.statistics,
    end.now,
    end.run,
  );
}

export function runsOf(db: Sqlite): RunRow[] {
  return db
    .prepare('SELECT id, started AS startedAt, ended AS endedAt, state, reason, definition, statistics FROM run ORDER BY id')
    .all() as RunRow[];
}

const lastRun = (db: Sqlite): RunRow | null => runsOf(db).at(-1) ?? null;

function continueRun(db: Sqlite, run: RunRow, definition: string): RunRow {
  db.prepare("UPDATE run SET state = 'running', ended = NULL, reason = NULL, definition = ? WHERE id = ?").run(definition, run.id);
  return { ...run, state: 'running', endedAt: null, definition };
}

/** Everything known is visited again, with the validators of the last visit. */
function newRun(db: Sqlite, definition: string, now: number): RunRow {
  const id = Number(
    db.prepare("INSERT INTO run (started, state, definition) VALUES (?, 'running', ?)").run(now, definition).lastInsertRowid,
  );
  db.prepare('UPDATE resource SET state = 0, attempts = 0, due = 0, reason = NULL WHERE state <> ?').run(STATES.alias);
  return { id, startedAt: now, endedAt: null, state: 'running', reason: null, definition, statistics: null };
}

function askRobotsAgain(db: Sqlite, expiredBefore: number): void {
  db.prepare(
    `UPDATE resource SET state = 0, attempts = 0, due = 0
     WHERE kind = 'robots' AND site IN (SELECT id FROM site WHERE coalesce(robots_expires, 0) < ? OR robots_state = 'unavailable')`,
  ).run(expiredBefore);
}
