/** Wishes to a crawl that runs, passed on to its process. */

import type { AppliedChange } from '../../definition/crawl/index.js';
import { type AddedCounts, sendControl } from '../../run/control/index.js';
import { ApiError } from '../api-error.js';
import { type Api, type RouteContext, refusals } from './routes.js';
import * as schema from './schemas.js';

const tags = ['steering'];
const ofSteering = {
  ...refusals,
  403: schema.problem.describe('a page of another site asked, or the server does not allow it'),
  409: schema.problem.describe('the crawl is not running, or is running already'),
  415: schema.problem.describe('the body is not JSON'),
  504: schema.problem.describe('the crawl does not answer'),
} as const;

export function controlRoutes(api: Api, { crawls, start }: RouteContext): void {
  api.post(
    '/crawls/:name/stop',
    {
      schema: {
        tags,
        summary: 'Stop the crawl; it can go on later',
        params: schema.crawlName,
        body: schema.nothing,
        response: { 202: schema.stopping, ...ofSteering },
      },
    },
    async ({ params }, reply) => {
      await sendControl(crawls.get(params.name).folder, { do: 'stop' });
      return reply.code(202).send({ stopping: true });
    },
  );

  for (const wish of ['pause', 'go-on'] as const)
    api.post(
      `/crawls/:name/${wish}`,
      {
        schema: {
          tags,
          summary: wish === 'pause' ? 'Pause: begin nothing new until the crawl is resumed' : 'Go on after a pause',
          params: schema.crawlName,
          body: schema.nothing,
          response: { 200: schema.asked, ...ofSteering },
        },
      },
      async ({ params }) => {
        await sendControl(crawls.get(params.name).folder, { do: wish });
        return { asked: wish };
      },
    );

  api.post(
    '/crawls/:name/start',
    {
      schema: {
        tags,
        summary: 'Start a run by the last definition, or go on with one that was stopped',
        params: schema.crawlName,
        body: schema.nothing,
        response: { 202: schema.asked, ...ofSteering },
      },
    },
    async ({ params }, reply) => {
      const crawl = crawls.get(params.name);
      if (!start)
        throw new ApiError(403, 'may-not-start', 'Starting is switched off on this server. Switch it on with: winnow serve --allow-start');
      if (await crawl.live()) throw new ApiError(409, 'running', 'The crawl is running already.');
      if (!crawl.summary()) throw new ApiError(409, 'never-run', 'No crawl has run here yet, so there is no definition to start from.');
      await start(crawl.folder);
      return reply.code(202).send({ asked: 'start' as const });
    },
  );

  api.post(
    '/crawls/:name/change',
    {
      schema: {
        tags,
        summary: 'Change settings while it runs',
        params: schema.crawlName,
        body: schema.changeBody,
        response: { 200: schema.changed, ...ofSteering },
      },
    },
    async ({ params, body: { settings } }) => {
      const applied = (await sendControl(crawls.get(params.name).folder, { do: 'change', settings })) as AppliedChange[];
      return { applied };
    },
  );

  api.post(
    '/crawls/:name/urls',
    {
      schema: {
        tags,
        summary: 'Add URLs to the queue, or forbid them',
        params: schema.crawlName,
        body: schema.urlsBody,
        response: { 200: schema.added, ...ofSteering },
      },
    },
    async ({ params, body: { urls } }) => {
      const entries = urls.map((url) => (typeof url === 'string' ? { url } : url));
      return (await sendControl(crawls.get(params.name).folder, { do: 'add', entries })) as AddedCounts;
    },
  );
}
