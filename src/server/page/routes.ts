/** The pages for people, and what they are made of. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { compiledUrl } from '../../model/index.js';
import { type ReportAnswer, reportRows } from '../api/reports.js';
import { type RouteContext, typed } from '../api/routes.js';
import { searchIn } from '../api/search.js';
import { ApiError } from '../api-error.js';
import type { ServedCrawl } from '../crawls/index.js';
import { docsPage, type OpenApiDocument } from './docs-page.js';
import { CHANGES_SHOWN, type LiveView, livePage, quietPage } from './live-page.js';
import { reportsPage } from './reports-page.js';
import { HITS_SHOWN, type SearchView, searchPage } from './search-page.js';
import { ICON, STYLE } from './style.js';

const query = z.object({ crawl: z.string().max(255).optional() });
const ANOMALIES_SHOWN = 20;

const searchQuery = query.extend({
  q: z.string().max(2000).default(''),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
});

const reportsQuery = query.extend({ report: z.string().max(100).optional() }).catchall(z.string().max(8192));

export function pageRoutes(app: FastifyInstance, context: RouteContext): void {
  const hide = { schema: { hide: true } };
  const script = readFileSync(compiledUrl(import.meta.url, '../browser/live.js'), 'utf8');
  typed(app).get('/', { schema: { hide: true, querystring: query } }, async (request, reply) =>
    html(reply, await page(context, request.query.crawl)),
  );
  typed(app).get('/search', { schema: { hide: true, querystring: searchQuery } }, async (request, reply) =>
    html(reply, search(context, request.query)),
  );
  typed(app).get('/reports', { schema: { hide: true, querystring: reportsQuery } }, async (request, reply) =>
    html(reply, await reports(context, request.query)),
  );
  app.get('/docs', hide, async (_request, reply) => html(reply, docsPage(app.swagger() as OpenApiDocument)));
  app.get('/live.js', hide, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  app.get('/live.css', hide, async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  app.get('/icon.svg', hide, async (_request, reply) => reply.type('image/svg+xml').send(ICON));
}

const html = (reply: FastifyReply, text: string): FastifyReply => reply.type('text/html; charset=utf-8').send(text);

async function page({ crawls, start }: RouteContext, name: string | undefined): Promise<string> {
  const all = crawls.list();
  const crawl = name === undefined ? latest(all) : crawls.get(name);
  const context = { crawls: all.map((each) => each.name), crawl: crawl?.name ?? null };
  if (!crawl) return quietPage('No crawl is here yet. Begin one with: winnow crawl URL', context);
  try {
    return livePage(await viewOf(crawl, start !== null), context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return quietPage(error.code === 'no-workspace' ? 'The crawl is starting.' : error.message, context);
  }
}

function search({ crawls, refreshSearch }: RouteContext, { crawl: name, q, offset }: z.infer<typeof searchQuery>): string {
  const all = crawls.list();
  const crawl = name === undefined ? latest(all) : crawls.get(name);
  const names = all.map((each) => each.name);
  if (!crawl) return quietPage('No crawl is here yet. Begin one with: winnow crawl URL', { crawls: names, crawl: null });
  return searchPage({ crawl: crawl.name, crawls: names, query: q, offset, result: found() });

  function found(): SearchView['result'] {
    if (q.trim() === '') return null;
    try {
      return searchIn(crawl as ServedCrawl, { q, offset, limit: HITS_SHOWN, sort: 'relevance', facets: true }, refreshSearch);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.message;
    }
  }
}

async function reports(context: RouteContext, wish: z.infer<typeof reportsQuery>): Promise<string> {
  const { crawl: name, report, ...parameters } = wish;
  const all = context.crawls.list();
  const crawl = name === undefined ? latest(all) : context.crawls.get(name);
  const names = all.map((each) => each.name);
  if (!crawl) return quietPage('No crawl is here yet. Begin one with: winnow crawl URL', { crawls: names, crawl: null });
  return reportsPage({ crawl: crawl.name, report: report ?? null, parameters, answer: await answered(crawl) });

  async function answered({ folder }: ServedCrawl): Promise<ReportAnswer | string | null> {
    if (report === undefined) return null;
    try {
      return await reportRows(context, folder, report, parameters);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.message;
    }
  }
}

/** The status first: entries that come between the two then arrive as events, and none is missed. */
async function viewOf(crawl: ServedCrawl, mayStart: boolean): Promise<LiveView> {
  const status = await crawl.status();
  const { changes, anomalies } = crawl.read(({ catalogue, repository: { journal } }) => ({
    changes: journal.slice(Math.max(0, journal.last() - CHANGES_SHOWN), CHANGES_SHOWN).items.toReversed(),
    anomalies: catalogue.anomalies(0, ANOMALIES_SHOWN).items.filter(({ state }) => state === 'open'),
  }));
  return { mayStart, status, summary: crawl.summary(), changes, anomalies };
}

/** The one that was written to last is what somebody comes to look at. */
function latest(crawls: readonly ServedCrawl[]): ServedCrawl | null {
  return [...crawls].toSorted((a, b) => b.changedAt() - a.changedAt())[0] ?? null;
}
