/** What an answer means for the crawl, by its status alone. */
import type { Exchange } from '../../model/index.js';
import { headerOf, retryAfterMs } from '../../model/index.js';

export type Meaning =
  /** Its body is a page (or whatever was asked for) to be read. */
  | 'content'
  | 'not-modified'
  | 'redirect'
  /** Worth another try later. */
  | 'busy'
  | 'refused';

const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export function meaningOf(exchange: Exchange, accepted: readonly number[]): Meaning {
  const { status, headers } = exchange;
  if (status === 304) return 'not-modified';
  if (accepted.includes(status)) return 'content';
  if (status >= 300 && status < 400 && headerOf(headers, 'location')) return 'redirect';
  return BUSY.has(status) ? 'busy' : 'refused';
}

const LONGEST_WAIT_MS = 3_600_000;

/** Milliseconds a server asks us to wait, an hour at most; null when it does not say. */
export function retryAfter(exchange: Pick<Exchange, 'headers'>, now: number): number | null {
  const wait = retryAfterMs(headerOf(exchange.headers, 'retry-after'), now);
  return wait === null ? null : Math.min(wait, LONGEST_WAIT_MS);
}
