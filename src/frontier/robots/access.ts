/**
 * What the answer to a request for robots.txt means (RFC 9309, 2.3.1 and 2.4), and how long it holds.
 *
 * Pure: the caller fetches, follows redirects (at least ROBOTS_MAX_REDIRECTS, across hosts too; the rules found
 * hold for the host first asked) and passes the time. Where the RFC leaves a choice, ours is written at the branch.
 */
import type { RobotsMode, RobotsOptions } from './options.js';
import { parseRobots, type Robots, uniformRobots } from './robots.js';

export interface RobotsAnswer {
  /** Status of the last answer; null when there was none: no address, no connection, no TLS, time-out. */
  readonly status: number | null;
  readonly body?: Uint8Array | string;
  /** Wall-clock milliseconds of the answer. */
  readonly at: number;
  readonly cacheControl?: string | null;
  /** Since when robots.txt of this site has been unavailable without a break; null when this is the first time. */
  readonly unavailableSince?: number | null;
  /** The last robots.txt that could be read, however old. */
  readonly lastParsed?: Robots | null;
}

export interface RobotsAccess {
  readonly robots: Robots;
  /** `missing`: none there, all is allowed. `unavailable`: we could not find out, nothing is allowed. */
  readonly outcome: 'parsed' | 'missing' | 'unavailable';
  /** One sentence for `explain`. */
  readonly reason: string;
  /** Ask again after this moment, wall-clock milliseconds. */
  readonly expiresAt: number;
}

/** Redirects to follow before the file counts as missing. */
export const ROBOTS_MAX_REDIRECTS = 5;

const MINUTE = 60_000;
const DAY = 86_400_000;
/** RFC 9309, 2.4: no copy is used for longer than a day. */
const LONGEST_CACHE = DAY;
/** A server that says max-age=0 must not make us fetch robots.txt before every page. */
const SHORTEST_CACHE = 10 * MINUTE;
const RETRY_UNAVAILABLE = 60 * MINUTE;
/** RFC 9309, 2.3.1.4: after "a reasonably long period of time (for example, 30 days)". */
const GIVE_UP_AFTER = 30 * DAY;

export function robotsFromStatus(answer: RobotsAnswer, mode: RobotsMode | RobotsOptions = 'rfc9309'): RobotsAccess {
  const { status, body = '', at } = answer;
  const expiresAt = at + cacheFor(answer.cacheControl ?? null);
  if (status !== null && status >= 200 && status < 300) {
    return { robots: parseRobots(body, mode), outcome: 'parsed', reason: `robots.txt answered ${status}`, expiresAt };
  }
  // A redirect that gets here was one too many. The RFC lets us treat it like a missing file, and we do.
  if (status !== null && status >= 300 && status < 400)
    return missing(`robots.txt redirects more than ${ROBOTS_MAX_REDIRECTS} times`, expiresAt);
  // 429 says "not now" about the server, not "none" about the file: with 5xx, not with 404.
  if (status !== null && status >= 400 && status < 500 && status !== 429)
    return missing(`robots.txt answered ${status}: no rules`, expiresAt);
  return unavailable(answer);
}

const missing = (reason: string, expiresAt: number): RobotsAccess => ({
  robots: uniformRobots(true, null),
  outcome: 'missing',
  reason,
  expiresAt,
});

/**
 * Nothing is allowed while robots.txt cannot be had, even where an older copy exists: the site is in trouble.
 * After 30 days the last copy holds again if there is one, since its owner's wishes are known; else the file counts
 * as missing, since a server that fails on this one path for a month does not have it.
 */
function unavailable({ status, at, unavailableSince, lastParsed }: RobotsAnswer): RobotsAccess {
  const what = status === null ? 'robots.txt could not be reached' : `robots.txt answered ${status}`;
  const expiresAt = at + RETRY_UNAVAILABLE;
  const days = Math.floor((at - (unavailableSince ?? at)) / DAY);
  if (at - (unavailableSince ?? at) < GIVE_UP_AFTER) {
    return { robots: uniformRobots(false, `${what}: staying away`), outcome: 'unavailable', reason: `${what}: staying away`, expiresAt };
  }
  if (lastParsed) return { robots: lastParsed, outcome: 'parsed', reason: `${what} for ${days} days: the last copy holds`, expiresAt };
  return missing(`${what} for ${days} days and was never read: no rules`, expiresAt);
}

/** A day, or max-age where it says less; nothing below ten minutes. */
function cacheFor(cacheControl: string | null): number {
  if (!cacheControl) return LONGEST_CACHE;
  if (/(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/i.test(cacheControl)) return SHORTEST_CACHE;
  const maxAge = /(?:^|[\s,])max-age\s{0,9}=\s{0,9}"?(\d{1,10})/i.exec(cacheControl);
  if (!maxAge) return LONGEST_CACHE;
  return Math.min(LONGEST_CACHE, Math.max(SHORTEST_CACHE, Number(maxAge[1]) * 1000));
}
