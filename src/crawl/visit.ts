/**
 * One visit: from a lease to a settlement.
 *
 * The worker's half fetches (`produce`), the consumer's half has the answer read and settles (`consume`). Between the
 * two the site's slot is free again, so reading and committing never hold up a site.
 */
import type { Definition } from '../definition/index.js';
import { FetchError, followRedirects } from '../fetch/index.js';
import type { Lease, NewEntry, Outcome } from '../frontier/index.js';
import { asUrl, type Exchange, headerOf } from '../model/index.js';
import type { Fetcher, FetchRequest } from '../plugins/index.js';
import type { NewFetch, Settlement, SiteUpdate, Workspace } from '../store/index.js';
import { retryAfter } from './answer.js';
import type { FoundEntry } from './found-links.js';
import type { Identify } from './identify.js';
import { type ReaderPool, ReadFailed } from './reader-pool.js';
import type { Reading } from './reading.js';
import type { RobotsGate } from './robots-gate.js';
import type { Tally, VisitEnd } from './statistics.js';

/** What a worker brings back. */
export type Response =
  | { readonly is: 'answer'; readonly exchanges: readonly Exchange[] }
  | { readonly is: 'failure'; readonly error: FetchError; readonly startedAt: number; readonly exchanges: readonly Exchange[] }
  | { readonly is: 'excluded'; readonly reason: string };

export interface VisitParts {
  readonly definition: Definition;
  readonly workspace: Workspace;
  readonly fetcher: Fetcher;
  readonly readers: ReaderPool;
  readonly robots: RobotsGate;
  readonly tally: Tally;
  readonly identify: Identify;
  /** Sites of seeds that came without a scheme → those seeds. */
  readonly guessedSites: ReadonlyMap<string, readonly string[]>;
  /** True when a sitemap on that URL may be read on behalf of the site. */
  readonly mayAskSitemap: (site: string, url: string) => boolean;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

export class Visitor {
  readonly #parts: VisitParts;

  constructor(parts: VisitParts) {
    this.#parts = parts;
  }

  async produce(lease: Lease): Promise<Response> {
    const { workspace, now } = this.#parts;
    const reason = this.#objection(lease);
    if (reason) {
      workspace.frontier.release(lease, { visited: false });
      return { is: 'excluded', reason };
    }
    const startedAt = now();
    const response = await this.#fetch(lease, startedAt);
    const address = response.exchanges.at(-1)?.remoteAddress ?? null;
    workspace.frontier.release(lease, { visited: true, at: now(), responseMs: now() - startedAt, address });
    return response;
  }

  async consume(lease: Lease, response: Response): Promise<void> {
    const { workspace, tally } = this.#parts;
    const settlement = await this.#settlementOf(lease, response);
    tally.count(endOf(settlement.outcome, settlement));
    if (settlement.version) tally.countPage(lease.entry.site);
    for (const { bodyLength } of settlement.fetches) tally.countBytes(bodyLength);
    await workspace.settle(settlement);
  }

  #objection({ entry }: Lease): string | null {
    const { robots, definition, tally } = this.#parts;
    if (entry.kind === 'robots') return null;
    const limit = definition.budget.perSite.pages;
    if (limit !== undefined && entry.kind === 'page' && tally.pagesOf(entry.site) >= limit)
      return `budget.perSite.pages: ${limit} pages of ${entry.site} fetched`;
    return definition.fetch.robots === 'obey' ? robots.objection(entry.site, entry.url) : null;
  }

  async #fetch({ entry }: Lease, startedAt: number): Promise<Exclude<Response, { is: 'excluded' }>> {
    const { fetcher, signal } = this.#parts;
    const request: FetchRequest = {
      url: entry.url,
      signal,
      validators: entry.kind === 'robots' ? undefined : (entry.previous ?? undefined),
    };
    const exchanges: Exchange[] = [];
    try {
      if (entry.kind === 'robots') exchanges.push(...(await this.#fetchRobots(request)));
      else exchanges.push(await fetcher.fetch(request));
      return { is: 'answer', exchanges };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return { is: 'failure', error, startedAt, exchanges };
    }
  }

  /** RFC 9309 asks for at least five redirects, across hosts too; we follow as many as for any page. */
  #fetchRobots(request: FetchRequest): Promise<Exchange[]> {
    const { fetcher, definition } = this.#parts;
    return followRedirects(
      fetcher,
      { ...request, maxBytes: LARGEST_ROBOTS },
      { maxRedirects: definition.fetch.maxRedirects, allow: () => true },
    );
  }

  async #settlementOf(lease: Lease, response: Response): Promise<Settlement> {
    if (response.is === 'excluded') return { ...nothing(lease), outcome: { state: 'excluded', reason: response.reason } };
    if (response.is === 'failure') return this.#failed(lease, response.error, response.startedAt);
    try {
      const readings = await Promise.all(response.exchanges.map((exchange) => this.#read(lease, exchange)));
      return this.#settled(lease, response.exchanges.at(-1) as Exchange, readings);
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      return this.#unreadable(lease, response.exchanges.at(-1) as Exchange, error);
    }
  }

  #read({ entry }: Lease, exchange: Exchange): Promise<Reading> {
    const { kind, depth, redirects, link, trail, previous } = entry;
    const via = entry.via === null ? null : this.#parts.workspace.repository.urlOf(entry.via);
    return this.#parts.readers.read({ exchange, kind, depth, redirects, link, trail, via, previous }, { alone: entry.attempts > 0 });
  }

  #settled(lease: Lease, exchange: Exchange, readings: readonly Reading[]): Settlement {
    const { entry } = lease;
    const last = readings.at(-1) as Reading;
    const site = entry.kind === 'robots' ? this.#takeRobots(lease, exchange, last) : null;
    const outcome = this.#outcomeOf(lease, exchange, last);
    const found =
      outcome.state === 'moved' || outcome.state === 'failed'
        ? []
        : readings.flatMap((reading) => reading.found.map((link) => via(link, entry.id)));
    const sitemaps = site && site.robotsState !== 'unavailable' ? this.#sitemaps(entry.site, entry.id) : [];
    return {
      entry,
      outcome,
      fetches: readings.map((reading) => reading.fetch),
      version: last.version,
      found: [...sitemaps, ...found],
      aliases: last.alias ? [via(last.alias, entry.id)] : [],
      rejected: readings.flatMap((reading) => reading.rejected),
      site,
    };
  }

  #outcomeOf(lease: Lease, exchange: Exchange, reading: Reading): Outcome {
    const { status } = exchange;
    if (reading.fetch.error) return { state: 'failed', reason: `${reading.fetch.error}: ${reading.fetch.detail}` };
    if (reading.meaning === 'content' || reading.meaning === 'not-modified') return { state: 'done', reason: `answered ${status}` };
    if (lease.entry.kind === 'robots') return this.#robotsOutcome(lease, exchange, reading);
    if (reading.meaning === 'redirect') return this.#redirected(lease, exchange, reading);
    if (reading.meaning === 'busy') return this.#again(lease, `answered ${status}`, retryAfter(exchange, this.#parts.now()));
    return { state: 'failed', reason: `answered ${status}` };
  }

  /** A site whose robots.txt says 5xx or 429 is asked again a few times before we stay away from it for this run. */
  #robotsOutcome(lease: Lease, exchange: Exchange, reading: Reading): Outcome {
    if (reading.meaning === 'busy')
      return this.#again(lease, `robots.txt answered ${exchange.status}`, retryAfter(exchange, this.#parts.now()));
    return { state: 'done', reason: `robots.txt answered ${exchange.status}` };
  }

  #redirected({ entry }: Lease, exchange: Exchange, reading: Reading): Outcome {
    const target = reading.found[0];
    const location = headerOf(exchange.headers, 'location') ?? '';
    if (entry.redirects >= this.#parts.definition.fetch.maxRedirects)
      return { state: 'failed', reason: `FETCH_TOO_MANY_REDIRECTS: ${entry.redirects} redirects followed` };
    if (!target)
      return {
        state: 'redirected',
        reason: `answered ${exchange.status}, to ${location}, which is not followed: ${reading.rejected[0]?.reason ?? 'no usable URL'}`,
      };
    const same = target.fingerprint[0] === entry.fingerprint[0] && target.fingerprint[1] === entry.fingerprint[1];
    const reason = `answered ${exchange.status}, to ${target.url}`;
    return same ? { state: 'moved', reason, url: target.url, site: target.site } : { state: 'redirected', reason };
  }

  #again({ entry }: Lease, reason: string, asked: number | null): Outcome {
    const { retries, retryDelay } = this.#parts.definition.fetch;
    if (entry.attempts >= retries) return { state: 'failed', reason: `${reason}, ${entry.attempts + 1} attempts` };
    const backOff = Math.max(retryDelay, this.#parts.definition.politeness.delay) * 2 ** entry.attempts;
    return { state: 'retry', reason, dueAt: this.#parts.now() + Math.max(asked ?? 0, backOff) };
  }

  #failed(lease: Lease, error: FetchError, startedAt: number): Settlement {
    const { entry } = lease;
    const outcome: Outcome =
      error.verdict === 'retry' ? this.#again(lease, error.code, null) : { state: 'failed', reason: `${error.code}: ${error.detail}` };
    // A fetch cut short by our own stop is no attempt: the entry stays as it was.
    if (error.verdict === 'stop') return { ...nothing(lease), outcome: { state: 'returned', reason: 'the crawl was stopped' } };
    const final = outcome.state === 'failed';
    const site =
      entry.kind === 'robots' && final
        ? this.#parts.robots.take(
            entry.site,
            // Too many redirects are an answer, though a useless one: there is no robots.txt to be had.
            { status: error.code === 'FETCH_TOO_MANY_REDIRECTS' ? 302 : null, body: new Uint8Array(), cacheControl: null, address: null },
            this.#parts.now(),
          )
        : null;
    return {
      ...nothing(lease),
      outcome,
      fetches: [failedFetch(entry.url, startedAt, this.#parts.now(), error.code, error.detail)],
      found: final ? this.#otherScheme(lease, error) : [],
      site,
    };
  }

  /** The first time it may be another page's fault; the second time it was read alone. */
  #unreadable(lease: Lease, exchange: Exchange, error: ReadFailed): Settlement {
    const { entry } = lease;
    const { robots, definition, now } = this.#parts;
    const reason = `READ_FAILED: ${error.message}`;
    const fetch = failedFetch(exchange.url, exchange.startedAt, exchange.startedAt + exchange.durationMs, 'READ_FAILED', error.message);
    const again = entry.attempts === 0;
    const outcome: Outcome = again ? { state: 'retry', reason, dueAt: now() + definition.fetch.retryDelay } : { state: 'failed', reason };
    const closes = entry.kind === 'robots' && !again;
    const site = closes
      ? robots.take(entry.site, { status: null, body: new Uint8Array(), cacheControl: null, address: null }, now())
      : null;
    return { ...nothing(lease), outcome, fetches: [{ ...fetch, status: exchange.status }], site };
  }

  /** A seed without a scheme was tried with https; when nobody answers there, http is next. */
  #otherScheme({ entry }: Lease, error: FetchError): NewEntry[] {
    if (!UNREACHED.has(error.code)) return [];
    return (this.#parts.guessedSites.get(entry.site) ?? []).flatMap((url) => {
      const identity = this.#parts.identify(url.replace(/^https:/, 'http:'));
      return identity
        ? [
            {
              url: identity.url,
              fingerprint: identity.fingerprint,
              site: identity.site,
              kind: 'page',
              depth: 0,
              redirects: 0,
              via: null,
              link: 'seed',
              trail: null,
            } as const,
          ]
        : [];
    });
  }

  #takeRobots({ entry }: Lease, exchange: Exchange, reading: Reading): SiteUpdate | null {
    const { robots, definition, now } = this.#parts;
    const willRetry = reading.meaning === 'busy' && entry.attempts < definition.fetch.retries;
    if (willRetry) return null;
    const body = reading.content ?? new Uint8Array();
    return robots.take(
      entry.site,
      { status: exchange.status, body, cacheControl: headerOf(exchange.headers, 'cache-control'), address: exchange.remoteAddress },
      now(),
    );
  }

  /** Sitemaps named in robots.txt, else the customary place. */
  #sitemaps(site: string, robotsId: number): NewEntry[] {
    const { definition, robots, identify, mayAskSitemap } = this.#parts;
    if (!definition.capture.sitemaps) return [];
    const named = robots.sitemapsOf(site);
    const urls = named.length ? named : [`${site}/sitemap.xml`];
    return urls.flatMap((url) => {
      const identity = identify(asUrl(url, site)?.href ?? url);
      if (!identity || !mayAskSitemap(site, identity.url)) return [];
      return [
        {
          url: identity.url,
          fingerprint: identity.fingerprint,
          site: identity.site,
          kind: 'sitemap',
          depth: 0,
          redirects: 0,
          via: robotsId,
          link: 'robots',
          trail: null,
        } as const,
      ];
    });
  }
}

const LARGEST_ROBOTS = 1024 * 1024;
const UNREACHED: ReadonlySet<string> = new Set([
  'FETCH_CONNECT_FAILED',
  'FETCH_TLS_FAILED',
  'FETCH_TLS_UNTRUSTED',
  'FETCH_RESET',
  'FETCH_TIMEOUT',
  'FETCH_DNS_FAILED',
]);

const via = (link: FoundEntry, id: number): NewEntry => ({ ...link, via: id });

const nothing = (lease: Lease) => ({ entry: lease.entry, fetches: [], version: null, found: [], aliases: [], rejected: [], site: null });

function failedFetch(url: string, startedAt: number, endedAt: number, error: string, detail: string): NewFetch {
  return {
    url,
    method: 'GET',
    startedAt,
    durationMs: endedAt - startedAt,
    firstByteMs: 0,
    status: 0,
    type: null,
    declaredType: null,
    bodyLength: 0,
    etag: null,
    lastModified: null,
    location: null,
    address: null,
    protocol: null,
    tls: null,
    truncated: null,
    error,
    detail,
    payloadDigest: null,
    set: null,
  }; // prettier-ignore
}

function endOf(outcome: Outcome, { version }: Settlement): VisitEnd {
  if (outcome.state === 'retry' || outcome.state === 'returned') return 'retry';
  if (outcome.state === 'failed') return 'failed';
  if (outcome.state === 'done') return version?.operation === 'None' ? 'noop' : 'succeeded';
  return 'noop';
}
