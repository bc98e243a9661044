/** Server-Sent Events: the journal as it grows, and how the crawl stands. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Api, type RouteContext, refusals } from '../api/routes.js';
import { crawlName, eventsQuery, problem } from '../api/schemas.js';
import { ApiError } from '../api-error.js';
import type { ServedCrawl } from '../crawls/index.js';
import { Feed } from './feed.js';
import { SendingTurns } from './sending-turns.js';

export { eventText } from './event-text.js';

const MOST_LISTENERS = 64;

export class Feeds {
  readonly #feeds = new Map<ServedCrawl, Feed>();
  readonly #turns = new SendingTurns();

  get listeners(): number {
    return [...this.#feeds.values()].reduce((sum, { size }) => sum + size, 0);
  }

  open(crawl: ServedCrawl, reply: FastifyReply, after: number | null): void {
    if (this.listeners >= MOST_LISTENERS)
      throw new ApiError(503, 'too-many-listeners', `${MOST_LISTENERS} clients listen already. Try again later, or read the journal.`);
    const sequence = crawl.read(({ repository }) => repository.journal.last()); // whatever is wrong with it is said before the stream begins
    const feed = this.#feedOf(crawl);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    } as never);
    feed.add(reply.raw, after, sequence);
  }

  /** To be told of each connection: see SendingTurns. */
  giveWay(): void {
    this.#turns.giveWay();
  }

  close(): void {
    for (const feed of this.#feeds.values()) feed.close();
  }

  #feedOf(crawl: ServedCrawl): Feed {
    const known = this.#feeds.get(crawl);
    if (known) return known;
    const feed = new Feed(crawl, this.#turns);
    this.#feeds.set(crawl, feed);
    return feed;
  }
}

export function eventRoutes(api: Api, { crawls }: RouteContext, feeds: Feeds): void {
  api.get(
    '/crawls/:name/events',
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['changes'],
        summary: 'Server-Sent Events: journal entries, status, runs',
        description:
          'Events: `journal` (an entry; its `id` is the sequence number), `status` (how the crawl stands, while it runs), `run` (one began or ended), `reset` (the workspace was made anew), `trouble`. A client that comes back with Last-Event-ID gets each entry once.',
        produces: ['text/event-stream'],
        params: crawlName,
        querystring: eventsQuery,
        response: { ...refusals, 503: problem.describe('the workspace cannot be read now, or too many clients listen') },
      },
    },
    async ({ params, query, headers }, reply) => {
      feeds.open(crawls.get(params.name), reply, lastEventId(headers) ?? query.after ?? null);
      return reply;
    },
  );
}

/** Comes from the browser when it reconnects, and is newer than what stands in the address. */
export function lastEventId(headers: FastifyRequest['headers']): number | null {
  const given = headers['last-event-id'];
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : null;
}
