/**
 * The policy `gov`: the literal rules of the government-web profile, applied in this order.
 *
 * 1 absolute, scheme and host in lower case, fragment removed (the native parser's work)
 * 2 path cut to `maxSegments` segments, query kept
 * 3 query escaped, all but letters, digits, `-._~`, `=` and `&`; existing escapes stay
 * 4 `www.` removed, unless the host is known to answer only with it
 * 5 trailing slash removed
 *
 * Under this profile the result is also what is requested. Rule 3 is applied literally, even where it changes a meaning
 * (`+` becomes `%2B`).
 */
import { allBut, encodeKeepingEscapes } from '../percent.js';
import { withoutTrailingSlashes, withoutWww } from './default.js';
import { plainText, standardForm } from './whatwg.js';

export interface GovOptions {
  readonly maxSegments: number;
  /** Hosts in lower case, with or without their `www.` */
  readonly keepWww: ReadonlySet<string>;
}

const QUERY_ESCAPED = allBut('=&');

export function govKey(input: string, options: GovOptions): string {
  const form = standardForm(input);
  if (form === null) return plainText(input);
  const url = new URL(form);
  if (!/^(?:https?|ftp):$/.test(url.protocol)) return form;
  const query = encodeKeepingEscapes(url.search.slice(1), QUERY_ESCAPED);
  const path = withoutTrailingSlashes(cutPath(url.pathname, options.maxSegments));
  const tail = query !== '' ? `${path}?${query}` : path === '/' ? '' : path;
  return `${url.protocol}//${govHost(url, options.keepWww)}${tail}`;
}

function cutPath(path: string, maxSegments: number): string {
  const segments = path.split('/');
  return segments.length - 1 <= maxSegments ? path : segments.slice(0, maxSegments + 1).join('/');
}

function govHost(url: URL, keepWww: ReadonlySet<string>): string {
  const kept = keepWww.has(url.hostname) || keepWww.has(withoutWww(url.hostname));
  return kept ? url.host : withoutWww(url.host);
}
