/**
 * User names and passwords that stand in URLs: `https://name:password@host/`.
 *
 * They are credentials, not part of an address. Whoever writes such a URL for us means a log-in to that site; on a page
 * of somebody else it means nothing to us. Either way no URL keeps them, so that they cannot reach a database, a report
 * or another site.
 */

export interface UrlLogin {
  /** Scheme, host and port they were written for. */
  readonly site: string;
  readonly user: string;
  readonly password: string;
}

/** The URL without user and password; the same string when it has none. Also takes what is no URL yet, as people typed it. */
export function withoutLogin(url: string): string {
  const [start, at] = loginPlace(url);
  return at < 0 ? url : url.slice(0, start) + url.slice(at + 1);
}

/** What a URL in standard form says about who asks; null when it says nothing. */
export function loginOf(url: string): UrlLogin | null {
  const [start, at] = loginPlace(url);
  if (at <= start) return null;
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(url.slice(start, at)) ?? [];
  return { site: url.slice(0, start) + url.slice(at + 1, authorityEnd(url, at)), user: decoded(user), password: decoded(password) };
}

/** Where the authority begins, and where the @ stands that ends its log-in, or -1. */
function loginPlace(url: string): [start: number, at: number] {
  // Most URLs have none anywhere; this runs for every link.
  if (!url.includes('@')) return [0, -1];
  const start = authorityStart(url);
  if (start < 0) return [0, -1];
  const at = url.lastIndexOf('@', authorityEnd(url, start) - 1);
  return [start, at < start ? -1 : at];
}

/** Those behind whose colon any number of slashes, of either kind, means the same to whoever parses them. */
const SPECIAL: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'ws', 'wss']);

/** -1 where there is none. As parsers see it: they drop blanks before a URL, and line breaks and tabs anywhere. */
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
