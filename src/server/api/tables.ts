/** Tables: of a workspace, and of the databases beside it. For looking, never for changing. */
import { z } from 'zod';
import { DatabaseNotReady, type TableDatabase, type TableRows } from '../../store/index.js';
import { ApiError } from '../api-error.js';
import { type Api, type RouteContext, refusals } from './routes.js';
import * as schema from './schemas.js';

const tags = ['tables'];
const tableName = z.string().min(1).max(255);
/** Who looks for more asks the database itself. */
const FARTHEST = 10_000;

export const rowsQuery = z.object({
  after: z.coerce.number().int().min(0).max(FARTHEST).default(0).describe('the `next` of the part before'),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

export function tableRoutes(api: Api, { crawls, databases }: RouteContext): void {
  api.get(
    '/crawls/:name/tables',
    {
      schema: {
        tags,
        summary: 'The tables of a workspace',
        params: schema.crawlName,
        response: { 200: z.object({ items: schema.tableList }), ...refusals },
      },
    },
    ({ params }) => ({ items: crawls.get(params.name).read(({ catalogue }) => [...catalogue.tables()]) }),
  );

  api.get(
    '/crawls/:name/tables/:table',
    {
      schema: {
        tags,
        summary: 'Rows of one of them',
        params: schema.crawlName.extend({ table: tableName }),
        querystring: rowsQuery,
        response: { 200: schema.tableRows, ...refusals },
      },
    },
    ({ params: { name, table }, query: { after, limit } }) =>
      rowsOut(crawls.get(name).read(({ catalogue }) => catalogue.tableRows(table, after, limit))),
  );

  api.get(
    '/databases',
    { schema: { tags, summary: 'Databases beside the workspaces, with their tables', response: { 200: schema.databases } } },
    async () => ({ items: await Promise.all(databases.map(lookAt)) }),
  );

  api.get(
    '/databases/:name/tables/:table',
    {
      schema: {
        tags,
        summary: 'Rows of a table',
        params: z.object({ name: tableName, table: tableName }),
        querystring: rowsQuery,
        response: { 200: schema.tableRows, ...refusals },
      },
    },
    async ({ params: { name, table }, query: { after, limit } }) => rowsOut(await rowsIn(databases, name, table, after, limit)),
  );
}

/** How a database stands; one that cannot be asked must not hide the others. */
export async function lookAt(database: TableDatabase): Promise<z.infer<typeof schema.databases>['items'][number]> {
  const { name } = database;
  try {
    const [state, tables] = await Promise.all([database.state(), database.tables()]);
    return { name, state, tables: [...tables] };
  } catch (error) {
    if (!(error instanceof DatabaseNotReady)) throw error;
    return { name, error: { code: 'database-not-ready', message: error.message } };
  }
}

/** Null: it has no such table. */
export async function rowsIn(
  databases: readonly TableDatabase[],
  name: string,
  table: string,
  after: number,
  limit: number,
): Promise<TableRows | null> {
  const database = databases.find((each) => each.name === name);
  if (!database) throw new ApiError(404, 'not-found', 'There is no database of this name.');
  try {
    return await database.rows(table, after, limit);
  } catch (error) {
    if (!(error instanceof DatabaseNotReady)) throw error;
    throw new ApiError(503, 'database-not-ready', error.message, { cause: error });
  }
}

/** As far as somebody may go on. */
export function rowsOut(found: TableRows | null): z.infer<typeof schema.tableRows> {
  if (!found) throw new ApiError(404, 'not-found', 'There is no table of this name.');
  const { columns, rows, next } = found;
  return { columns: [...columns], rows: rows.map((row) => [...row]), next: next !== null && next <= FARTHEST ? next : null };
}
