/**
 * User names and passwords in URLs: `https://name:password@host/`.
 *
 * They are credentials, not part of an address. In a URL from our user they are the log-in to that site; on somebody
 * else's page they mean nothing to us. Either way no stored URL keeps them, so that they never reach a database, a
 * report or another site.
 */

export interface UrlLogin {
  /** The scheme, host and port the log-in is for. */
  readonly site: string;
  readonly user: string;
  readonly password: string;
}

/** The URL without user and password; the same string when it has none. Also accepts text that is not a URL yet, as people type it. */
export function withoutLogin(url: string): string {
  const [start, at] = loginPlace(url);
  return at < 0 ? url : url.slice(0, start) + url.slice(at + 1);
}

/** The log-in in a URL in standard form; null when there is none. */
export function loginOf(url: string): UrlLogin | null {
  const [start, at] = loginPlace(url);
  if (at <= start) return null;
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(url.slice(start, at)) ?? [];
  return { site: url.slice(0, start) + url.slice(at + 1, authorityEnd(url, at)), user: decoded(user), password: decoded(password) };
}

/** Where the authority begins, and where the @ stands that ends the log-in, or -1. */
function loginPlace(url: string): [start: number, at: number] {
  // This runs for every link, and most URLs have no @ at all.
  if (!url.includes('@')) return [0, -1];
  const start = authorityStart(url);
  if (start < 0) return [0, -1];
  const at = url.lastIndexOf('@', authorityEnd(url, start) - 1);
  return [start, at < start ? -1 : at];
}

/** Schemes after whose colon any number of slashes, of either kind, means the same to a parser. */
const SPECIAL: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'ws', 'wss']);

/** Index of the authority, or -1. Follows parsers, which drop blanks before a URL, and line breaks and tabs anywhere. */
function authorityStart(url: string): number {
  const colon = url.indexOf(':');
  const scheme = url
    .slice(0, Math.max(0, colon))
    .replace(/[\0-\x20]+/g, '')
    .toLowerCase();
  if (SPECIAL.has(scheme)) return behindSlashes(url, colon + 1);
  const slashes = url.indexOf('//');
  return slashes < 0 ? -1 : slashes + 2;
}

function behindSlashes(url: string, from: number): number {
  let at = from;
  while (at < url.length && '/\\\t\n\r'.includes(url.charAt(at))) at++;
  return at;
}

function authorityEnd(url: string, start: number): number {
  for (let index = start; index < url.length; index++) {
    const code = url.charCodeAt(index);
    if (code === 0x2f || code === 0x3f || code === 0x23 || code === 0x5c) return index;
  }
  return url.length;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
