/** What a crawl found of repetition: documents that say the same as others, and kinds of URLs that lead nowhere. */
import { type Api, type RouteContext, refusals, withTimes } from './routes.js';
import * as schema from './schemas.js';

const tags = ['documents'];

export function repetitionRoutes(api: Api, { crawls }: RouteContext): void {
  api.get(
    '/crawls/:name/duplicates',
    {
      schema: {
        tags,
        summary: 'Near-duplicates: documents that say the same as another one',
        params: schema.crawlName,
        querystring: schema.listQuery,
        response: { 200: schema.duplicates, ...refusals },
      },
    },
    ({ params, query: { after, limit } }) => {
      const { items, next } = crawls.get(params.name).read(({ catalogue }) => catalogue.duplicates(after, limit));
      return { items: [...items], next };
    },
  );

  api.get(
    '/crawls/:name/duplicates/clusters',
    {
      schema: {
        tags,
        summary: 'The documents with most near-duplicates',
        description: 'Over the whole workspace; of a large one, some seconds old.',
        params: schema.crawlName,
        querystring: schema.clusterQuery,
        response: { 200: schema.clusters, ...refusals },
      },
    },
    ({ params, query: { limit } }) => {
      const crawl = crawls.get(params.name);
      const { documents = 0, exact = 0 } = crawl.summary()?.duplicates ?? {};
      const items = crawl.clusters().slice(0, limit);
      return { documents, exact, items: items.map((cluster) => ({ ...cluster, examples: [...cluster.examples] })) };
    },
  );

  api.get(
    '/crawls/:name/traps',
    {
      schema: {
        tags: ['crawls'],
        summary: 'Traps: kinds of URLs that lead nowhere, and what was spent on them',
        params: schema.crawlName,
        querystring: schema.trapQuery,
        response: { 200: schema.traps, ...refusals },
      },
    },
    ({ params, query: { after, limit, state } }) => {
      const { items, next } = crawls.get(params.name).read(({ catalogue }) => catalogue.traps(after, limit, state));
      return { items: items.map((row) => ({ ...withTimes(row, 'at', 'releasedAt'), examples: [...row.examples] })), next };
    },
  );
}
