/**
 * The policy `default`: which links lead to the same page on nearly every site.
 *
 * Left out of the key: fragment, user and password, `www.`, a dot after the host, trailing slashes,
 * tracking parameters, session identifiers, empty parts of the query. Escapes have one spelling.
 * Kept: the scheme, the case of path and query, repeated slashes, file names such as index.html.
 *
 * Query parameters are sorted by name, and only by name. Order between different names matters to
 * hardly any server, and pages that link in both orders are common (filters, search forms, trackers
 * that put themselves first). Order between parameters of one name can be a list, so it is kept.
 * A wrong guess costs one page of the crawl, never a wrong request: what is fetched is the link as written.
 */
import { normaliseEscapes } from '../percent.js';
import { nameOf, SESSION_NAMES, withoutPathSessions, withoutSessions } from '../session-ids.js';
import { isTrackingParameter, TRACKING_NAMES } from '../tracking.js';
import { plainText, standardForm } from './whatwg.js';

/** The key of any string. A string that is no URL is its own key, without the fragment. */
export function defaultKey(input: string): string {
  const url = standardForm(input);
  return url === null ? plainText(input) : defaultKeyOf(url);
}

/** The key of a URL in standard form without fragment. Most links need no change, and then nothing is allocated. */
export function defaultKeyOf(url: string): string {
  const hostStart = hostStartOf(url);
  if (hostStart === 0) return url;
  const pathStart = url.indexOf('/', hostStart);
  const mark = url.indexOf('?', pathStart);
  const rawPath = url.slice(pathStart, mark < 0 ? url.length : mark);
  const rawQuery = mark < 0 ? '' : url.slice(mark + 1);
  const head = headKey(url, hostStart, pathStart);
  const path = pathKey(rawPath);
  const query = rawQuery === '' ? '' : queryKey(rawQuery);
  if (query === '') return head === null && path === rawPath && mark < 0 ? url : (head ?? url.slice(0, pathStart)) + path;
  if (head === null && path === rawPath && query === rawQuery) return url;
  return `${head ?? url.slice(0, pathStart)}${path}?${query}`;
}

/** Index of the host in http, https and ftp URLs; 0 for all others, about whose servers nothing is known. */
function hostStartOf(url: string): number {
  if (url.startsWith('https://')) return 8;
  if (url.startsWith('http://')) return 7;
  return url.startsWith('ftp://') ? 6 : 0;
}

/** Most links of a page share one head, so the last result is cached. */
let lastHead = '';
let lastHeadKey: string | null = null;

/** Scheme, host and port as compared; null when they equal those of the URL. */
function headKey(url: string, hostStart: number, pathStart: number): string | null {
  if (lastHead.length === pathStart && url.startsWith(lastHead)) return lastHeadKey;
  const at = url.lastIndexOf('@', pathStart);
  const start = at > hostStart ? at + 1 : hostStart;
  const host = url.slice(start, pathStart);
  const bare = withoutRootDot(withoutWww(host));
  lastHead = url.slice(0, pathStart);
  lastHeadKey = start === hostStart && bare === host ? null : url.slice(0, hostStart) + bare;
  return lastHeadKey;
}

/** Removes `www.` when a name with a dot remains: `www.si` is a domain of its own. */
export function withoutWww(host: string): string {
  let start = 0;
  while (host.startsWith('www.', start) && host.indexOf('.', start + 4) > start + 4) start += 4;
  return start === 0 ? host : host.slice(start);
}

/** `example.org.` is `example.org`, written from the root of the name system. More than one dot is a mistake and stays. */
function withoutRootDot(host: string): string {
  const colon = host.endsWith(']') ? -1 : host.lastIndexOf(':');
  const end = colon < 0 ? host.length : colon;
  const rooted = end > 1 && host.charCodeAt(end - 1) === 0x2e && host.charCodeAt(end - 2) !== 0x2e;
  return rooted ? host.slice(0, end - 1) + host.slice(end) : host;
}

function pathKey(path: string): string {
  let key = path.includes('%') ? normaliseEscapes(path) : path;
  if (key.includes(';') || key.includes('/(')) key = withoutPathSessions(key);
  return withoutTrailingSlashes(key);
}

/** Removes trailing slashes; the root keeps its slash. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 0x2f) end--;
  return end === path.length ? path : path.slice(0, end);
}

/** One look at the whole query separates the few that need the work from all others. */
const MAY_HOLD_NOISE = new RegExp(`(?:^|&)(?:${TRACKING_NAMES}|${SESSION_NAMES})`, 'i');

function queryKey(query: string): string {
  const normal = query.includes('%') ? normaliseEscapes(query) : query;
  if (isOrdered(normal) && !MAY_HOLD_NOISE.test(normal)) return normal;
  const parts = normal.split('&').filter((part) => part !== '' && !isTrackingParameter(nameOf(part)));
  return sortedByName(withoutSessions(parts)).join('&');
}

/** Whether the names are in order and no part is empty: the query may then stay as it is. */
function isOrdered(query: string): boolean {
  let before = '';
  for (let start = 0; ; ) {
    const end = query.indexOf('&', start);
    const name = exactNameOf(query.slice(start, end < 0 ? query.length : end));
    if (start === end || name < before || start === query.length) return false;
    if (end < 0) return true;
    before = name;
    start = end + 1;
  }
}

/** The sort is stable, so parameters of one name keep their order. */
function sortedByName(parts: string[]): string[] {
  const names = parts.map(exactNameOf);
  if (names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name)) return parts;
  return parts
    .map((part, index) => ({ part, name: names[index] ?? '' }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ part }) => part);
}

function exactNameOf(part: string): string {
  const equals = part.indexOf('=');
  return equals < 0 ? part : part.slice(0, equals);
}
