/** The API of portals and their workers: what the page of a portal asks for. */
import { traceText } from '../../run/workers/index.js';
import type { Api } from '../api/routes.js';
import { nothing, problem } from '../api/schemas.js';
import { ApiError } from '../api-error.js';
import * as schema from './schemas.js';
import type { ServedWorkers } from './served-workers.js';
import { type WorkerFeeds, workerEvents } from './worker-events.js';

const tags = ['portals'];
const refusals = {
  400: problem.describe('something in the request is wrong; `fields` says where'),
  404: problem.describe('no such portal, or nothing of that kind yet'),
} as const;
const ofSteering = {
  ...refusals,
  403: problem.describe('a page of another site asked, or the server does not allow it'),
  409: problem.describe('not possible in the present state of the worker'),
  415: problem.describe('the body is not JSON'),
} as const;

export function portalRoutes(api: Api, workers: ServedWorkers, feeds: WorkerFeeds): void {
  readingRoutes(api, workers);
  parameterRoutes(api, workers);
  steeringRoutes(api, workers);
  traceRoutes(api, workers);
  workerEvents(api, workers, feeds);
}

function readingRoutes(api: Api, workers: ServedWorkers): void {
  api.get(
    '/portals',
    { schema: { tags, summary: 'All portals, with their last runs', response: { 200: schema.portals } } },
    async () => ({ items: await workers.list() }) as never,
  );
  api.get(
    '/portals/:id',
    {
      schema: {
        tags,
        summary: 'The state of the worker of a portal',
        params: schema.portalId,
        response: { 200: schema.worker, ...refusals },
      },
    },
    async ({ params }) => workers.view(await workers.open(params.id)) as never,
  );
  api.get(
    '/portals/:id/results',
    {
      schema: { tags, summary: 'Results of its run', params: schema.portalId, response: { 200: schema.workerResults, ...refusals } },
    },
    async ({ params }) => {
      const { results, name } = (await workers.open(params.id)).worker;
      if (!results) throw new ApiError(404, 'no-results', `${name} has no results: no run has ended since the last reset.`);
      return results;
    },
  );
  api.get(
    '/portals/:id/usage',
    { schema: { tags, summary: 'The help text', params: schema.portalId, produces: ['text/plain'] } },
    async ({ params }, reply) => reply.type('text/plain; charset=utf-8').send((await workers.open(params.id)).portal.usage as never),
  );
}

function parameterRoutes(api: Api, workers: ServedWorkers): void {
  const params = schema.portalId;
  api.get(
    '/portals/:id/form',
    { schema: { tags, summary: 'Its parameters as a form', params, response: { 200: schema.form, ...refusals } } },
    async (request) => (await workers.open(request.params.id)).portal.form as never,
  );
  api.put(
    '/portals/:id/parameters',
    {
      schema: {
        tags,
        summary: 'Change parameters, while it waits to be started',
        params,
        body: schema.formValues,
        response: { 200: schema.worker, ...ofSteering },
      },
    },
    async (request) => {
      const opened = await workers.open(request.params.id);
      await workers.change(opened, request.body);
      return workers.view(opened) as never;
    },
  );
  api.get(
    '/portals/:id/worker-file',
    { schema: { tags, summary: 'Its parameters as a worker file', params, produces: ['application/xml'] } },
    async (request, reply) => {
      const { portal, worker } = await workers.open(request.params.id);
      return reply
        .type('application/xml; charset=utf-8')
        .header('content-disposition', `attachment; filename="${portal.id}.xml"`)
        .send(portal.save(worker.parameters) as never);
    },
  );
  api.put(
    '/portals/:id/worker-file',
    {
      schema: {
        tags,
        summary: 'Take parameters from a worker file, while it waits to be started',
        params,
        body: schema.fileBody,
        response: { 200: schema.opened, ...ofSteering },
      },
    },
    async (request) => {
      const opened = await workers.open(request.params.id);
      const { values, notes } = readFile(() => opened.portal.open(request.body.file));
      const wrong = await workers.take(opened, values);
      return { worker: workers.view(opened), notes: [...notes, ...wrong] } as never;
    },
  );
}

/** Whatever is wrong with a file that somebody gave is for him to know. */
function readFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ApiError(400, 'no-worker-file', (error as Error).message, { cause: error });
  }
}

function steeringRoutes(api: Api, workers: ServedWorkers): void {
  const params = schema.portalId;
  api.post(
    '/portals/:id/start',
    {
      schema: {
        tags,
        summary: 'Start it, with the parameters it has or with these',
        params,
        body: schema.startBody,
        response: { 202: schema.worker, ...ofSteering },
      },
    },
    async (request, reply) => {
      const opened = await workers.open(request.params.id);
      const { parameters, run } = request.body ?? {};
      const isGiven = parameters !== undefined || run !== undefined;
      await workers.start(opened, isGiven ? { parameters: parameters ?? {}, run: run ?? {} } : null);
      return reply.code(202).send(workers.view(opened) as never);
    },
  );
  for (const [wish, summary] of [
    ['cancel', 'Cancel the run; it ends as soon as what is under way has'],
    ['reset', 'After the end: wait to be started again'],
  ] as const)
    api.post(
      `/portals/:id/${wish}`,
      { schema: { tags, summary, params, body: nothing, response: { 202: schema.worker, ...ofSteering } } },
      async (request, reply) => {
        const opened = await workers.open(request.params.id);
        opened.worker[wish]();
        return reply.code(202).send(workers.view(opened) as never);
      },
    );
}

function traceRoutes(api: Api, workers: ServedWorkers): void {
  const params = schema.portalId;
  api.get(
    '/portals/:id/trace',
    {
      schema: { tags, summary: 'What it said', params, querystring: schema.traceQuery, response: { 200: schema.trace, ...refusals } },
    },
    async ({ params: { id }, query: { level, after, format } }, reply) => {
      const { worker } = await workers.open(id);
      const lines = worker.trace.read(level, after);
      if (format === 'json') return { items: lines };
      return reply
        .type('text/plain; charset=utf-8')
        .serializer(String)
        .send(traceText(lines) as never);
    },
  );
  api.delete(
    '/portals/:id/trace',
    {
      schema: {
        tags,
        summary: 'Clear the trace',
        params,
        body: nothing,
        response: { 204: schema.portalId.nullable(), ...ofSteering },
      },
    },
    async ({ params: { id } }, reply) => {
      (await workers.open(id)).worker.clearTrace();
      return reply.code(204).send(null);
    },
  );
}
