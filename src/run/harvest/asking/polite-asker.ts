/**
 * Asks portals: robots.txt first, in turn, patiently, through redirects, with every hop kept for the archive.
 *
 * Knows fetchers by what they do, never by name: whichever the definition brings is asked. An answer that says anything
 * at all (404, 300, 304) is an answer; what is thrown is that nobody answered, or that we may not ask.
 */

import type { Definition } from '../../../definition/crawl/index.js';
import { discard, FetchError, nextRequest, redirectTarget } from '../../../fetch/index.js';
import type { Turns } from '../../../frontier/politeness/index.js';
import { asUrl, domainOf, type Exchange } from '../../../model/index.js';
import type { Fetcher, FetchRequest } from '../../../plugins/index.js';
import { retryAfter } from '../../crawl/index.js';
import { type Answered, type Asker, type Downloaded, HarvestError, type Question } from '../port.js';
import { ownDownload, readAnswer } from './read-answer.js';
import { type RobotsFile, RobotsRules } from './robots-rules.js';
import { type SitePace, SiteTurns, type Sleep } from './site-turns.js';

export interface AskerOptions {
  readonly fetcher: Fetcher;
  readonly definition: Definition;
  readonly turns: Turns | null;
  readonly now: () => number;
  /** Left out: the machine's own time passes. */
  readonly sleep?: Sleep | undefined;
  readonly stop: AbortSignal;
  readonly pace: SitePace & {
    /** First wait after trouble; each further one is twice as long. */
    readonly backoffMs: number;
    /** Hosts that ask for a longer delay. */
    readonly hostDelaysMs?: Readonly<Record<string, number>>;
    /** Further statuses of this portal that mean that it is busy. */
    readonly busy?: readonly number[];
    /** See TurnOptions. */
    readonly random?: (() => number) | undefined;
  };
  /** Hosts whose registrable domains redirects may lead to. */
  readonly hosts: readonly string[];
  /** Host → host it moved to. */
  readonly moved: Readonly<Record<string, string>>;
  readonly timeoutMs: number | null;
  /** Told of each request that was answered, also of those that were asked again. */
  readonly onExchange: (exchange: Exchange, owed: number) => void;
  /** Takes answers that are no document's own: lists, robots.txt, probes, and answers that were asked again. */
  readonly keep: (exchanges: readonly Exchange[]) => void;
  readonly onRemark: (remark: string) => void;
}

const MAX_REDIRECTS = 10;
/** How often something is asked again: after 1, 2, 4, 8 and 16 seconds, unless the server says when. */
const RETRIES = 5;
/** Servers that are busy, or behind a wall that lets us in later. 500 may be the page's own fault: it is asked twice. */
const BUSY: ReadonlyMap<number, number> = new Map([
  [202, 2],
  [408, RETRIES],
  [425, RETRIES],
  [429, RETRIES],
  [500, 1],
  [502, RETRIES],
  [503, RETRIES],
  [504, RETRIES],
]);
/** What an answer that stays busy counts as: 500 is an answer. */
const ANSWER_ALL_THE_SAME: ReadonlySet<number> = new Set([202, 500]);

export class PoliteAsker implements Asker {
  readonly #options: AskerOptions;
  readonly #turns: SiteTurns;
  readonly #robots: RobotsRules;
  readonly #domains: ReadonlySet<string>;

  constructor(options: AskerOptions) {
    this.#options = options;
    const { turns, now, stop, sleep, pace } = options;
    this.#turns = new SiteTurns({ turns, now, stop, sleep, random: pace.random });
    this.#robots = new RobotsRules(options.definition, (url) => this.#robotsFile(url));
    this.#domains = new Set(options.hosts.map(domainIn));
  }

  async ask(question: Question): Promise<Answered> {
    const exchanges: Exchange[] = [];
    try {
      await this.#follow(requestOf(question, movedUrl(question.url, this.#options.moved), this.#options), question, exchanges);
      const answered = await readAnswer(question, exchanges, this.#options.definition.fetch.maxDecodedSize);
      if (question.purpose !== 'file') this.#options.keep(exchanges);
      return answered;
    } catch (error) {
      if (exchanges.length > 0) this.#options.keep(exchanges);
      throw asHarvestError(error, question.url);
    }
  }

  /** The archive gets the bytes as they came; whoever asked has a name of its own for the same file. */
  async download(question: Question): Promise<Downloaded> {
    const exchanges: Exchange[] = [];
    try {
      await this.#follow(requestOf(question, movedUrl(question.url, this.#options.moved), this.#options), question, exchanges);
      const downloaded = await ownDownload(question, exchanges, this.#options.definition.fetch.maxDecodedSize);
      this.#options.keep(exchanges);
      return downloaded;
    } catch (error) {
      if (exchanges.length > 0) this.#options.keep(exchanges);
      throw asHarvestError(error, question.url);
    }
  }

  forget(jar: string): Promise<void> {
    return this.#options.fetcher.forget(jar);
  }

  close(): void {
    this.#turns.close();
  }

  async #follow(first: FetchRequest, question: Question, exchanges: Exchange[]): Promise<void> {
    for (let request: FetchRequest | null = first; request; ) {
      await this.#permit(request.url, question.url);
      const exchange = await this.#fetchPatiently(request);
      exchanges.push(exchange);
      const target = redirectTarget(exchange, request.url);
      if (target === null) return;
      if (exchanges.length > MAX_REDIRECTS)
        throw new HarvestError('unreachable', `${question.url} redirects more than ${MAX_REDIRECTS} times, the next time to ${target}`, {
          url: question.url,
        });
      this.#refuseStranger(question.url, target);
      request = this.#redirected(request, exchange.status, target);
    }
  }

  /** Validators go along: they were given by where the redirects end. */
  #redirected(request: FetchRequest, status: number, target: string): FetchRequest {
    const next = nextRequest(request, status, movedUrl(target, this.#options.moved));
    return request.validators ? { ...next, validators: request.validators } : next;
  }

  async #permit(url: string, asked: string): Promise<void> {
    const parsed = asUrl(url);
    if (!parsed) throw new HarvestError('definition', `${url.slice(0, 200)} is no address`, { url: asked });
    const objection = await this.#robots.objection(parsed);
    if (objection !== null) throw new HarvestError('refused', `${url} is not asked for: ${objection}`, { url: asked });
  }

  #refuseStranger(from: string, target: string): void {
    const host = asUrl(target)?.hostname ?? '';
    const isKnown = domainIn(host) === domainIn(asUrl(from)?.hostname ?? '') || this.#domains.has(domainIn(host));
    if (!isKnown)
      throw new HarvestError('refused', `${from} redirects to ${host}, which is none of the portal's hosts; name it under hosts if it is`, {
        url: from,
      });
  }

  async #robotsFile(url: string): Promise<RobotsFile> {
    const { timeoutMs } = this.#options;
    const exchanges: Exchange[] = [];
    try {
      for (let next: string | null = url; next !== null && exchanges.length <= 5; ) {
        const exchange: Exchange = await this.#fetchPatiently({ url: next, jar: null, ...(timeoutMs === null ? {} : { timeoutMs }) });
        exchanges.push(exchange);
        next = redirectTarget(exchange, next);
      }
      const { status, bytes } = await readAnswer({ ...PLAIN, url }, exchanges, ROBOTS_BYTES);
      return { status, body: bytes };
    } catch (error) {
      if (asHarvestError(error, url).kind !== 'unreachable') throw error;
      return { status: null, body: new Uint8Array() };
    } finally {
      if (exchanges.length > 0) this.#options.keep(exchanges);
    }
  }

  async #fetchPatiently(request: FetchRequest): Promise<Exchange> {
    const { keep, onRemark } = this.#options;
    for (let tried = 0; ; tried++) {
      const outcome = await this.#fetchInTurn(request);
      if (outcome instanceof FetchError && outcome.isNearer) tried = 0;
      const most = outcome instanceof FetchError ? retriesAfterFailure(outcome) : this.#retriesAfter(outcome.status);
      if (most === 0 || tried >= most) return this.#ended(outcome, request.url, tried);
      const wait = this.#backOff(request.url, outcome, tried);
      onRemark(`${request.url}: ${troubleOf(outcome)}; asked again after ${Math.round(wait / 100) / 10} s`);
      if (!(outcome instanceof FetchError)) keep([outcome]);
    }
  }

  #retriesAfter(status: number): number {
    return BUSY.get(status) ?? (this.#options.pace.busy?.includes(status) ? RETRIES : 0);
  }

  #ended(outcome: Exchange | FetchError, url: string, tried: number): Exchange {
    if (outcome instanceof FetchError) throw outcome;
    if (this.#retriesAfter(outcome.status) === 0 || ANSWER_ALL_THE_SAME.has(outcome.status)) return outcome;
    throw new HarvestError('unreachable', `${url} answered ${outcome.status}, ${tried + 1} times`, { url });
  }

  /** The site as a whole is left in peace, not only this request. */
  #backOff(url: string, outcome: Exchange | FetchError, tried: number): number {
    const { now, pace } = this.#options;
    const asked = outcome instanceof FetchError ? null : retryAfter(outcome, Date.now());
    const wait = Math.max(pace.backoffMs * 2 ** tried, asked ?? 0);
    this.#turns.postpone(siteOf(url), now() + wait);
    return wait;
  }

  async #fetchInTurn(request: FetchRequest): Promise<Exchange | FetchError> {
    const { fetcher, stop, onExchange, onRemark } = this.#options;
    const turn = await this.#turns.take(siteOf(request.url), await this.#paceOf(request.url));
    try {
      if (turn.randomMs > 0) onRemark(`${request.url}: waits ${turn.randomMs / 1000} s, at random`);
      await this.#turns.waitAtRandom(turn);
      const exchange = await fetcher.fetch({ ...request, signal: stop });
      onExchange(exchange, turn.owed);
      if (exchange.truncated === null) return exchange;
      await discard(exchange);
      return new FetchError('FETCH_RESET', request.url, `the answer broke off (${exchange.truncated})`);
    } catch (error) {
      if (error instanceof FetchError && error.verdict !== 'stop') return error;
      throw error;
    } finally {
      turn.end();
    }
  }

  async #paceOf(url: string): Promise<SitePace> {
    const { pace } = this.#options;
    const parsed = new URL(url);
    const isRobots = parsed.pathname === '/robots.txt';
    const asked = isRobots ? 0 : await this.#robots.delay(parsed);
    return {
      randomMs: isRobots ? 0 : (pace.randomMs ?? 0),
      delayMs: Math.max(pace.delayMs, pace.hostDelaysMs?.[parsed.hostname] ?? 0, asked),
      concurrency: asked > 0 ? 1 : pace.concurrency,
    };
  }
}

/** A large file that came in part is not given up for taking long. */
const retriesAfterFailure = ({ verdict, isNearer }: FetchError): number => (verdict === 'retry' || isNearer ? RETRIES : 0);

const ROBOTS_BYTES = 2 * 1024 * 1024;
const PLAIN = { method: 'GET', headers: [], body: null, jar: null, purpose: 'list' } as const;

function requestOf(question: Question, url: string, { timeoutMs, definition }: AskerOptions): FetchRequest {
  const { method, headers, body, accept, validators, jar } = question;
  const timeout = question.timeoutMs ?? timeoutMs;
  return {
    url,
    method,
    headers,
    jar,
    maxBytes: definition.fetch.maxSize,
    ...(body === null ? {} : { body }),
    ...(accept === undefined ? {} : { accept }),
    ...(validators === undefined ? {} : { validators }),
    ...(timeout === null ? {} : { timeoutMs: timeout }),
  };
}

/** The same address at the host, or the folder of a host, it moved to; of several that fit the longest counts. */
export function movedUrl(url: string, moved: Readonly<Record<string, string>>): string {
  const parsed = asUrl(url);
  if (!parsed) return url;
  const place = `${parsed.hostname}${parsed.pathname}`;
  const fitting = Object.keys(moved).filter((from) => place === from || place.startsWith(`${from}/`));
  const from = fitting.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  if (from === '') return url;
  const [host = '', ...folders] = `${moved[from]}${place.slice(from.length)}`.split('/');
  parsed.hostname = host;
  parsed.pathname = folders.join('/');
  return parsed.href;
}

export const siteOf = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

const domainIn = (host: string): string => domainOf(host) ?? host;

const troubleOf = (outcome: Exchange | FetchError): string =>
  outcome instanceof FetchError ? outcome.detail : `answered ${outcome.status} ${outcome.statusText}`.trim();

/** Not allowed is refused; a body that cannot be decoded or has no end is a limit; everything else is that nobody answered. */
export function asHarvestError(error: unknown, url: string): HarvestError {
  if (error instanceof HarvestError) return error;
  if (!(error instanceof FetchError) || error.verdict === 'stop') throw error;
  const kind = REFUSED.has(error.code) ? 'refused' : LIMITS.has(error.code) ? 'limit' : 'unreachable';
  return new HarvestError(kind, `${error.url}: ${error.detail}`, { url, cause: error });
}

const REFUSED: ReadonlySet<string> = new Set(['FETCH_ADDRESS_FORBIDDEN', 'FETCH_SCHEME_UNKNOWN', 'FETCH_BAD_URL', 'FETCH_TLS_UNTRUSTED']);
const LIMITS: ReadonlySet<string> = new Set(['FETCH_DECODED_TOO_LARGE', 'FETCH_HEAD_TOO_LARGE', 'FETCH_DECODE_FAILED']);
