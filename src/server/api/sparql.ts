/** The SPARQL 1.1 protocol over the knowledge of a crawl. Queries run in processes of their own; this reads requests and passes answers on. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Asker, SparqlError, type SparqlProblem, type SparqlRequest, type SparqlService } from '../../views/sparql/index.js';
import { callerOf } from '../access/index.js';
import { ApiError } from '../api-error.js';
import { type RouteContext, refusals, typed } from './routes.js';
import * as schema from './schemas.js';
import { serviceDescription } from './service-description.js';

export interface SparqlServing {
  readonly service: SparqlService;
  /** Updates change what this crawl knows, and nothing else. */
  readonly allowUpdate: boolean;
}

const DESCRIPTION =
  'The SPARQL 1.1 protocol. Without FROM a query sees everything as one graph; GRAPH ?g tells the document a statement came from. Formats by Accept or `format`: json, xml, csv, tsv, table, markdown; for CONSTRUCT and DESCRIBE turtle, ntriples, nquads, trig, jsonld, rdfxml. Without a query: a description of the service.';

const queryOf = z.object({
  query: z.string().optional().describe('the query'),
  'default-graph-uri': z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('what the query sees as its default graph'),
  'named-graph-uri': z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('what GRAPH can name'),
  format: z.string().max(100).optional().describe('format of the answer, by name or media type'),
  smush: z.enum(['0', '1']).optional().describe('1: resources with the same identifying value (a mailbox, owl:sameAs) are one'),
  output: z.string().max(100).optional().describe('another name of format'),
});

/** A scope of its own, because here bodies need not be JSON. */
export async function sparqlRoutes(app: FastifyInstance, context: RouteContext): Promise<void> {
  for (const type of ['application/x-www-form-urlencoded', 'application/sparql-query', 'application/sparql-update'])
    app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const tags = ['knowledge'];
  const api = typed(app);
  const read = { tags, summary: 'Ask a SPARQL query', description: DESCRIPTION, querystring: queryOf };
  const write = {
    tags,
    summary: 'Ask a SPARQL query, or send an update',
    description: `${DESCRIPTION} Bodies: application/sparql-query, application/sparql-update, or a form with query= or update=.`,
    consumes: ['application/sparql-query', 'application/sparql-update', 'application/x-www-form-urlencoded'],
  };
  const named = { params: schema.crawlName };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => respond(request, reply, context);
  api.get('/api/v1/crawls/:name/sparql', { schema: { ...read, ...named, response: refusals } }, answer);
  api.post('/api/v1/crawls/:name/sparql', { schema: { ...write, ...named, response: refusals } }, answer);
  api.get('/sparql', { schema: { ...read, response: refusals } }, answer);
  api.post('/sparql', { schema: { ...write, response: refusals } }, answer);
}

async function respond(request: FastifyRequest, reply: FastifyReply, context: RouteContext): Promise<FastifyReply> {
  const { sparql, crawls } = context;
  if (!sparql) throw new ApiError(404, 'no-sparql', 'SPARQL is not served here.');
  const { name } = request.params as { name?: string };
  const crawl = name === undefined ? onlyCrawl(crawls) : crawls.get(name);
  const wish = readWish(request);
  if (wish.text === null) return describe(request, reply, sparql);
  if (wish.kind === 'update' && !sparql.allowUpdate)
    throw new ApiError(403, 'no-update', 'Updates are switched off. Start the server with --allow-update to change what a crawl knows.');
  try {
    const smush = new URL(request.url, 'http://localhost').searchParams.get('smush') === '1';
    const { mediaType, pieces } = await sparql.service.ask(
      { ...wish, text: wish.text, folder: crawl.folder, smush },
      askerOf(request, reply),
    );
    return reply.type(`${mediaType}; charset=utf-8`).header('vary', 'accept').send(Readable.from(pieces));
  } catch (error) {
    throw asApiError(error);
  }
}

/** By address. Whoever hangs up waits no longer. */
export function askerOf(request: FastifyRequest, reply: FastifyReply): Asker {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new Error('The client has gone.')));
  return { asker: callerOf(request.ip), signal: gone.signal };
}

export const asApiError = (error: unknown): unknown =>
  error instanceof SparqlError ? new ApiError(STATUS[error.problem], error.problem, error.message, { cause: error }) : error;

const STATUS: Readonly<Record<SparqlProblem, number>> = {
  syntax: 400,
  'too-long': 413,
  'too-deep': 400,
  'too-slow': 503,
  'too-many-rows': 400,
  'too-much-memory': 503,
  'not-allowed': 400,
  'no-such-graph': 400,
  'no-such-format': 406,
  'not-a-query': 400,
  busy: 503,
};

function onlyCrawl(crawls: RouteContext['crawls']) {
  const [only, another] = crawls.list();
  if (only && !another) return only;
  const where = 'Ask /api/v1/crawls/NAME/sparql.';
  throw new ApiError(404, 'no-such-crawl', only ? `Several crawls are served here. ${where}` : 'No crawl is served here yet.');
}

type Wish = Omit<SparqlRequest, 'folder' | 'text'> & { readonly text: string | null };

/** What the protocol allows in three places: the address, a form, a body of its own type. */
function readWish(request: FastifyRequest): Wish {
  const address = new URL(request.url, 'http://localhost').searchParams;
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  const isForm = request.method === 'POST' && type === 'application/x-www-form-urlencoded';
  const parameters = isForm ? new URLSearchParams(request.body as string) : address;
  const accept = request.headers.accept;
  const format = parameters.get('format') ?? parameters.get('output') ?? address.get('format') ?? address.get('output') ?? undefined;
  const wish = { format, accept };
  if (request.method === 'POST' && !isForm) {
    if (typeof request.body !== 'string')
      throw new ApiError(415, 'not-sparql', 'Send a form, application/sparql-query or application/sparql-update.');
    const kind = type === 'application/sparql-update' ? 'update' : 'query';
    return { kind, text: request.body, wish, ...graphsIn(address, kind) };
  }
  return { ...operationIn(parameters, request.method), wish };
}

function operationIn(parameters: URLSearchParams, method: string): Pick<Wish, 'kind' | 'text' | 'graphs'> {
  const [queries, updates] = [parameters.getAll('query'), parameters.getAll('update')];
  if (queries.length + updates.length > 1) throw new ApiError(400, 'several-queries', 'Send one query or one update at a time.');
  if (updates.length && method !== 'POST') throw new ApiError(405, 'update-by-get', 'An update must be sent with POST.');
  if (updates.length === 0 && queries.length === 0 && method === 'POST')
    throw new ApiError(400, 'no-query', 'The form has neither query= nor update=.');
  const kind = updates.length ? 'update' : 'query';
  return { kind, text: updates[0] ?? queries[0] ?? null, ...graphsIn(parameters, kind) };
}

function graphsIn(parameters: URLSearchParams, kind: 'query' | 'update'): Pick<Wish, 'graphs'> {
  const [unnamed, named] = kind === 'query' ? ['default-graph-uri', 'named-graph-uri'] : ['using-graph-uri', 'using-named-graph-uri'];
  const graphs = { unnamed: parameters.getAll(unnamed as string), named: parameters.getAll(named as string) };
  return graphs.unnamed.length + graphs.named.length ? { graphs } : {};
}

/** Without a query: what this endpoint can do. */
function describe(request: FastifyRequest, reply: FastifyReply, { allowUpdate }: SparqlServing): FastifyReply {
  const endpoint = `${request.protocol}://${request.host}${request.url.replace(/\?.*/s, '')}`;
  const { mediaType, text } = serviceDescription(endpoint, allowUpdate, request.headers.accept);
  return reply.type(`${mediaType}; charset=utf-8`).send(text);
}
