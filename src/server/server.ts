/**
 * The server of `winnow serve`: API, events, metrics and the live page over one or several workspaces.
 *
 * It changes nothing itself: it reads workspaces through connections of its own, and passes wishes on to the process
 * that crawls. Where it may listen and who may ask is decided in access/.
 */
import { type AddressInfo, isIP } from 'node:net';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkToken, type GuardOptions, guard } from './access/index.js';
import { answerBadAddress, answerErrors } from './answer-errors.js';
import { controlRoutes } from './api/control.js';
import { documentRoutes } from './api/documents.js';
import { journalRoutes } from './api/journal.js';
import { reportRoutes } from './api/reports.js';
import { type RouteContext, typed } from './api/routes.js';
import { searchRoutes } from './api/search.js';
import { type SparqlServing, sparqlRoutes } from './api/sparql.js';
import { statusRoutes } from './api/status.js';
import { ApiError } from './api-error.js';
import { type CrawlPlaces, Crawls, type OpenReading } from './crawls/index.js';
import { eventRoutes, Feeds } from './events/index.js';
import { Metrics } from './metrics.js';
import { pageRoutes } from './page/routes.js';

export interface ServerOptions extends CrawlPlaces, Pick<GuardOptions, 'clock'> {
  readonly host: string;
  /** 0 takes any. */
  readonly port: number;
  /** Null: none is needed, and only this machine may ask. */
  readonly token: string | null;
  /** Of Winnow. */
  readonly version: string;
  /** Opens a workspace to look at it. */
  readonly open: OpenReading;
  /** Brings the search index of a workspace up to date some time soon. Left out: somebody else does. */
  readonly refreshSearch?: (folder: string) => void;
  /** Starts a process that crawls into a workspace by its last definition. Left out: nobody may start one from here. */
  readonly start?: (folder: string) => Promise<void>;
  /** Answers SPARQL over what a workspace knows. Left out: nobody does. */
  readonly sparql?: SparqlServing;
  /** Told of what went wrong inside. */
  readonly onError: (error: unknown) => void;
}

export interface RunningServer {
  /** With a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

export class ServerError extends Error {
  override readonly name = 'UsageError';
}

const MOST_CONNECTIONS = 256;
/** As much as a crawl takes in one request: see control. */
const LARGEST_BODY = 900_000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  mustBeSafe(options);
  const { app, crawls } = await makeServer(options);
  app.server.maxConnections = MOST_CONNECTIONS;
  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await app.close();
    throw listening(error, options);
  }
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://${isIP(options.host) === 6 ? `[${options.host}]` : options.host}:${port}/`,
    async close() {
      await app.close();
      crawls.close();
    },
  };
}

/** The routes without a place to listen. */
export async function makeServer(options: ServerOptions): Promise<{ app: FastifyInstance; crawls: Crawls }> {
  const app = Fastify({
    bodyLimit: LARGEST_BODY,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 255 },
    frameworkErrors: answerBadAddress,
  });
  const crawls = new Crawls(options, options.open);
  const { version, refreshSearch = () => {}, start = null, sparql = null } = options;
  const context: RouteContext = { crawls, version, refreshSearch, start, sparql };
  const feeds = new Feeds();
  const metrics = new Metrics(crawls, feeds, options.version);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  onlyJson(app);
  answerErrors(app, options.onError);
  guard(app, options);
  metrics.countAnswers(app);
  app.addHook('preClose', async () => feeds.close());
  keepIndexesCurrent(app, crawls, refreshSearch);
  await app.register(swagger, { openapi: openapiHead(options), transform: jsonSchemaTransform });
  await app.register(
    async (scope) => {
      const api = typed(scope);
      statusRoutes(api, context);
      documentRoutes(api, context);
      searchRoutes(api, context);
      reportRoutes(api, context);
      journalRoutes(api, context);
      eventRoutes(api, context, feeds);
      controlRoutes(api, context);
    },
    { prefix: '/api/v1' },
  );
  await app.register(async (scope) => sparqlRoutes(scope, context));
  watchRoutes(app, crawls, metrics);
  pageRoutes(app, context);
  await app.ready();
  return { app, crawls };
}

const LOOK_MS = 10_000;

/** Those that have an index: the first search makes it, and a crawl does unless its definition says otherwise. */
function keepIndexesCurrent(app: FastifyInstance, crawls: Crawls, refresh: (folder: string) => void): void {
  const seen = new Map<string, string>();
  const look = () => {
    for (const crawl of crawls.list()) {
      const stamp = crawl.stamp();
      if (!crawl.hasSearch() || seen.get(crawl.folder) === stamp) continue;
      seen.set(crawl.folder, stamp);
      refresh(crawl.folder);
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Bodies are JSON or nothing. An empty one is an empty object, so that a stop needs no more than its address. */
function onlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parse(request, body as string, done),
  );
}

function openapiHead({ version, token }: ServerOptions) {
  return {
    openapi: '3.1.0',
    info: { title: 'Winnow', version, description: 'How crawls stand, what they hold, what changed, and a hand on those that run.' },
    ...(token === null
      ? {}
      : { components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer' } } }, security: [{ token: [] }] }),
  };
}

/** For those who watch over the process. */
function watchRoutes(app: FastifyInstance, crawls: Crawls, metrics: Metrics): void {
  const tags = ['watching'];
  const api = typed(app);
  api.get('/healthz', { schema: { tags, summary: 'The server lives', response: { 200: z.object({ ok: z.literal(true) }) } } }, () => ({
    ok: true as const,
  }));
  const ready = z.object({ ready: z.boolean() });
  api.get(
    '/readyz',
    { schema: { tags, summary: 'Every workspace can be read', response: { 200: ready, 503: ready } } },
    async (_request, reply) => {
      const isReady = crawls.list().every((crawl) => canBeRead(crawl));
      return reply.code(isReady ? 200 : 503).send({ ready: isReady });
    },
  );
  app.get('/metrics', { schema: { tags, summary: 'Metrics for Prometheus', produces: ['text/plain'] } }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  );
  app.get('/openapi.json', { schema: { tags, summary: 'This contract' } }, async () => app.swagger());
}

function canBeRead(crawl: ReturnType<Crawls['get']>): boolean {
  try {
    crawl.read(({ repository }) => repository.journal.last());
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 404; // not made yet is no fault
  }
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/i;

function mustBeSafe({ host, token }: ServerOptions): void {
  if (token !== null) checkToken(token);
  else if (!LOOPBACK.test(host))
    throw new ServerError(
      `Others could reach the server on ${host}, and it has no token. Give one (--token-file FILE makes it), or stay on this machine: --host 127.0.0.1.`,
    );
}

function listening(error: unknown, { host, port }: ServerOptions): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new ServerError(`Port ${port} on ${host} is taken. Choose another with --port, or --port 0 for any that is free.`, {
      cause: error,
    });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES')
    return new ServerError(`Cannot listen on ${host}, port ${port} (${code}). Choose another with --host and --port.`, { cause: error });
  return error;
}
