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
import { WinnowError } from '../model/index.js';
import type { TableDatabase, WorkspaceSigns } from '../store/index.js';
import { checkToken, type GuardOptions, guard } from './access/index.js';
import { answerBadAddress, answerErrors } from './answer-errors.js';
import { controlRoutes } from './api/control.js';
import { documentRoutes } from './api/documents.js';
import { journalRoutes } from './api/journal.js';
import { healthRoutes, type LookAtPortals } from './api/portal-health.js';
import { repetitionRoutes } from './api/repetition.js';
import { reportRoutes } from './api/reports.js';
import { type RouteContext, typed } from './api/routes.js';
import { searchRoutes } from './api/search.js';
import { type SparqlServing, sparqlRoutes } from './api/sparql.js';
import { statusRoutes } from './api/status.js';
import { tableRoutes } from './api/tables.js';
import { ApiError } from './api-error.js';
import { limitConnections } from './connections.js';
import { type CrawlPlaces, Crawls, type OpenReading } from './crawls/index.js';
import { eventRoutes, Feeds } from './events/index.js';
import { type IngestServing, ingestRoutes } from './ingest/index.js';
import { connectionLimits, DEFAULT_SERVER_LIMITS, type ServerLimits } from './limits.js';
import { Metrics } from './metrics.js';
import { pageRoutes, portalPages } from './page/routes.js';
import { tablePages } from './page/table-routes.js';
import { type PortalServing, portalRoutes, ServedWorkers, WorkerFeeds } from './portals/index.js';
import { takeTurns } from './request-turns.js';

/** Where a server listens, and to whom. */
export interface ListenOptions extends Pick<GuardOptions, 'clock'> {
  readonly host: string;
  /** 0 takes any. */
  readonly port: number;
  /** Null: none is needed, and only this machine may ask. */
  readonly token: string | null;
  /** Of Winnow. */
  readonly version: string;
  /** Key and certificate, PEM: then it speaks HTTPS. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer } | undefined;
  /** Takes document groups in. Left out: it does not. */
  readonly ingest?: IngestServing | undefined;
  /** What is left out is as usual. */
  readonly limits?: Partial<ServerLimits> | undefined;
  /** Told of what went wrong inside. */
  readonly onError: (error: unknown) => void;
}

export interface ServerOptions extends ListenOptions, CrawlPlaces {
  /** Opens a workspace to look at it. */
  readonly open: OpenReading;
  /** Tells of workspaces without opening them. */
  readonly signs: WorkspaceSigns;
  /** Brings the search index of a workspace up to date some time soon. Left out: somebody else does. */
  readonly refreshSearch?: (folder: string) => void;
  /** Starts a process that crawls into a workspace by its last definition. Left out: nobody may start one from here. */
  readonly start?: (folder: string) => Promise<void>;
  /** Answers SPARQL over what a workspace knows. Left out: nobody does. */
  readonly sparql?: SparqlServing;
  /** Portals that are shown and run from here. Left out: there are none. */
  readonly portals?: PortalServing;
  /** Databases whose tables are shown beside those of the workspaces. Whoever opened them closes them. */
  readonly databases?: readonly TableDatabase[];
  /** Says how the portals in a workspace do. Left out: nobody does. */
  readonly health?: LookAtPortals;
}

export interface RunningServer {
  /** With a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

export class ServerError extends WinnowError {
  override readonly name = 'UsageError';
  constructor(message: string, options?: ErrorOptions) {
    super('SERVER_NOT_STARTED', message, options);
  }
}

/** As much as a crawl takes in one request: see control. */
const LARGEST_BODY = 900_000;
/** Whoever drips is given up by then, all of them at once; most are cut off before, a few at a time: see connections.ts. */
const HEADERS_MS = 60_000;
const REQUEST_MS = 60_000;
/** The contract's default for everything that takes time. */
const RECEIVE_MS = 600_000;
/** Connections that wait to be taken while we are busy. Systems have a limit of their own. */
const BACKLOG = 4096;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  mustBeSafe(options);
  const { app, crawls, workers } = await makeServer(options);
  return listenOn(app, options, async () => {
    await workers?.close();
    crawls.close();
  });
}

/** The service that takes groups in, alone. */
export async function startIngestServer(options: ListenOptions & { readonly ingest: IngestServing }): Promise<RunningServer> {
  mustBeSafe(options);
  const app = await makeApp(options);
  await app.register(async (scope) => ingestRoutes(scope, options.ingest));
  aliveRoute(app);
  await app.ready();
  return listenOn(app, options, async () => {});
}

async function listenOn(app: FastifyInstance, options: ListenOptions, close: () => Promise<void>): Promise<RunningServer> {
  const { host } = options;
  takeTurns(app.server);
  limitConnections(app.server, connectionLimits(limitsOf(options)));
  try {
    await app.listen({ host, port: options.port, backlog: BACKLOG });
  } catch (error) {
    await app.close();
    throw listening(error, options);
  }
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `${options.tls ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`,
    async close() {
      await app.close();
      await close();
    },
  };
}

const limitsOf = ({ limits }: ListenOptions): ServerLimits => ({ ...DEFAULT_SERVER_LIMITS, ...limits });

/** A server without routes: guarded, and answering errors as all of ours do. */
async function makeApp(options: ListenOptions): Promise<FastifyInstance> {
  const { tls, ingest } = options;
  const { trustedProxies, requestsPerSecond } = limitsOf(options);
  const app = Fastify({
    trustProxy: trustedProxies.length ? [...trustedProxies] : false,
    bodyLimit: LARGEST_BODY,
    requestTimeout: ingest ? (ingest.receiveTimeout ?? RECEIVE_MS) : REQUEST_MS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 255 },
    frameworkErrors: answerBadAddress,
    ...(tls ? { https: { ...tls, headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5000 } } : {}),
    ...(tls ? {} : { http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5000 } }),
  }) as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  onlyJson(app);
  answerErrors(app, options.onError);
  guard(app, { ...options, requestsPerSecond });
  await app.register(swagger, { openapi: openapiHead(options), transform: jsonSchemaTransform });
  return app;
}

interface Made {
  readonly app: FastifyInstance;
  readonly crawls: Crawls;
  readonly workers: ServedWorkers | null;
}

/** The routes without a place to listen. */
export async function makeServer(options: ServerOptions): Promise<Made> {
  const app = await makeApp(options);
  const crawls = new Crawls(options, options.open, options.signs);
  const { version, refreshSearch = () => {}, start = null, sparql = null, health = null, databases = [] } = options;
  const workers = options.portals ? new ServedWorkers(options.portals, crawls, health) : null;
  const context: RouteContext = { crawls, version, refreshSearch, start, sparql, workers, databases };
  const feeds = new Feeds();
  const workerFeeds = new WorkerFeeds();
  const metrics = new Metrics(crawls, feeds, options.version);
  metrics.countAnswers(app);
  app.server.on('connection', () => feeds.giveWay());
  app.addHook('preClose', async () => {
    feeds.close();
    workerFeeds.close();
  });
  keepIndexesCurrent(app, crawls, refreshSearch);
  await app.register(
    async (scope) => {
      const api = typed(scope);
      statusRoutes(api, context);
      documentRoutes(api, context);
      searchRoutes(api, context);
      reportRoutes(api, context);
      journalRoutes(api, context);
      repetitionRoutes(api, context);
      eventRoutes(api, context, feeds);
      controlRoutes(api, context);
      tableRoutes(api, context);
      if (workers) portalRoutes(api, workers, workerFeeds);
      if (health) healthRoutes(api, crawls, health);
    },
    { prefix: '/api/v1' },
  );
  await app.register(async (scope) => sparqlRoutes(scope, context));
  const { ingest } = options;
  if (ingest) await app.register(async (scope) => ingestRoutes(scope, ingest));
  watchRoutes(app, crawls, metrics);
  pageRoutes(app, context);
  tablePages(app, context);
  if (workers) portalPages(app, context, workers);
  await app.ready();
  return { app, crawls, workers };
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

function openapiHead({ version, token }: ListenOptions) {
  return {
    openapi: '3.1.0',
    info: { title: 'Winnow', version, description: 'The state of crawls, what they contain, what changed, and control of those that run.' },
    ...(token === null
      ? {}
      : { components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer' } } }, security: [{ token: [] }] }),
  };
}

const watching = ['watching'];

function aliveRoute(app: FastifyInstance): void {
  const schema = { tags: watching, summary: 'The server lives', response: { 200: z.object({ ok: z.literal(true) }) } };
  typed(app).get('/healthz', { schema }, () => ({ ok: true as const }));
  app.get('/openapi.json', { schema: { tags: watching, summary: 'This contract' } }, async () => app.swagger());
}

/** For those who watch over the process. */
function watchRoutes(app: FastifyInstance, crawls: Crawls, metrics: Metrics): void {
  const tags = watching;
  const api = typed(app);
  aliveRoute(app);
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

function mustBeSafe({ host, token, ingest }: ListenOptions): void {
  if (token !== null) checkToken(token);
  else if (!LOOPBACK.test(host) && !ingest?.senders?.size && !ingest?.allow?.length)
    throw new ServerError(
      `Others could reach the server on ${host}, and it has no token. Give one (--token-file FILE makes it), or stay on this machine: --host 127.0.0.1.`,
    );
}

function listening(error: unknown, { host, port }: ListenOptions): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new ServerError(`Port ${port} on ${host} is taken. Choose another with --port, or --port 0 for any that is free.`, {
      cause: error,
    });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES')
    return new ServerError(`Cannot listen on ${host}, port ${port} (${code}). Choose another with --host and --port.`, { cause: error });
  return error;
}
