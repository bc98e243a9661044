/** The one list of fetch failures; a test checks docs/reference/errors.md against it. */

import { type ErrorCode, WinnowError } from '../../model/index.js';
/** What the crawl does next. The frontier reads this, never the message text. */
export type Verdict = 'retry' | 'drop' | 'stop';

export const FETCH_FAILURES = {
  FETCH_BAD_URL: 'drop',
  FETCH_SCHEME_UNKNOWN: 'drop',
  FETCH_ADDRESS_FORBIDDEN: 'drop',
  FETCH_DNS_NOT_FOUND: 'drop',
  FETCH_DNS_FAILED: 'retry',
  FETCH_CONNECT_FAILED: 'retry',
  FETCH_TLS_UNTRUSTED: 'drop',
  FETCH_TLS_FAILED: 'retry',
  FETCH_PROXY_FAILED: 'retry',
  FETCH_RESET: 'retry',
  FETCH_TIMEOUT: 'retry',
  FETCH_DEADLINE: 'drop',
  FETCH_TOO_SLOW: 'drop',
  FETCH_HEAD_TOO_LARGE: 'drop',
  FETCH_MALFORMED: 'drop',
  FETCH_DECODE_FAILED: 'drop',
  FETCH_DECODED_TOO_LARGE: 'drop',
  FETCH_TOO_MANY_REDIRECTS: 'drop',
  FETCH_ABORTED: 'stop',
  FETCH_DISK_FULL: 'stop',
} as const satisfies Record<Extract<ErrorCode, `FETCH_${string}`>, Verdict>;

export type FetchFailure = keyof typeof FETCH_FAILURES;

export class FetchError extends WinnowError {
  override readonly name = 'FetchError';
  /** Another attempt is worthwhile however many failed: see `options.isNearer`. */
  readonly isNearer: boolean;
  constructor(
    override readonly code: FetchFailure,
    readonly url: string,
    /** What is wrong, in words, with limits and addresses. */
    readonly detail: string,
    options?: ErrorOptions & {
      /** Many bytes arrived and were kept: the next attempt continues from there. */
      readonly isNearer?: boolean;
    },
  ) {
    super(code, `${code} while fetching ${url}: ${detail}`, options);
    this.isNearer = options?.isNearer ?? false;
  }
  get verdict(): Verdict {
    return FETCH_FAILURES[this.code];
  }
}
