/**
 * Whether a page of another site has a browser ask for something.
 *
 * Such a page cannot read the answer, but it can make us work, and it is enough that somebody looks at it. So it may do one thing:
 * lead its reader to a page of ours. Browsers say where a request comes from and what it is for (Sec-Fetch-*, which no script can
 * set); older ones, and all of them towards a plain address that is not loopback, say no more than Origin or Referer. Programs say
 * nothing, and are not foreign.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** `isPage`: what is asked for is a page for people, which may be come to from anywhere. */
export function isForeign(asked: Asked, isPage: boolean): boolean {
  const { headers } = asked;
  const isRead = asked.method === 'GET' || asked.method === 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return !(isRead && isPage && isNavigation(headers));
  if (headers.origin !== undefined) return hostOf(headers.origin) !== headers.host;
  if (site !== undefined || headers.referer === undefined || hostOf(headers.referer) === headers.host) return false;
  return !(isRead && isPage && /\btext\/html\b/.test(headers.accept ?? ''));
}

/** In a window, at once: not in a frame, and not ahead of its reader. */
const isNavigation = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined;

const hostOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).host : null);
