/**
 * How a visit ends: from an answer, a failure or a refusal to the settlement that is committed.
 *
 * Decides between done, failed, retry, redirected and moved, and what becomes of the links found. Fetches nothing and
 * stores nothing. The one surprise: a redirect to the same page under another spelling is no end, the entry moves.
 */
import type { FetchError } from '../../fetch/index.js';
import type { Entry, Lease, NewEntry, Outcome } from '../../frontier/queue/index.js';
import { counted, type Exchange, headerOf, recordedSpan, withoutLogin } from '../../model/index.js';
import type { NewFetch, Settlement, SiteUpdate } from '../../store/index.js';
import { retryAfter } from './answer.js';
import { documentSign } from './document-sign.js';
import type { FoundEntry } from './found-links.js';
import type { LiveDefinition } from './live-definition.js';
import type { Reading } from './reading.js';
import type { SiteOpener } from './site-opener.js';

export class Settler {
  readonly #live: LiveDefinition;
  readonly #opener: SiteOpener;
  readonly #now: () => number;

  constructor(live: LiveDefinition, opener: SiteOpener, now: () => number) {
    this.#live = live;
    this.#opener = opener;
    this.#now = now;
  }

  excluded({ entry }: Lease, reason: string): Settlement {
    return { ...nothing(entry), outcome: { state: 'excluded', reason } };
  }

  /** The crawl ends before this visit does: the entry stays as it was. */
  returned({ entry }: Lease): Settlement {
    return { ...nothing(entry), outcome: { state: 'returned', reason: 'the crawl was stopped' } };
  }

  /** Nobody answered, or nothing that could be read as an answer. */
  failed(lease: Lease, { error, startedAt, endedAt }: { error: FetchError; startedAt: number; endedAt: number }): Settlement {
    const { entry, owed } = lease;
    // A fetch cut short by our own stop is no attempt.
    if (error.verdict === 'stop') return this.returned(lease);
    const outcome = error.verdict === 'retry' ? this.#again(entry, error.code, null) : failure(`${error.code}: ${error.detail}`);
    const final = outcome.state === 'failed';
    return {
      ...nothing(entry),
      outcome,
      fetches: [{ ...failedFetch(entry.url, startedAt, endedAt, error.code, error.detail), owed }],
      found: final ? this.#opener.otherScheme(entry.site, error) : [],
      site: final && entry.kind === 'robots' ? this.#opener.unanswered(entry.site, error) : null,
    };
  }

  /** A reader thread died or ran away. The first time it may be another page's fault; the second time it was read alone. */
  unreadable({ entry, owed }: Lease, exchange: Exchange, detail: string): Settlement {
    const reason = `READ_FAILED: ${detail}`;
    const fetch = failedFetch(exchange.url, exchange.startedAt, exchange.startedAt + exchange.durationMs, 'READ_FAILED', detail);
    const again = entry.attempts === 0;
    const outcome: Outcome = again ? { state: 'retry', reason, dueAt: this.#now() + this.#live.current.fetch.retryDelay } : failure(reason);
    const site = entry.kind === 'robots' && !again ? this.#opener.unanswered(entry.site, null) : null;
    return { ...nothing(entry), outcome, fetches: [{ ...fetch, owed, status: exchange.status }], site };
  }

  /** `readings` are those of a chain of answers, the last of which counts: robots.txt alone has more than one. */
  answered({ entry, owed }: Lease, exchange: Exchange, readings: readonly Reading[]): Settlement {
    const last = readings.at(-1) as Reading;
    const outcome = this.#outcomeOf(entry, exchange, last);
    const site = entry.kind === 'robots' && outcome.state !== 'retry' ? this.#opener.answered(entry.site, exchange, last.content) : null;
    return {
      entry,
      outcome,
      fetches: readings.map(({ fetch }, index) => (index === 0 ? { ...fetch, owed } : fetch)),
      version: last.version,
      found: [...this.#sitemapsOf(entry, site), ...linksFound(entry, outcome, readings)],
      aliases: last.alias ? [{ ...last.alias, via: entry.id }] : [],
      rejected: readings.flatMap((reading) => reading.rejected),
      site,
      sign: outcome.state === 'moved' || outcome.state === 'retry' ? null : documentSign(entry, exchange, last),
      listing: last.listing,
      files:
        outcome.state === 'done' && last.files
          ? last.files.map((file) => ({ ...file, via: entry.id, seed: entry.seed ?? entry.id }))
          : null,
      file: outcome.state === 'retry' ? null : last.file,
    };
  }

  #sitemapsOf(entry: Entry, site: SiteUpdate | null): NewEntry[] {
    return site && site.robotsState !== 'unavailable' ? this.#opener.sitemaps(entry.site, entry.id) : [];
  }

  #outcomeOf(entry: Entry, exchange: Exchange, { meaning, fetch, found, rejected, sign, remark }: Reading): Outcome {
    const answered = `${entry.kind === 'robots' ? 'robots.txt ' : ''}answered ${exchange.status}`;
    if (fetch.error) return failure(`${fetch.error}: ${fetch.detail}`);
    if (meaning === 'busy') return this.#again(entry, answered, retryAfter(exchange, this.#now()));
    if (sign) return { state: 'done', reason: `${answered} with a page that is no document: ${sign.because}` };
    // Whatever else a request for robots.txt brings, it is an answer to what we wanted to know.
    if (meaning === 'content' || meaning === 'not-modified' || entry.kind === 'robots')
      return { state: 'done', reason: remark ? `${answered}; ${remark}` : answered };
    return meaning === 'redirect' ? this.#redirected(entry, exchange, found[0], rejected[0]?.reason) : failure(answered);
  }

  #redirected(entry: Entry, exchange: Exchange, target: FoundEntry | undefined, refusal = 'no usable URL'): Outcome {
    const { status, headers } = exchange;
    if (entry.redirects >= this.#live.current.fetch.maxRedirects)
      return failure(`FETCH_TOO_MANY_REDIRECTS: ${counted(entry.redirects, 'redirect')} followed`);
    if (!target)
      return {
        state: 'redirected',
        reason: `answered ${status}, to ${withoutLogin(headerOf(headers, 'location') ?? '')}, which is not followed: ${refusal}`,
      };
    const reason = `answered ${status}, to ${target.url}`;
    const same = target.fingerprint[0] === entry.fingerprint[0] && target.fingerprint[1] === entry.fingerprint[1];
    return same ? { state: 'moved', reason, url: target.url, site: target.site } : { state: 'redirected', reason };
  }

  /** Later, doubling the pause each time, and never before the server wants to be asked. */
  #again({ attempts }: Entry, reason: string, asked: number | null): Outcome {
    const { retries, retryDelay } = this.#live.current.fetch;
    if (attempts >= retries) return failure(`${reason}, ${counted(attempts + 1, 'attempt')}`);
    const backOff = Math.max(retryDelay, this.#live.current.politeness.delay) * 2 ** attempts;
    return { state: 'retry', reason, dueAt: this.#now() + Math.max(asked ?? 0, backOff) };
  }
}

const failure = (reason: string): Outcome => ({ state: 'failed', reason });

const nothing = (entry: Entry) => ({ entry, fetches: [], version: null, found: [], aliases: [], rejected: [], site: null });

function linksFound(entry: Entry, outcome: Outcome, readings: readonly Reading[]): NewEntry[] {
  if (outcome.state === 'moved' || outcome.state === 'failed') return [];
  return readings.flatMap((reading) => linksOf(entry, reading.found));
}

/** Links as entries that the visit led to. */
export const linksOf = ({ id, seed }: Entry, found: readonly FoundEntry[]): NewEntry[] =>
  found.map((link) => ({ ...link, via: id, seed: seed ?? id }));

function failedFetch(url: string, startedAt: number, endedAt: number, error: string, detail: string): NewFetch {
  const known = { url, method: 'GET', owed: null, ...recordedSpan(startedAt, endedAt), error, detail };
  return { ...NO_ANSWER, ...known };
}

const NO_ANSWER = {
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
  payloadDigest: null,
  set: null,
} as const;
