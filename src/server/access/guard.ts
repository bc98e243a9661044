/**
 * Who may ask for what.
 *
 * Without a token the server is for this machine alone: it listens on loopback, and answers only requests that are
 * addressed to loopback by name, because a page in a browser can be led here under a name of its own (DNS rebinding).
 * With a token every request must bring it. Either way nothing but a page for people may be asked for by another site's page
 * (foreign.ts), and a write must be JSON (or SPARQL, at its own address).
 * Groups are handed over by senders, who have names and passwords of their own: senders.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.js';
import { callerOf, isLoopback } from './address.js';
import { challenge } from './challenge.js';
import { isForeign } from './foreign.js';
import { RateLimit } from './rate-limit.js';
import { type Sender, type SenderOptions, Senders } from './senders.js';
import { opens } from './token.js';

export interface GuardOptions {
  readonly token: string | null;
  /** Where groups come in, and who may bring them; left out: they do not. */
  readonly ingest?: (SenderOptions & { readonly soap: { readonly path: string } | null }) | null | undefined;
  /** Of one address, for long. */
  readonly requestsPerSecond: number;
  /** By which requests are limited. */
  readonly clock?: (() => number) | undefined;
}

/** Answered without a token: whoever watches over the process has none. */
const OPEN: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** So many at once for each that may come every second. */
const BURST_SECONDS = 5;
/** Of this machine: many people may stand behind a proxy here, and a program that runs wild still leaves us time. */
const LOCAL = { burst: 5000, perSecond: 1000 };
/** Wrong tokens of one address. */
const WRONG = { burst: 10, perSecond: 0.2 };

declare module 'fastify' {
  interface FastifyRequest {
    /** Who comes by a door of groups; null: it is another door. */
    sender: Sender | null;
  }
  interface FastifyContextConfig {
    /** A page for people: links of other sites may lead to it. */
    isPage?: boolean;
  }
}

export function guard(app: FastifyInstance, { token, clock, ingest, requestsPerSecond }: GuardOptions): void {
  const strangers = new RateLimit({ burst: BURST_SECONDS * requestsPerSecond, perSecond: requestsPerSecond }, clock);
  const local = new RateLimit(LOCAL, clock);
  const wrong = new RateLimit(WRONG, clock);
  const senders = ingest ? new Senders(token, ingest, wrong) : null;
  const soapPath = ingest?.soap?.path ?? null;
  app.decorateRequest('sender', null);
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(reply);
    mustNotBeForeign(request); // first: what a foreign page does must not count against who may ask
    const door = senders && doorOf(request.url, soapPath);
    if (senders && door) letIn(senders, door, request, reply);
    else {
      limit(isLoopback(request.ip) ? local : strangers, request, reply, 'Too many requests from this address.');
      if (token === null && !senders?.isAsked) mustBeLocal(request);
      else if (!OPEN.has(request.url)) mustOpen(token, wrong, request, reply);
    }
    if (!door) mustBeJson(request);
  });
}

type Door = 'rest' | 'soap';

/** Groups come in by doors of their own; null: it is for something else. */
function doorOf(url: string, soapPath: string | null): Door | null {
  const path = url.replace(/[?#].*/s, '');
  if (path === soapPath) return 'soap';
  return path === '/ingest' || path.startsWith('/ingest/') ? 'rest' : null;
}

/** Those who are let in may come as often as they like: they bring thousands of groups. */
function letIn(senders: Senders, door: Door, request: FastifyRequest, reply: FastifyReply): void {
  if (!senders.isAsked) mustBeLocal(request);
  request.sender = senders.identify(request, reply, door === 'soap');
}

const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

function setHeaders(reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': CONTENT_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': 'no-store',
  });
}

function limit(rate: RateLimit, request: FastifyRequest, reply: FastifyReply, why: string): void {
  const wait = rate.take(callerOf(request.ip));
  if (wait === 0) return;
  reply.header('retry-after', String(Math.ceil(wait)));
  throw new ApiError(429, 'too-many-requests', `${why} Try again in ${Math.ceil(wait)} s.`);
}

/** Addresses cannot be led astray as names can. */
const LOCAL_HOST = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?$/i;

function mustBeLocal({ headers }: FastifyRequest): void {
  if (LOCAL_HOST.test(headers.host ?? '')) return;
  throw new ApiError(403, 'foreign-host', 'This server answers only to http://127.0.0.1 and http://localhost on its own machine.');
}

function mustOpen(token: string | null, wrong: RateLimit, request: FastifyRequest, reply: FastifyReply): void {
  const { authorization } = request.headers;
  if (token !== null && opens(token, authorization)) return;
  if (authorization) limit(wrong, request, reply, 'Too many wrong tokens from this address.');
  challenge(reply, 'Winnow: the token is the password');
  throw new ApiError(401, 'no-token', 'This server needs its token: Authorization: Bearer TOKEN.');
}

function mustNotBeForeign(request: FastifyRequest): void {
  if (isForeign(request, request.routeOptions.config?.isPage === true))
    throw new ApiError(403, 'foreign-origin', 'A page of another site asked for this, so the server refuses.');
}

function mustBeJson({ method, headers, url }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || SPARQL.test(url)) return;
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new ApiError(415, 'not-json', 'Send JSON, with Content-Type: application/json.');
}

/** The protocol of SPARQL has types of bodies of its own. */
const SPARQL = /^[^?]*\/sparql(\?|$)/;
