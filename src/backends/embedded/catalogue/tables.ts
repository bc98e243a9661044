/** The tables of core.db as they are, for people who look into them. */
import { LONGEST_SHOWN, MOST_COUNTED, type TableFigures, type TableRows } from '../../../store/index.js';
import type { Sqlite } from '../database.js';

/** `meta` holds the key of the workspace, `forgotten` what somebody wanted to be gone. */
const TABLES = `SELECT name, wr AS isWithoutRowid FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('meta', 'forgotten') ORDER BY name`;

interface TableRow {
  readonly name: string;
  readonly isWithoutRowid: number;
}

const tablesOf = (db: Sqlite): TableRow[] => db.prepare(TABLES).all() as TableRow[];

export const tableFigures = (db: Sqlite): TableFigures[] => tablesOf(db).map((table) => figuresOf(db, table));

function figuresOf(db: Sqlite, { name, isWithoutRowid }: TableRow): TableFigures {
  const one = (sql: string): number => db.prepare(sql).pluck().get() as number;
  const counted = one(`SELECT count(*) FROM (SELECT 1 FROM ${quoted(name)} LIMIT ${MOST_COUNTED + 1})`);
  if (counted <= MOST_COUNTED) return { name, rows: counted, isExact: true, bytes: null };
  return { name, rows: isWithoutRowid ? null : one(`SELECT max(rowid) FROM ${quoted(name)}`), isExact: false, bytes: null };
}

export function tableRows(db: Sqlite, table: string, after: number, limit: number): TableRows | null {
  if (!tablesOf(db).some(({ name }) => name === table)) return null;
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
  const found = db
    .prepare(`SELECT ${columns.map(shown).join(', ')} FROM ${quoted(table)} LIMIT ? OFFSET ?`)
    .raw()
    .all(limit + 1, after) as (string | null)[][];
  return { columns, rows: found.slice(0, limit), next: found.length > limit ? after + limit : null };
}

const shown = (column: string): string => {
  const name = quoted(column);
  return `CASE typeof(${name}) WHEN 'blob' THEN length(${name}) || ' bytes' ELSE substr(${name}, 1, ${LONGEST_SHOWN}) END`;
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
