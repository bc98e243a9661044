/**
 * Fetches what a page asks for while it is shown, like everything else: by the engine's fetcher, after a look at
 * robots.txt, within limits, and kept for the archive.
 *
 * One view takes one turn at its site, so nothing waits here. A resource that was fetched in this crawl is not fetched
 * again: pages of a site share their scripts and often their data. Addresses that the crawl may not visit are refused,
 * also behind redirects.
 */
import { readFileSync } from 'node:fs';
import { type RobotsAccess, robotsFromStatus } from '../../frontier/robots/index.js';
import { domainOf, type Exchange, type HeaderField, headerListOf, isSpooled } from '../../model/index.js';
import type { Fetcher, FetchRequest } from '../../plugins/index.js';
import { decodeBody, FetchError, redirectTarget } from '../index.js';
import type { PageAnswer, PageRequest } from './port.js';

export interface RequestRules {
  readonly fetcher: Fetcher;
  /**
   * What the crawl knows about a URL: the robots.txt rule that forbids it, null when it is allowed, undefined when the
   * site's robots.txt was not read yet.
   */
  readonly objection: (url: string) => string | null | undefined;
  /** Our name in robots.txt. */
  readonly agent: string;
  /** Most bytes of all requests of a page together. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

/** What is remembered of an answer, so that the next page need not ask. */
interface Kept extends PageAnswer {
  readonly size: number;
}

const MOST_KEPT = 64 * 1024 * 1024;
const LARGEST_BODY_SENT = 256 * 1024;
const LARGEST_RATIO = 200;
const MOST_ROBOTS = 2000;
const LARGEST_ROBOTS = 512 * 1024;

export class PageRequests {
  readonly #rules: RequestRules;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Promise<PageAnswer | null>>();
  readonly #robots = new Map<string, Promise<RobotsAccess>>();
  #size = 0;

  constructor(rules: RequestRules) {
    this.#rules = rules;
  }

  /** The requests for one view of the page at this URL. */
  view(url: string, signal: AbortSignal): ViewRequests {
    return new ViewRequests(this, url, signal, this.#rules.maxBytes);
  }

  /** Fetches, or waits for another view that is fetching the same. */
  get(request: PageRequest, view: ViewRequests): Promise<PageAnswer | null> {
    const { url } = request;
    const kept = this.#kept.get(url);
    if (kept) {
      this.#kept.delete(url);
      this.#kept.set(url, kept);
      return Promise.resolve(kept);
    }
    const before = this.#underWay.get(url);
    // The view that asked first may have been stopped meanwhile.
    if (before) return before.catch(() => null).then((answer) => answer ?? this.fetch(request, view));
    const asking = this.fetch(request, view).finally(() => this.#underWay.delete(url));
    this.#underWay.set(url, asking);
    return asking;
  }

  /** Follows redirects here: the browser would follow them without asking us. */
  async fetch(request: PageRequest, view: ViewRequests): Promise<PageAnswer | null> {
    let { url } = request;
    for (let redirects = 0; redirects <= this.#rules.maxRedirects; redirects++) {
      if (!(await this.#mayAsk(url, view))) return null;
      const exchange = await this.#rules.fetcher.fetch(fetchRequest({ ...request, url }, view));
      const answer = answerOf(exchange, view.bytesLeft);
      view.took(exchange);
      const target = exchange.status >= 300 && exchange.status < 400 ? redirectTarget(exchange) : null;
      if (target === null) {
        if (answer && request.method === 'GET' && exchange.status === 200) this.#keep(request.url, answer, exchange.headers);
        return answer;
      }
      if (request.method !== 'GET') return null;
      url = target;
    }
    return null;
  }

  async #mayAsk(url: string, view: ViewRequests): Promise<boolean> {
    const known = this.#rules.objection(url);
    if (known !== undefined) return known === null;
    const { origin } = new URL(url);
    if (this.#robots.size >= MOST_ROBOTS) this.#robots.clear();
    const asked = this.#robots.get(origin) ?? this.#askRobots(origin, view);
    this.#robots.set(origin, asked);
    const { robots } = await asked;
    return robots.decide(this.#rules.agent, url).allowed;
  }

  async #askRobots(origin: string, view: ViewRequests): Promise<RobotsAccess> {
    const at = Date.now();
    try {
      const request = { url: `${origin}/robots.txt`, signal: view.signal, maxBytes: LARGEST_ROBOTS };
      let exchange = await this.#rules.fetcher.fetch(request);
      for (let redirects = 0; redirects < 5 && exchange.status >= 300 && exchange.status < 400; redirects++) {
        const target = redirectTarget(exchange);
        if (target === null) break;
        exchange = await this.#rules.fetcher.fetch({ ...request, url: target });
      }
      const body = answerOf(exchange, LARGEST_ROBOTS)?.bytes ?? new Uint8Array();
      return robotsFromStatus({ status: exchange.status, body, at, cacheControl: null }, 'rfc9309');
    } catch {
      return robotsFromStatus({ status: null, body: new Uint8Array(), at, cacheControl: null }, 'rfc9309');
    }
  }

  #keep(url: string, answer: PageAnswer, headers: readonly HeaderField[]): void {
    const size = answer.bytes.length + 1000;
    if (size > MOST_KEPT / 8 || /no-store/i.test(headerListOf(headers, 'cache-control') ?? '')) return;
    this.#kept.set(url, { ...answer, size });
    this.#size += size;
    for (const [oldest, { size: freed }] of this.#kept) {
      if (this.#size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
      this.#size -= freed;
    }
  }
}

/** The requests of one view. */
export class ViewRequests {
  /** Everything that was fetched for it, in the order it came. */
  readonly exchanges: Exchange[] = [];
  readonly signal: AbortSignal;
  readonly #all: PageRequests;
  readonly #site: string;
  bytesLeft: number;

  constructor(all: PageRequests, url: string, signal: AbortSignal, maxBytes: number) {
    this.#all = all;
    this.#site = siteOf(url);
    this.signal = signal;
    this.bytesLeft = maxBytes;
  }

  async answer(request: PageRequest): Promise<PageAnswer | null> {
    this.bytesLeft -= request.body?.length ?? 0;
    if (this.signal.aborted || this.bytesLeft <= 0 || !this.#isAllowed(request)) return null;
    try {
      return await (request.method === 'GET' && request.body === null ? this.#all.get(request, this) : this.#all.fetch(request, this));
    } catch (error) {
      if (error instanceof FetchError) return null;
      throw error;
    }
  }

  took(exchange: Exchange): void {
    this.bytesLeft -= exchange.body.length;
    this.exchanges.push(exchange);
  }

  /** Many pages fetch their data by POST, and their own site must expect that. Other sites get no POST. */
  #isAllowed({ url, method, body }: PageRequest): boolean {
    if (method === 'GET' || method === 'HEAD') return true;
    return method === 'POST' && siteOf(url) === this.#site && (body?.length ?? 0) <= LARGEST_BODY_SENT;
  }
}

const siteOf = (url: string): string => {
  const { hostname } = new URL(url);
  return domainOf(hostname) ?? hostname;
};

/** Header fields that a script may set, as far as they say what it wants. Who asks is our decision. */
const PASSED_ON = /^(?:accept|content-type|origin|x-(?!forwarded)[\w-]+)$/i;

function fetchRequest({ url, method, headers, body }: PageRequest, view: ViewRequests): FetchRequest {
  const given = headers.filter(
    ([name, value]) => PASSED_ON.test(name) && /^[\t\x20-\x7e]*$/.test(value) && name.length < 100 && value.length < 4096,
  );
  return {
    url,
    method: method as 'GET' | 'HEAD' | 'POST',
    headers: given,
    ...(body ? { body } : {}),
    maxBytes: Math.max(1, view.bytesLeft),
    signal: view.signal,
  };
}

/** Null when the answer is not complete. */
function answerOf(exchange: Exchange, maxBytes: number): PageAnswer | null {
  const bytes = plainBytes(exchange, 4 * Math.max(maxBytes, 1));
  return bytes && { status: exchange.status, headers: exchange.headers, bytes };
}

/** A copy without content coding, since the exchange itself is handed on to be archived; null when it cannot be decoded. */
export function plainBytes({ body, headers, url }: Exchange, maxBytes: number): Uint8Array | null {
  try {
    if (isSpooled(body) && body.length > maxBytes) return null;
    const raw = isSpooled(body) ? readFileSync(body.path) : body;
    const bytes = decodeBody(raw, headerListOf(headers, 'content-encoding'), { maxBytes, maxRatio: LARGEST_RATIO }, url);
    return bytes === body ? bytes.slice() : bytes;
  } catch {
    return null;
  }
}
