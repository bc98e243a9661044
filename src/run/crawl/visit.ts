/**
 * One visit: from a lease to a settlement.
 *
 * The worker's half fetches (`produce`), the consumer's half has the answer read and settles (`consume`). Between the
 * two the site's slot is free again, so reading and committing never hold up a site.
 */
import { storedDigests } from '../../decide/index.js';
import { FetchError, followRedirects } from '../../fetch/index.js';
import { disposeExchange } from '../../formats/warc/index.js';
import type { Entry, Lease, Outcome, PreviousVisit, VisitEnded } from '../../frontier/queue/index.js';
import { leftOutBy, type TrapWatch } from '../../frontier/traps/index.js';
import { type Exchange, lengthOf } from '../../model/index.js';
import type { Fetcher, FetchRequest } from '../../plugins/index.js';
import { contextName } from '../../read/index.js';
import type { NewFetch, Settlement, Workspace } from '../../store/index.js';
import { retryAfter } from './answer.js';
import { GivenUp, type GivingUp } from './giving-up.js';
import type { Identify } from './identify.js';
import { keepRequisites } from './keep-requisites.js';
import type { LiveDefinition } from './live-definition.js';
import { NotFoundPages } from './not-found-pages.js';
import { type ReaderPool, ReadFailed } from './reader-pool.js';
import type { LinkPiece, Reading } from './reading.js';
import type { Rendered, Rendering } from './rendering.js';
import type { RobotsGate } from './robots-gate.js';
import { linksOf, type Settler } from './settler.js';
import type { Tally, VisitEnd } from './statistics.js';

/** What a worker brings back. */
export type Response =
  | {
      readonly is: 'answer';
      readonly exchanges: readonly Exchange[];
      /** When the last byte of the answer was there. */
      readonly endedAt: number;
      /** The page as it was rendered; null when it was not. */
      readonly view: Rendered | null;
    }
  | {
      readonly is: 'failure';
      readonly error: FetchError;
      readonly startedAt: number;
      readonly endedAt: number;
      readonly exchanges: readonly Exchange[];
    }
  | { readonly is: 'excluded'; readonly reason: string };

/** What came of a request that was made. */
type Fetched = Exclude<Response, { is: 'excluded' }>;

export interface VisitParts {
  readonly live: LiveDefinition;
  readonly workspace: Workspace;
  readonly fetcher: Fetcher;
  readonly readers: ReaderPool;
  readonly robots: RobotsGate;
  readonly tally: Tally;
  readonly traps: TrapWatch;
  readonly settler: Settler;
  readonly rendering: Rendering;
  /** Names of the contexts of JSON-LD there are copies of. */
  readonly contexts: ReadonlyMap<string, unknown>;
  readonly identify: Identify;
  readonly signal: AbortSignal;
  readonly givingUp: GivingUp;
  readonly now: () => number;
}

export class Visitor {
  readonly #parts: VisitParts;
  readonly #notFound = new NotFoundPages();
  #unsettled = 0;
  #fetched = 0;

  constructor(parts: VisitParts) {
    this.#parts = parts;
  }

  /** Bytes that were fetched and are not yet in the workspace. */
  get unsettledBytes(): number {
    return this.#unsettled;
  }

  /** Bytes that were fetched so far, settled or not. */
  get fetchedBytes(): number {
    return this.#fetched;
  }

  /** `onLarge` is called when what is fetched is no page, by its size. */
  async produce(lease: Lease, onLarge?: () => void): Promise<Response> {
    const { workspace, now } = this.#parts;
    const nowhere = lease.entry.kind === 'robots' ? null : this.#parts.robots.nowhere(lease.entry.site);
    if (nowhere !== null) {
      workspace.frontier.release(lease, { visited: false });
      return unreachable(lease.entry.url, nowhere, now());
    }
    const reason = this.#objection(lease);
    if (reason) {
      workspace.frontier.release(lease, { visited: false });
      return { is: 'excluded', reason };
    }
    if (!workspace.isOurs()) workspace.lost.throwIfAborted();
    const startedAt = now();
    const response = await this.#fetch(lease, startedAt, onLarge);
    const last = response.exchanges.at(-1);
    workspace.frontier.release(lease, {
      visited: true,
      at: now(),
      responseMs: response.endedAt - startedAt,
      ...troubleIn(response, lease.entry),
    });
    const asked = last && isBusy(last.status) ? retryAfter(last, now()) : null;
    if (asked !== null) workspace.frontier.pause(lease.entry.site, now() + asked);
    if (response.is === 'answer' && response.view) this.#restOthers(lease.entry.site, response.view);
    this.#unsettled += bytesOf(response);
    this.#fetched += bytesOf(response);
    return response;
  }

  /** What a page wanted of other sites was asked outside their turn; from there they owe the pause they always do. */
  #restOthers(own: string, { requisites }: Rendered): void {
    const { workspace, robots, now } = this.#parts;
    const sites = new Set(requisites.map(({ url }) => new URL(url).origin));
    sites.delete(own);
    for (const site of sites) workspace.frontier.pause(site, now() + robots.rulesFor(site).pace.delay);
  }

  async consume(lease: Lease, response: Response): Promise<void> {
    const { workspace, tally } = this.#parts;
    const bytes = bytesOf(response); // counted now: reading takes the body away
    const settlement = await this.#settlementOf(lease, response);
    // Before the page's links are queued, or some of it would be fetched a second time.
    const requisites = await this.#keepRequisites(lease, response, settlement);
    const kept = await workspace.settle(settlement);
    this.#unsettled -= bytes;
    if (!kept) return; // its lease had lapsed: somebody else visits it
    tally.count(endOf(settlement.outcome, settlement));
    if (settlement.version) tally.countPage();
    for (const { bodyLength } of [...settlement.fetches, ...requisites]) tally.countBytes(bodyLength);
  }

  async #keepRequisites({ entry }: Lease, response: Response, { outcome }: Settlement): Promise<NewFetch[]> {
    const exchanges = response.is === 'answer' ? (response.view?.requisites ?? []) : [];
    if (outcome.state !== 'returned') return exchanges.length ? keepRequisites(this.#parts, entry, exchanges) : [];
    for (const exchange of exchanges) disposeExchange(exchange);
    return [];
  }

  #objection({ entry }: Lease): string | null {
    const { robots, live, traps } = this.#parts;
    if (entry.kind === 'robots') return null;
    const trap = entry.kind === 'page' && entry.depth > 0 ? traps.trapOf(entry.site, entry.url) : null;
    if (trap) return leftOutBy(trap);
    return live.current.fetch.robots === 'obey' ? robots.objection(entry.site, entry.url) : null;
  }

  async #fetch({ entry }: Lease, startedAt: number, onLarge?: () => void): Promise<Fetched> {
    const { fetcher, signal, rendering, now } = this.#parts;
    const whole = entry.kind === 'robots' || rendering.needsWhole(entry) || isNoDocumentYet(entry) || this.#canBeReadNow(entry.previous);
    const validators = whole ? undefined : (entry.previous ?? undefined);
    const request: FetchRequest = { url: entry.url, signal, validators, onLarge, ...this.#mostOf(entry) };
    const exchanges: Exchange[] = [];
    try {
      if (entry.kind === 'robots') exchanges.push(...(await this.#fetchRobots(request)));
      else exchanges.push(await fetcher.fetch(request));
      const endedAt = now();
      return { is: 'answer', exchanges, endedAt, view: await rendering.view(entry, exchanges.at(-1) as Exchange) };
    } catch (error) {
      // Without room for bodies nothing can be fetched; the URL has nothing to do with it.
      if (!(error instanceof FetchError) || error.code === 'FETCH_DISK_FULL') throw error;
      return { is: 'failure', error, startedAt, endedAt: this.#parts.now(), exchanges };
    }
  }

  /** What only helps to show a page may be large, a film for one; files of documents are wanted for themselves. */
  #mostOf({ kind, link }: Entry): Pick<FetchRequest, 'maxBytes'> {
    if (kind !== 'requisite' || link === 'file') return {};
    const { capture, fetch } = this.#parts.live.current;
    return { maxBytes: Math.min(capture.maxRequisiteSize, fetch.maxSize) };
  }

  /** What lacked a context then, and would not now: the same bytes say more. */
  #canBeReadNow(previous: PreviousVisit | null): boolean {
    const { contexts } = this.#parts;
    if (contexts.size === 0 || !previous?.digests?.includes('"awaits"')) return false;
    return storedDigests(previous.digests).awaits?.some((url) => contexts.has(contextName(url))) ?? false;
  }

  /** RFC 9309 asks for at least five redirects, across hosts too; we follow as many as for any page. */
  #fetchRobots(request: FetchRequest): Promise<Exchange[]> {
    const { fetcher, live } = this.#parts;
    return followRedirects(
      fetcher,
      { ...request, maxBytes: LARGEST_ROBOTS },
      { maxRedirects: live.current.fetch.maxRedirects, allow: () => true },
    );
  }

  async #settlementOf(lease: Lease, response: Response): Promise<Settlement> {
    const { settler, givingUp, rendering } = this.#parts;
    if (response.is === 'excluded') return settler.excluded(lease, response.reason);
    if (response.is === 'failure') return settler.failed(lease, response);
    const last = response.exchanges.at(-1) as Exchange;
    try {
      const readings = await givingUp.wait(Promise.all(response.exchanges.map((exchange) => this.#read(lease, exchange, response.view))));
      const reading = readings.at(-1) as Reading;
      const settlement = this.#watched(lease, settler.answered(lease, last, readings), reading);
      return reading.gain && !response.view?.isMissed
        ? { ...settlement, rendering: rendering.learn(lease.entry, reading.gain) }
        : settlement;
    } catch (error) {
      if (error instanceof GivenUp) return settler.returned(lease);
      if (!(error instanceof ReadFailed)) throw error;
      return settler.unreadable(lease, last, error.message);
    }
  }

  /** Learns from what the visit brought; a trap it gives away is stored with it. */
  #watched({ entry }: Lease, settlement: Settlement, { sample, meaning }: Reading): Settlement {
    const { traps, live } = this.#parts;
    if (!live.current.traps.text || entry.kind !== 'page' || meaning !== 'content') return settlement;
    const trap = traps.take({ site: entry.site, url: entry.url, sample, found: settlement.found });
    return trap ? { ...settlement, trap } : settlement;
  }

  async #read({ entry }: Lease, exchange: Exchange, view: Rendered | null): Promise<Reading> {
    const { kind, depth, redirects, link, trail, score, viaUrl: via, previous } = entry;
    const { readers, live, traps, workspace } = this.#parts;
    const notFound = this.#notFound.of(exchange.url);
    const wantsText = kind === 'page' && live.current.traps.text && traps.wantsText(entry.site, entry.url);
    const isNested = kind === 'requisite' && workspace.repository.requisitesAbove(entry.id) >= MOST_NESTED;
    const task = { exchange, kind, depth, redirects, link, trail, score, via, previous, notFound, wantsText, isNested };
    const handOn = ({ found, rejected }: LinkPiece): Promise<void> => workspace.addLinks(entry.id, linksOf(entry, found), rejected);
    const reading = await readers.read(view ? { ...task, rendered: { ...view.page, always: view.always } } : task, handOn);
    if (reading.errorPage) this.#notFound.learn(exchange.url, reading.errorPage);
    if (reading.misled) this.#notFound.unlearn(exchange.url);
    return reading;
  }
}

const LARGEST_ROBOTS = 1024 * 1024;

/** A style may ask for another, that for a font; a chain that goes on from there is made by a machine to be followed. */
const MOST_NESTED = 8;

/** A page that was fetched and is none yet was a requisite before: that it has not changed would say nothing about its text. */
const isNoDocumentYet = ({ kind, previous }: Entry): boolean => kind === 'page' && previous !== null && previous.digests === null;

const unreachable = (url: string, detail: string, at: number): Fetched => ({
  is: 'failure',
  error: new FetchError('FETCH_DNS_NOT_FOUND', url, detail),
  startedAt: at,
  endedAt: at,
  exchanges: [],
});

function bytesOf(response: Response): number {
  if (response.is === 'excluded') return 0;
  const requisites = response.is === 'answer' ? (response.view?.requisites ?? []) : [];
  return [...response.exchanges, ...requisites].reduce((sum, { body }) => sum + lengthOf(body), 0);
}

const isBusy = (status: number): boolean => status === 429 || status === 503;

/**
 * Signs that a site is in trouble, which slow us down: no answer, or one that says so. A page that cannot be made at any
 * attempt would slow its whole site down again and again.
 */
function troubleIn(response: Fetched, { attempts }: Entry): Pick<Visited, 'trouble' | 'sign'> {
  const sign = signIn(response);
  if (sign === null) return { trouble: response.is === 'failure' && response.error.verdict === 'stop' ? 'unknown' : false };
  return { trouble: attempts > 0 && sign !== 'answered 429' ? 'known' : true, sign };
}

type Visited = Extract<VisitEnded, { visited: true }>;

/** Null when the site works. */
function signIn(response: Fetched): string | null {
  if (response.is === 'failure') return isOfSite(response.error) ? response.error.code : null;
  const status = response.exchanges.at(-1)?.status ?? 0;
  return status >= 500 || status === 429 ? `answered ${status}` : null;
}

/** Whether the site is what failed; whatever else is wrong is about one answer, of a site that answers. */
const isOfSite = ({ code, verdict }: FetchError): boolean => verdict === 'retry' || NO_ANSWER.has(code);

const NO_ANSWER: ReadonlySet<string> = new Set([
  'FETCH_DNS_NOT_FOUND',
  'FETCH_TLS_UNTRUSTED',
  'FETCH_DEADLINE',
  'FETCH_TOO_SLOW',
  'FETCH_MALFORMED',
]);

function endOf(outcome: Outcome, { version }: Settlement): VisitEnd {
  if (outcome.state === 'retry' || outcome.state === 'returned') return 'retry';
  if (outcome.state === 'failed') return 'failed';
  if (outcome.state === 'done') return version?.operation === 'None' ? 'noop' : 'succeeded';
  return 'noop';
}
