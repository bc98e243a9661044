/**
 * Statements that are asked again and again, prepared once for a connection: SQLite takes longer to plan a join than to answer it
 * for twenty rows. For those that answer at once (`get`, `all`) and, for one text, always in one form (`pluck`, `raw`); one that
 * is gone through row by row is a statement of its own. They go with their connection.
 */
import type { Sqlite, Statement } from './database.js';

const kept = new WeakMap<Sqlite, Map<string, Statement>>();

export function keptStatement(db: Sqlite, sql: string): Statement {
  const statements = kept.get(db) ?? new Map<string, Statement>();
  kept.set(db, statements);
  const known = statements.get(sql) ?? db.prepare(sql);
  statements.set(sql, known);
  return known;
}
