/**
 * Looks into the tables of a PostgreSQL database, whatever they are.
 *
 * The session is read-only, waits for nobody and ends every statement after some seconds: whoever looks must not hold up
 * those who write. While a table is locked (it is being written anew), what PostgreSQL last counted is told.
 */
import type postgres from 'postgres';
import {
  DatabaseNotReady,
  type DatabaseState,
  LONGEST_SHOWN,
  MOST_COUNTED,
  type TableDatabase,
  type TableFigures,
  type TableRows,
} from '../../store/index.js';
import { Connections, isLost } from './connections.js';
import type { PostgresSettings } from './settings.js';

const SESSION = { default_transaction_read_only: 'on', statement_timeout: 5000, lock_timeout: 200 };
const CONNECTIONS = 2;
const CONNECT_SECONDS = 3;
/** Then a connection that nobody needs is given back. */
const IDLE_SECONDS = 10;
const MOST_TABLES = 200;

export function lookIntoTables(settings: PostgresSettings): TableDatabase {
  const connections = new Connections(
    { ...settings, connections: CONNECTIONS },
    { session: SESSION, connectSeconds: CONNECT_SECONDS, idleSeconds: IDLE_SECONDS },
  );
  const name = settings.catalogue;
  const asked = <Answer>(question: (sql: postgres.Sql) => Promise<Answer>): Promise<Answer> =>
    connections.ask(question).catch((error: unknown) => {
      throw new DatabaseNotReady(name, error);
    });
  return {
    name,
    state: () => asked(stateOf),
    tables: () => asked(figuresOfAll),
    rows: (table, after, limit) => asked((sql) => rowsOf(sql, table, after, limit)),
    close: () => connections.close(1),
  };
}

async function stateOf(sql: postgres.Sql): Promise<DatabaseState> {
  const [row] = await sql<[DatabaseState & { readonly startedAt: Date | string }]>`
    SELECT 'PostgreSQL ' || current_setting('server_version') AS product, pg_database_size(current_database())::float8 AS bytes,
      numbackends AS connections, xact_commit::float8 AS commits, pg_postmaster_start_time() AS "startedAt"
    FROM pg_stat_database WHERE datname = current_database()`;
  return { ...row, startedAt: new Date(row.startedAt).toISOString() };
}

interface TableRow {
  readonly schema: string;
  readonly table: string;
  readonly oid: number;
  /** As the server last knew; null for a view, which is not counted: that might take anything. */
  readonly live: number | null;
}

const tablesOf = (sql: postgres.Sql): Promise<TableRow[]> =>
  sql<TableRow[]>`
    SELECT n.nspname AS schema, c.relname AS table, c.oid,
      CASE WHEN c.relkind <> 'v' THEN pg_stat_get_live_tuples(c.oid)::float8 END AS live
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
      AND has_table_privilege(c.oid, 'SELECT')
    ORDER BY 1, 2 LIMIT ${MOST_TABLES}`.execute();

const nameOf = ({ schema, table }: TableRow): string => (schema === 'public' ? table : `${schema}.${table}`);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const placeOf = ({ schema, table }: TableRow): string => `${quoted(schema)}.${quoted(table)}`;

async function figuresOfAll(sql: postgres.Sql): Promise<TableFigures[]> {
  return Promise.all((await tablesOf(sql)).map((table) => figuresOf(sql, table)));
}

async function figuresOf(sql: postgres.Sql, table: TableRow): Promise<TableFigures> {
  const name = nameOf(table);
  if (table.live === null) return { name, rows: null, isExact: false, bytes: null };
  try {
    const [row] = await sql.unsafe<[{ counted: number; bytes: number | null }]>(
      `SELECT count(*)::int AS counted, (SELECT pg_total_relation_size($1::oid))::float8 AS bytes
       FROM (SELECT 1 FROM ${placeOf(table)} LIMIT ${MOST_COUNTED + 1}) AS first`,
      [table.oid],
    );
    const isExact = row.counted <= MOST_COUNTED;
    return { name, rows: isExact ? row.counted : Math.max(row.counted, table.live), isExact, bytes: row.bytes };
  } catch (error) {
    if (!isOfStatement(error)) throw error;
    return { name, rows: table.live, isExact: false, bytes: null };
  }
}

/** One table is locked, slow to count, dropped meanwhile or broken: the others need not be. */
const isOfStatement = (error: unknown): boolean => (error as Error).name === 'PostgresError' && !isLost(error);

async function rowsOf(sql: postgres.Sql, wanted: string, after: number, limit: number): Promise<TableRows | null> {
  const table = (await tablesOf(sql)).find((each) => nameOf(each) === wanted);
  if (!table) return null;
  const columns = await sql<{ name: string; type: string; isKey: boolean }[]>`
    SELECT a.attname AS name, a.atttypid::regtype::text AS type, coalesce(a.attnum = ANY(i.indkey), false) AS "isKey"
    FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
    WHERE a.attrelid = ${table.oid} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => quoted(name));
  const order = keys.length ? `ORDER BY ${keys.join(', ')}` : '';
  const found = await sql
    .unsafe(`SELECT ${columns.map(shown).join(', ')} FROM ${placeOf(table)} AS shown ${order} LIMIT $1 OFFSET $2`, [limit + 1, after])
    .values();
  const rows = found.slice(0, limit) as unknown as (string | null)[][];
  return { columns: columns.map(({ name }) => name), rows, next: found.length > limit ? after + limit : null };
}

/** The number of bytes is known without reading them. */
function shown({ name, type }: { readonly name: string; readonly type: string }): string {
  const column = `shown.${quoted(name)}`;
  return type === 'bytea' ? `octet_length(${column}) || ' bytes'` : `left(${column}::text, ${LONGEST_SHOWN})`;
}
