/**
 * Server-Sent Events of a worker: how it stands, and its trace as it grows.
 *
 * A client is a place in the trace, as one of a crawl is a place in its journal: what it has no room for yet is read for it
 * later. It is told at most some times a second, however busy the worker is.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { TraceLevel } from '../../run/workers/index.js';
import type { Api } from '../api/routes.js';
import { problem } from '../api/schemas.js';
import { ApiError } from '../api-error.js';
import { eventText, lastEventId } from '../events/index.js';
import * as schema from './schemas.js';
import type { OpenedWorker, ServedWorkers, WorkerView } from './served-workers.js';

const MOST_LISTENERS = 64;
const TELL_MS = 150;
const HEARTBEAT_MS = 15_000;
const STUCK_MS = 60_000;
const SLICE = 200;
const RETRY_MS = 2000;

export class WorkerFeeds {
  readonly #listeners = new Set<WorkerListener>();

  get listeners(): number {
    return this.#listeners.size;
  }

  open(opened: OpenedWorker, view: () => WorkerView, reply: FastifyReply, place: { level: TraceLevel; after: number }): void {
    if (this.#listeners.size >= MOST_LISTENERS)
      throw new ApiError(503, 'too-many-listeners', `${MOST_LISTENERS} clients listen already. Try again later, or read the trace.`);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    } as never);
    const listener = new WorkerListener(opened, view, reply.raw, place);
    this.#listeners.add(listener);
    const forget = () => {
      listener.close();
      this.#listeners.delete(listener);
    };
    reply.raw.once('close', forget);
    reply.raw.on('error', forget); // a client that vanishes is no news
  }

  close(): void {
    for (const listener of this.#listeners) listener.end();
  }
}

class WorkerListener {
  readonly #opened: OpenedWorker;
  readonly #view: () => WorkerView;
  readonly #out: ServerResponse;
  readonly #level: TraceLevel;
  readonly #unwatch: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #after: number;
  #cleared: number;
  #said = '';
  #timer: NodeJS.Timeout | null = null;
  #fullSince: number | null = null;

  constructor(opened: OpenedWorker, view: () => WorkerView, out: ServerResponse, { level, after }: { level: TraceLevel; after: number }) {
    const { trace } = opened.worker;
    this.#opened = opened;
    this.#view = view;
    this.#out = out;
    this.#level = level;
    // A higher number than there is: the service was started anew, and what the client has is of another one.
    this.#after = after > trace.last ? 0 : after;
    this.#cleared = trace.clearedAt;
    this.#write(`retry: ${RETRY_MS}\n\n`);
    if (after > trace.last || after < trace.clearedAt) this.#write(eventText('clear', {}));
    out.on('drain', () => this.#goOn());
    this.#unwatch = opened.worker.watch(() => {
      this.#timer ??= setTimeout(() => this.#tell(), TELL_MS).unref();
    });
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    this.#tell();
  }

  close(): void {
    this.#unwatch();
    clearInterval(this.#heartbeat);
    if (this.#timer) clearTimeout(this.#timer);
  }

  end(): void {
    this.close();
    this.#out.end();
  }

  #tell(): void {
    this.#timer = null;
    const { trace } = this.#opened.worker;
    if (trace.clearedAt > this.#cleared) this.#write(eventText('clear', {}));
    this.#cleared = trace.clearedAt;
    // Before the state: who is told of an end has been told of what came before it.
    if (this.#sendLines()) {
      this.#timer ??= setTimeout(() => this.#tell(), 0); // others first
      return;
    }
    if (!this.#hasRoom()) return;
    const said = JSON.stringify(this.#view());
    if (said !== this.#said) this.#write(`event: state\ndata: ${said}\n\n`);
    this.#said = said;
  }

  /** As many as at one go; true when there may be more, and room for them. */
  #sendLines(): boolean {
    const lines = this.#hasRoom() ? this.#opened.worker.trace.read(this.#level, this.#after, SLICE) : [];
    if (lines.length === 0) return false;
    this.#after = lines.at(-1)?.sequence ?? this.#after;
    this.#write(lines.map((line) => eventText('line', line, line.sequence)).join(''));
    return this.#hasRoom();
  }

  #goOn(): void {
    this.#fullSince = null;
    this.#tell();
  }

  /** Keeps proxies from closing a quiet stream; who takes nothing for too long is let go. */
  #beat(): void {
    if (this.#hasRoom()) this.#write(': still here\n\n');
    else if (performance.now() - (this.#fullSince ?? 0) > STUCK_MS) this.#out.destroy();
  }

  #write(text: string): void {
    if (!this.#out.write(text)) this.#fullSince ??= performance.now();
  }

  #hasRoom(): boolean {
    return this.#fullSince === null && !this.#out.destroyed;
  }
}

export function workerEvents(api: Api, workers: ServedWorkers, feeds: WorkerFeeds): void {
  api.get(
    '/portals/:id/events',
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['portals'],
        summary: 'Server-Sent Events: state and trace of its worker',
        description:
          'Events: `state` (how the worker stands), `line` (of the trace; its `id` is its number), `clear` (the trace was cleared away). A client that comes back with Last-Event-ID gets each line once.',
        produces: ['text/event-stream'],
        params: schema.portalId,
        querystring: schema.eventsQuery,
        response: { 404: problem.describe('no such portal'), 503: problem.describe('too many clients listen') },
      },
    },
    async ({ params, query, headers }, reply) => {
      const opened = await workers.open(params.id);
      const place = { level: query.level, after: lastEventId(headers) ?? query.after ?? 0 };
      feeds.open(opened, () => workers.view(opened), reply, place);
      return reply;
    },
  );
}
