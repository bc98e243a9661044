/** The pages of tables. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TableRows } from '../../store/index.js';
import { type RouteContext, typed } from '../api/routes.js';
import { lookAt, rowsIn, rowsOut, rowsQuery } from '../api/tables.js';
import { ApiError } from '../api-error.js';
import { latest, type ServedCrawl } from '../crawls/index.js';
import { asPage } from './as-page.js';
import { rowsPage, type TablesView, tablesPage } from './tables-page.js';

const name = z.string().min(1).max(255);
const tablesQuery = z.object({ crawl: name.optional() });
const pageQuery = rowsQuery.extend({ crawl: name.optional(), database: name.optional(), table: name });

export function tablePages(app: FastifyInstance, context: RouteContext): void {
  typed(app).get('/tables', { ...asPage, schema: { hide: true, querystring: tablesQuery } }, async ({ query }, reply) =>
    reply.type('text/html; charset=utf-8').send(tablesPage(await viewOf(context, query.crawl))),
  );
  typed(app).get('/tables/rows', { ...asPage, schema: { hide: true, querystring: pageQuery } }, async ({ query }, reply) => {
    const { table, after, limit } = query;
    const place = placeOf(query);
    const found = rowsOut(await foundIn(context, place, query));
    return reply.type('text/html; charset=utf-8').send(rowsPage({ place, table, after, limit, found }));
  });
}

async function viewOf({ crawls, databases, version }: RouteContext, wanted: string | undefined): Promise<TablesView> {
  const all = crawls.list();
  const crawl = wanted === undefined ? latest(all) : crawls.get(wanted);
  const [shown, looked] = await Promise.all([crawl && crawlView(crawl), Promise.all(databases.map(lookAt))]);
  return { crawls: all.map((each) => each.name), crawl: shown, databases: looked, version };
}

/** A sentence when it cannot be read: the databases are shown all the same. */
async function crawlView(crawl: ServedCrawl): Promise<TablesView['crawl']> {
  try {
    return { status: await crawl.status(), tables: crawl.read(({ catalogue }) => catalogue.tables()) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'no-workspace' ? 'The crawl is starting.' : error.message;
  }
}

type Place = { readonly crawl: string } | { readonly database: string };

function placeOf({ crawl, database }: z.infer<typeof pageQuery>): Place {
  if (database !== undefined) return { database };
  if (crawl !== undefined) return { crawl };
  throw new ApiError(400, 'invalid', 'Name a crawl or a database: crawl=NAME or database=NAME.');
}

async function foundIn(context: RouteContext, place: Place, { table, after, limit }: z.infer<typeof pageQuery>): Promise<TableRows | null> {
  if ('database' in place) return rowsIn(context.databases, place.database, table, after, limit);
  return context.crawls.get(place.crawl).read(({ catalogue }) => catalogue.tableRows(table, after, limit));
}
