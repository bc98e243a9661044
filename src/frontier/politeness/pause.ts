/** How long a site is left in peace after an answer. Pure maths; who waits and for whom is the frontier's business. */

export interface SitePace {
  /** Milliseconds between two requests, from the definition or the site's own robots.txt. */
  readonly delay: number;
  /** A slow answer is followed by a pause of so many times its length. */
  readonly responseFactor: number;
  /** What slowness and trouble may lengthen the pause to. */
  readonly maxDelay: number;
}

/** Where trouble begins when nothing was owed at all. */
const FIRST_TROUBLE_MS = 1000;

/**
 * The pause a site is owed after an answer: max(delay, factor × response time), doubled for each sign of trouble in a
 * row (time-out, reset, 5xx, 429), never above maxDelay unless the site itself asked for more. A delay of 0 means no
 * pause, except for trouble.
 */
export function pauseAfter(pace: SitePace, last: { readonly responseMs: number; readonly troubles: number }): number {
  const { delay, responseFactor, maxDelay } = pace;
  const calm = delay > 0 ? Math.max(delay, responseFactor * last.responseMs) : 0;
  const pause = last.troubles > 0 ? Math.max(calm, FIRST_TROUBLE_MS / 2) * 2 ** last.troubles : calm;
  return Math.max(delay, Math.min(pause, maxDelay));
}
