/** Runs: one execution of a definition each. A run that did not finish is continued; a finished one is followed by a new one. */
import { asId } from '../../model/index.js';
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
  /** A bit for each resource that a new run visits again; null: everything. */
  readonly selection?: Uint8Array | null;
  /** A new run throws away what the last one brought. */
  readonly replace?: boolean;
}

export interface BegunRun {
  readonly run: RunRow;
  readonly resumed: boolean;
  /** Archive files whose records are thrown away: to be removed when this is committed. */
  readonly discarded: readonly string[];
}

/** To be called inside a transaction, like everything here that writes. */
export function beginRun(db: Sqlite, begin: RunBegin): BegunRun {
  const last = lastRun(db);
  const resumed = last !== null && last.state !== 'finished';
  const discarded = begin.replace && !resumed && last !== null ? discardLast(db) : [];
  const run = resumed ? continueRun(db, last, begin.definition) : newRun(db, begin);
  return { run, resumed, discarded };
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

export const RUNS =
  'SELECT id, started AS startedAt, ended AS endedAt, state, reason, definition, statistics, pages, elapsed, size_before AS sizeBefore, partial FROM run ORDER BY id';

export const runOf = (row: unknown): RunRow => ({ ...(row as RunRow), partial: (row as { partial: number }).partial === 1 });

export const runsOf = (db: Sqlite): RunRow[] => db.prepare(RUNS).all().map(runOf);

const lastRun = (db: Sqlite): RunRow | null => runsOf(db).at(-1) ?? null;

function continueRun(db: Sqlite, run: RunRow, definition: string): RunRow {
  db.prepare("UPDATE run SET state = 'running', ended = NULL, reason = NULL, definition = ? WHERE id = ?").run(definition, run.id);
  return { ...run, state: 'running', endedAt: null, definition };
}

/** Everything known, or what was chosen of it, is visited again, with the validators of the last visit. */
function newRun(db: Sqlite, { definition, now, size: given, selection = null, replace }: RunBegin): RunRow {
  const size = replace ? databaseSize(db) : given;
  const begun = db
    .prepare("INSERT INTO run (started, state, definition, size_before, partial) VALUES (?, 'running', ?, ?, ?)")
    .run(now, definition, size, Number(selection !== null));
  rebuildLog(db, selection ?? 'everything');
  db.exec('DELETE FROM seed');
  const id = asId<'run'>(Number(begun.lastInsertRowid));
  const nothing = { endedAt: null, reason: null, statistics: null, pages: 0, elapsed: 0, partial: selection !== null };
  return { id, startedAt: now, state: 'running', definition, sizeBefore: size, ...nothing };
}

/** What outlives a session: the workspace's own key and owner, what is remembered of runs, and what must never be fetched again. */
const OUTLIVES: ReadonlySet<string> = new Set(['meta', 'run', 'forgotten']);

/** Empties every table that holds what was fetched; returns the archive files that held the bytes. */
function discardLast(db: Sqlite): string[] {
  const files = db.prepare('SELECT file FROM warc').pluck().all() as string[];
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all() as string[];
  for (const table of tables) if (!OUTLIVES.has(table)) db.exec(`DELETE FROM "${table}"`);
  return files;
}

const databaseSize = (db: Sqlite): number =>
  (db.pragma('page_count', { simple: true }) as number) * (db.pragma('page_size', { simple: true }) as number);
