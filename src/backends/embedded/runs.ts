/** Runs: one execution of a definition each. A run that did not finish is continued; a finished one is followed by a new one. */
import type { RunRow, RunState } from '../../store/index.js';
import type { Sqlite } from './database.js';
import { rebuildLog } from './frontier-log.js';

export interface RunEnd {
  readonly run: number;
  readonly state: RunState;
  readonly reason: string;
  readonly statistics: string;
  readonly now: number;
  /** Milliseconds at work, over all processes. */
  readonly elapsed: number;
}

export interface RunBegin {
  readonly definition: string;
  readonly now: number;
  /** Bytes of the workspace. */
  readonly size: number;
}

/** To be called inside a transaction, like everything here that writes. */
export function beginRun(db: Sqlite, { definition, now, size }: RunBegin): { run: RunRow; resumed: boolean } {
  const last = lastRun(db);
  const resumed = last !== null && last.state !== 'finished';
  const run = resumed ? continueRun(db, last, definition) : newRun(db, definition, now, size);
  return { run, resumed };
}

export function endRun(db: Sqlite, end: RunEnd): void {
  db.prepare('UPDATE run SET state = ?, reason = ?, statistics = ?, ended = ?, elapsed = ? WHERE id = ?').run(
    end.state,
    end.reason,
    end.statistics,
    end.now,
    Math.round(end.elapsed),
    end.run,
  );
}

export function runsOf(db: Sqlite): RunRow[] {
  return db
    .prepare(
      'SELECT id, started AS startedAt, ended AS endedAt, state, reason, definition, statistics, pages, elapsed, size_before AS sizeBefore FROM run ORDER BY id',
    )
    .all() as RunRow[];
}

const lastRun = (db: Sqlite): RunRow | null => runsOf(db).at(-1) ?? null;

function continueRun(db: Sqlite, run: RunRow, definition: string): RunRow {
  db.prepare("UPDATE run SET state = 'running', ended = NULL, reason = NULL, definition = ? WHERE id = ?").run(definition, run.id);
  return { ...run, state: 'running', endedAt: null, definition };
}

/** Everything known is visited again, with the validators of the last visit. */
function newRun(db: Sqlite, definition: string, now: number, size: number): RunRow {
  const begun = db
    .prepare("INSERT INTO run (started, state, definition, size_before) VALUES (?, 'running', ?, ?)")
    .run(now, definition, size);
  rebuildLog(db, 'everything');
  db.exec('DELETE FROM seed');
  const id = Number(begun.lastInsertRowid);
  const nothing = { endedAt: null, reason: null, statistics: null, pages: 0, elapsed: 0 };
  return { id, startedAt: now, state: 'running', definition, sizeBefore: size, ...nothing };
}
