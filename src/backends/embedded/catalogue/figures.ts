/** Counts over whole tables. */
import type { DocumentState, FetchCount, Figures, Operation, QueueFigures } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { keptStatement } from '../kept-statement.js';
import { unchangedIn } from '../unchanged.js';

export function figuresOf(db: Sqlite): Figures {
  const one = (sql: string) => keptStatement(db, sql).pluck().get() as number;
  const run = one('SELECT coalesce(max(id), 0) FROM run');
  return {
    documents: counted<DocumentState>(db, { present: 0, suspected: 0, deleted: 0 }, 'SELECT state, count(*) FROM document GROUP BY state'),
    operations: { ...operationsOf(db, `WHERE run = ${run} AND operation <> 'None'`), None: unchangedIn(db, run) },
    entries: operationsOf(db, ''),
    waiting: one('SELECT count(*) FROM pending WHERE anomaly IS NULL'),
    held: one('SELECT count(*) FROM pending WHERE anomaly IS NOT NULL'),
    openAnomalies: one("SELECT count(*) FROM anomaly WHERE state = 'open'"),
    archiveBytes: one('SELECT coalesce(sum(length), 0) FROM warc'),
  };
}

export const queueOf = (db: Sqlite): QueueFigures => keptStatement(db, QUEUE).get() as QueueFigures;

const QUEUE = 'SELECT (SELECT coalesce(sum(queued), 0) FROM queue) AS queued, (SELECT count(*) FROM site) AS sites';

export const fetchCounts = (db: Sqlite, after: number, upTo: number): FetchCount[] =>
  keptStatement(db, FETCHES).all(after, upTo) as FetchCount[];

const FETCHES = `SELECT CASE WHEN error IS NOT NULL THEN 0 ELSE status / 100 END AS class, count(*) AS count, sum(length) AS bytes
  FROM fetch WHERE id > ? AND id <= ? GROUP BY 1`;

export const lastFetch = (db: Sqlite): number => keptStatement(db, 'SELECT coalesce(max(id), 0) FROM fetch').pluck().get() as number;

const operationsOf = (db: Sqlite, where: string): Record<Operation, number> =>
  counted<Operation>(db, { Add: 0, Upd: 0, Del: 0, None: 0 }, `SELECT operation, count(*) FROM journal ${where} GROUP BY operation`);

function counted<Name extends string>(db: Sqlite, none: Record<Name, number>, sql: string): Record<Name, number> {
  const rows = db.prepare(sql).raw().all() as [Name, number][];
  return { ...none, ...Object.fromEntries(rows) };
}
