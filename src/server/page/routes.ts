/** The pages for people, and what they are made of. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { compiledUrl } from '../../platform/index.js';
import { type ReportAnswer, reportRows } from '../api/reports.js';
import { type RouteContext, typed } from '../api/routes.js';
import { searchIn } from '../api/search.js';
import { ApiError } from '../api-error.js';
import { type CrawlStatus, latest, type ServedCrawl } from '../crawls/index.js';
import type { ServedWorkers } from '../portals/index.js';
import { asPage } from './as-page.js';
import { docsPage, type OpenApiDocument } from './docs-page.js';
import { CHANGES_SHOWN, type LiveView, livePage, quietPage } from './live-page.js';
import { MadePages } from './made-pages.js';
import { portalsPage } from './portals-page.js';
import { reportsPage } from './reports-page.js';
import { HITS_SHOWN, type SearchView, searchPage } from './search-page.js';
import { ICON, STYLE } from './style.js';
import { workerPage } from './worker-page.js';
import { WORKER_STYLE } from './worker-style.js';

const query = z.object({ crawl: z.string().max(255).optional() });
const ANOMALIES_SHOWN = 20;
const TRAPS_SHOWN = 10;
const CLUSTERS_SHOWN = 8;
const NO_CRAWL = 'There is no crawl yet. Begin one with: winnow crawl URL';

const searchQuery = query.extend({
  q: z.string().max(2000).default(''),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
});

const reportsQuery = query.extend({ report: z.string().max(100).optional() }).catchall(z.string().max(8192));

export function pageRoutes(app: FastifyInstance, context: RouteContext): void {
  const hide = { schema: { hide: true } };
  const script = readFileSync(compiledUrl(import.meta.url, '../browser/live.js'), 'utf8');
  const made = new MadePages();
  typed(app).get('/', { ...asPage, schema: { hide: true, querystring: query } }, async (request, reply) =>
    html(reply, await page(context, made, request.query.crawl)),
  );
  typed(app).get('/search', { ...asPage, schema: { hide: true, querystring: searchQuery } }, async (request, reply) =>
    html(reply, search(context, request.query)),
  );
  typed(app).get('/reports', { ...asPage, schema: { hide: true, querystring: reportsQuery } }, async (request, reply) =>
    html(reply, await reports(context, request.query)),
  );
  app.get('/docs', { ...hide, ...asPage }, async (_request, reply) => html(reply, docsPage(app.swagger() as OpenApiDocument)));
  app.get('/live.js', hide, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  app.get('/live.css', hide, async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE + WORKER_STYLE));
  app.get('/icon.svg', hide, async (_request, reply) => reply.type('image/svg+xml').send(ICON));
}

/** Portals and their workers, where they are served. */
export function portalPages(app: FastifyInstance, { crawls, version }: RouteContext, workers: ServedWorkers): void {
  const script = readFileSync(compiledUrl(import.meta.url, '../browser/worker.js'), 'utf8');
  const portalId = z.object({ id: z.string().min(1).max(255) });
  app.get('/worker.js', { schema: { hide: true } }, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  app.get('/portals', { ...asPage, schema: { hide: true } }, async (_request, reply) =>
    html(reply, portalsPage(await workers.list(), version)),
  );
  typed(app).get('/portals/:id', { ...asPage, schema: { hide: true, params: portalId } }, async ({ params }, reply) => {
    const opened = await workers.open(params.id);
    const { portal, worker } = opened;
    const crawl = crawls.list().find(({ folder }) => folder === portal.workspace)?.name ?? null;
    const parts = { lines: worker.trace.read('INFO'), last: workers.lastRun(portal), health: await workers.health(portal), crawl };
    return html(reply, workerPage({ portal, view: workers.view(opened), ...parts }));
  });
}

const html = (reply: FastifyReply, text: string): FastifyReply => reply.type('text/html; charset=utf-8').send(text);

async function page({ crawls, start, workers }: RouteContext, made: MadePages, name: string | undefined): Promise<string> {
  const all = crawls.list();
  const crawl = name === undefined ? latest(all) : crawls.get(name);
  const context = { crawls: all.map((each) => each.name), crawl: crawl?.name ?? null, hasPortals: workers !== null };
  if (!crawl) return quietPage(NO_CRAWL, context);
  try {
    const status = await crawl.status();
    return made.of(crawl, status, context, () => livePage(viewOf(crawl, status, start !== null), context));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return quietPage(error.code === 'no-workspace' ? 'The crawl is starting.' : error.message, context);
  }
}

function search({ crawls, refreshSearch, workers }: RouteContext, { crawl: name, q, offset }: z.infer<typeof searchQuery>): string {
  const all = crawls.list();
  const crawl = name === undefined ? latest(all) : crawls.get(name);
  const names = all.map((each) => each.name);
  if (!crawl) return quietPage(NO_CRAWL, { crawls: names, crawl: null, hasPortals: workers !== null });
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
  if (!crawl) return quietPage(NO_CRAWL, { crawls: names, crawl: null, hasPortals: context.workers !== null });
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
function viewOf(crawl: ServedCrawl, status: CrawlStatus, mayStart: boolean): LiveView {
  const { changes, anomalies, traps } = crawl.read(({ catalogue, repository: { journal } }) => ({
    changes: journal.slice(Math.max(0, journal.last() - CHANGES_SHOWN), CHANGES_SHOWN).items.toReversed(),
    anomalies: catalogue.anomalies(0, ANOMALIES_SHOWN).items.filter(({ state }) => state === 'open'),
    traps: catalogue.traps(0, TRAPS_SHOWN, 'paused').items,
  }));
  return { mayStart, status, summary: crawl.summary(), changes, anomalies, traps, clusters: crawl.clusters().slice(0, CLUSTERS_SHOWN) };
}
