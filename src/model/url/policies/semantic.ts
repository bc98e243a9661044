/**
 * The policies `semantic`, `semantic-precise` and `aggressive`: URLs with the same meaning get the same key, as web
 * archives compare them. They follow the IIPC's urlcanon, except where it would give a URL and its own canonical form
 * two different keys.
 *
 * Any string has a key; a missing scheme counts as http.
 */
import { normaliseHost } from '../loose-host.js';
import { isDefaultPort, isSpecial, type LooseUrl, parseLooseUrl, readHierarchy } from '../loose-url.js';
import { resolvePathDots } from '../path-dots.js';
import { decodeRepeatedly, encodeBytes, unsafeAnd } from '../percent.js';
import { withoutPathSessions, withoutSessions } from '../session-ids.js';
import { withoutTrailingSlashes } from './default.js';

const FRAGMENT_ESCAPED = unsafeAnd('#%');
const PATH_ESCAPED = unsafeAnd('#%?');
const QUERY_ESCAPED = unsafeAnd('#%&=');
const PORT_ESCAPED = unsafeAnd('#%/?@[\\]');

/** What a browser would load, however it is spelled; the fragment counts. */
export const semanticPreciseKey = (url: string): string => format(normalise(url));

/** The same without the fragment. */
export const semanticKey = (url: string): string => format({ ...normalise(url), fragment: null });

/** What most sites serve as the same page: http and https, with and without www, in any case, without session identifiers. */
export function aggressiveKey(input: string): string {
  const url = normalise(input);
  if (url.scheme === 'https') url.scheme = 'http';
  url.host = withoutWww(url.host, isSpecial(url.scheme));
  if (isDefaultPort(url.scheme, url.port)) url.port = null;
  url.path = mergePath(url.path.toLowerCase(), isSpecial(url.scheme));
  const query = mergeQuery(url.query?.toLowerCase() ?? '');
  return format({ ...url, query: query || null, fragment: null });
}

function normalise(input: string): LooseUrl {
  const url = parseLooseUrl(input, 'http');
  normaliseHierarchy(url);
  // `http://@/a` names no host, and its result would be read as a URL whose host is the path. Repeat until it is stable.
  for (let look = 0; lacksHost(url); look++) {
    if (look === MAX_LOOKS) url.path = '/';
    else readHierarchy(url);
    normaliseHierarchy(url);
  }
  if (url.query !== null) url.query = normaliseQuery(url.query);
  if (url.fragment !== null) url.fragment = encodeBytes(decodeRepeatedly(url.fragment), FRAGMENT_ESCAPED);
  return url;
}

const MAX_LOOKS = 4;

const lacksHost = (url: LooseUrl): boolean =>
  url.host === '' && url.port === null && url.path !== '/' && url.scheme !== 'file' && isSpecial(url.scheme);

function normaliseHierarchy(url: LooseUrl): void {
  const special = isSpecial(url.scheme);
  url.userinfo = null;
  url.host = normaliseHost(url.host, special);
  if (url.port !== null) url.port = encodeBytes(decodeRepeatedly(url.port), PORT_ESCAPED);
  if (isDefaultPort(url.scheme, url.port)) url.port = null;
  url.path = normalisePath(url.path, special);
}

function normalisePath(raw: string, special: boolean): string {
  const path = encodeBytes(decodeRepeatedly(raw), PATH_ESCAPED);
  if (!special) return resolvePathDots(path, false);
  const slashed = path.replaceAll('\\', '/');
  return resolvePathDots(slashed.startsWith('/') ? slashed : `/${slashed}`, true).replace(/\/{2,}/g, '/');
}

function normaliseQuery(query: string): string {
  const recode = (token: string) => encodeBytes(decodeRepeatedly(token), QUERY_ESCAPED);
  const parts = query.split('&').map((part) => {
    const equals = part.indexOf('=');
    return equals < 0 ? recode(part) : `${recode(part.slice(0, equals))}=${recode(part.slice(equals + 1))}`;
  });
  return parts.sort().join('&');
}

/** Removes `www.` and `www12.`, then parses the rest again: it may be an address. */
function withoutWww(host: string, special: boolean): string {
  const bare = host.replace(/^(?:www\d*\.)+/, '');
  return bare === host ? host : normaliseHost(bare, special);
}

function mergePath(path: string, special: boolean): string {
  const bare = withoutTrailingSlashes(withoutPathSessions(path));
  return special ? bare.replace(/\/{2,}/g, '/') : bare;
}

const mergeQuery = (query: string): string => withoutSessions(query.split('&').filter(Boolean)).sort().join('&');

function format(url: LooseUrl): string {
  const authority = url.host + (url.port === null ? '' : `:${url.port}`);
  const slashes = url.slashes || authority !== '' || isSpecial(url.scheme);
  // A path that begins with // must not be read as a host later.
  const guard = !slashes && url.path.startsWith('//') ? '/.' : '';
  const query = url.query === null ? '' : `?${url.query}`;
  const fragment = url.fragment === null ? '' : `#${url.fragment}`;
  return `${url.scheme}:${slashes ? '//' : ''}${authority}${guard}${url.path}${query}${fragment}`;
}
