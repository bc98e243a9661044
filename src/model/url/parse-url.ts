/**
 * Reads URLs: what is requested (`url`), what is compared (`key`) and which site is asked (`site`).
 *
 * `urlReader` is the hot path: it runs for each link of each page and computes these three only. `parseUrl` computes
 * everything there is to know about one URL, for people and for indexes.
 */
import { withoutJunk } from './loose-url.js';
import { withoutFragment } from './policies/whatwg.js';
import { withQueryIn } from './query-charset.js';
import { type DomainOptions, domainOf } from './registrable-domain.js';
import { standardSurt } from './surt.js';
import { standardUrlKey, type UrlKeyOptions, type UrlPolicy, urlKey } from './url-key.js';

export interface UrlIdentity {
  /** Standard form without fragment. */
  readonly url: string;
  readonly key: string;
  /** Scheme, host and port, default port left out: `https://example.org:8443`. */
  readonly site: string;
}

/** Each property is computed when it is read: reading one costs no more than that one, and JSON shows all. */
export interface ParsedUrl extends UrlIdentity {
  /** Without port; IPv6 addresses in brackets. */
  readonly host: string;
  readonly domain: string | null;
  readonly surt: string;
}

/** Resolves a link as written on a page. Null when it is no URL, or longer than any server accepts. */
export type UrlReader = (href: string, base?: string, charset?: string | null) => UrlIdentity | null;

/** Servers refuse URLs beyond 8 to 64 KiB; a longer link is a mistake or malice. */
const MAX_LENGTH = 65_536;

export function urlReader(policy: UrlPolicy = 'default', options: UrlKeyOptions = {}): UrlReader {
  const keyOf = standardUrlKey(policy, options);
  return (href, base, charset) => {
    const url = resolve(charset ? withQueryIn(charset, href) : href, base);
    return url === null ? null : { url, key: keyOf(url), site: siteOf(url) };
  };
}

/** The archive policies also accept addresses as people type them (`example.org/x`), when there is no base to resolve them against. */
export function parseUrl(
  input: string,
  base?: string,
  policy: UrlPolicy = 'default',
  options: UrlKeyOptions & DomainOptions = {},
): ParsedUrl | null {
  const url = resolve(input, base) ?? (base === undefined && isTolerant(policy) ? resolve(urlKey(policy)(input)) : null);
  if (url === null) return null;
  const keyOf = standardUrlKey(policy, options);
  return {
    url,
    get key() {
      return keyOf(url);
    },
    site: siteOf(url),
    get host() {
      return hostOf(url);
    },
    get domain() {
      return domainOf(hostOf(url), options);
    },
    get surt() {
      return standardSurt(url, siteOf(url));
    },
  };
}

const isTolerant = (policy: UrlPolicy): boolean => policy === 'aggressive' || policy.startsWith('semantic');

function resolve(href: string, base?: string): string | null {
  if (href.length > MAX_LENGTH) return null;
  try {
    return withoutFragment(parseNative(href, base).href);
  } catch {
    return null; // asking canParse first would parse every good link twice
  }
}

/**
 * The native parser parses the base again for each link, which is half of its work. Most links need only the base's
 * site, or nothing of it.
 */
function parseNative(href: string, base?: string): URL {
  if (base === undefined || href.startsWith('https://') || href.startsWith('http://')) return new URL(href);
  if (!isRooted(href)) return new URL(href, base);
  if (base !== lastBase) {
    lastBaseOrigin = originOf(base);
    lastBase = base;
  }
  return lastBaseOrigin === null ? new URL(href, base) : new URL(lastBaseOrigin + href);
}

let lastBase = '';
let lastBaseOrigin: string | null = null;

/** Whether the link is `/a`, and not `//a` or another spelling of that: `/\a`, a tab between the slashes. */
function isRooted(href: string): boolean {
  if (href.charCodeAt(0) !== 0x2f) return false;
  const next = href.charCodeAt(1);
  return next > 0x20 && next !== 0x2f && next !== 0x5c;
}

/** The part before the path of a base address; null for bases from which links inherit more than that. */
function originOf(base: string): string | null {
  const { protocol, username, password, origin } = new URL(base);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? origin : null;
}

/** Most links of a page share one site, so the last result is cached. */
let lastSite = ' ';

/** The site of a URL in standard form. A scheme without hosts is one site: `urn:`. */
export function siteOf(url: string): string {
  if (url.startsWith(lastSite) && url.charCodeAt(lastSite.length) === 0x2f) return lastSite;
  const colon = url.indexOf(':');
  if (!url.startsWith('//', colon + 1)) return url.slice(0, colon + 1);
  const start = colon + 3;
  const end = authorityEnd(url, start);
  const at = url.lastIndexOf('@', end);
  if (at >= start) return url.slice(0, start) + url.slice(at + 1, end);
  lastSite = url.slice(0, end);
  return lastSite;
}

/** Host name or address of a URL in standard form, without port; empty when there is none. */
export function hostOf(url: string): string {
  const site = siteOf(url);
  const start = site.indexOf('://') + 3;
  const colon = site.endsWith(']') ? -1 : site.lastIndexOf(':');
  return start < 3 ? '' : site.slice(start, colon < start ? site.length : colon);
}

function authorityEnd(url: string, start: number): number {
  const slash = url.indexOf('/', start);
  const mark = url.indexOf('?', start);
  if (slash < 0 && mark < 0) return url.length;
  return slash < 0 || (mark >= 0 && mark < slash) ? mark : slash;
}

const WEB_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/**
 * Whether a link as written leads to something that can be fetched. Not: `#top` and empty links (the page itself),
 * `mailto:`, `javascript:`, `tel:`, `data:` and every other scheme that is not in the set.
 */
export function isFetchable(href: string, schemes: ReadonlySet<string> = WEB_SCHEMES): boolean {
  const first = href.charCodeAt(0);
  const text = first <= 0x20 || Number.isNaN(first) || /^[^:/?#]*[\t\n\r]/.test(href) ? withoutJunk(href) : href;
  if (text === '' || text.startsWith('#')) return false;
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0];
  return scheme === undefined || schemes.has(scheme.toLowerCase());
}
