/** How the crawls stand: status, runs, reports, sites. */
import { type RunReport, runReport } from '../../views/reports/index.js';
import { ApiError } from '../api-error.js';
import type { ServedCrawl } from '../crawls/index.js';
import { type Api, asTime, type RouteContext, refusals, withTimes } from './routes.js';
import * as schema from './schemas.js';

const tags = ['crawls'];

export function statusRoutes(api: Api, { crawls, version }: RouteContext): void {
  api.get('/status', { schema: { tags, summary: 'The state of every crawl', response: { 200: schema.status } } }, async () => ({
    version,
    crawls: await Promise.all(crawls.list().map(statusOrError)),
  }));

  api.get(
    '/crawls/:name',
    { schema: { tags, summary: 'The state of one crawl', params: schema.crawlName, response: { 200: schema.crawlStatus, ...refusals } } },
    ({ params }) => crawls.get(params.name).status(),
  );

  api.get(
    '/crawls/:name/runs',
    { schema: { tags, summary: 'Its runs', params: schema.crawlName, response: { 200: schema.runs, ...refusals } } },
    ({ params }) => ({
      items: crawls.get(params.name).read(({ repository }) =>
        repository.runs().map(({ id, state, reason, startedAt, endedAt, pages, elapsed }) => ({
          id,
          state,
          reason,
          startedAt: asTime(startedAt) ?? '',
          endedAt: asTime(endedAt),
          pages,
          seconds: elapsed / 1000,
        })),
      ),
    }),
  );

  api.get(
    '/crawls/:name/reports/:run',
    { schema: { tags, summary: 'What a run brought', params: schema.runName, response: { 200: schema.report, ...refusals } } },
    ({ params: { name, run } }) => {
      const crawl = crawls.get(name);
      if (run !== 'latest') return crawl.read(({ repository }) => reportOut(runReport(repository, run)));
      const latest = crawl.report();
      if (!latest) throw new ApiError(404, 'no-such-run', 'No crawl has run in this workspace yet.');
      return reportOut(latest);
    },
  );

  api.get(
    '/crawls/:name/sites',
    {
      schema: {
        tags,
        summary: 'Its sites, with what robots.txt said',
        params: schema.crawlName,
        querystring: schema.listQuery,
        response: { 200: schema.sites, ...refusals },
      },
    },
    ({ params, query: { after, limit } }) => {
      const crawl = crawls.get(params.name);
      const { items, next } = crawl.read(({ catalogue }) => catalogue.sites(after, limit));
      const counts = new Map(crawl.summary()?.sites.map((site) => [site.site, site]));
      return {
        items: items.map((row) => {
          const { documents = 0, fetches = 0, failures = 0 } = counts.get(row.site) ?? {};
          return { ...withTimes(row, 'robotsFetchedAt'), documents, fetches, failures };
        }),
        next,
      };
    },
  );
}

/** Made while the workspace is open: some of a report is worked out when it is looked at. */
const reportOut = (report: RunReport) => ({ ...report, summary: { ...report.summary } });

/** One workspace that cannot be read must not hide the others. */
async function statusOrError(crawl: ServedCrawl) {
  try {
    return await crawl.status();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error;
    return { name: crawl.name, workspace: crawl.folder, error: { code, message } };
  }
}
