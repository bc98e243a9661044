/**
 * Makes the links of one page absolute.
 *
 * The native URL parser decides; plain relative links, which are nearly all, take a shortcut that
 * gives the same answer without it (a test compares both). Knows nothing of scope or canonical keys.
 * The surprise: the query of a link is encoded in the page's own charset, as browsers do it, so a
 * legacy page keeps pointing at what its server understands.
 */
import '@exodus/bytes/encoding.js';
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';
import { ownCopy, RecentMap, withoutLogin } from '../model/index.js';

const LONGEST = 16_384;
/** Nothing a crawler can fetch, and not worth a word: mailto:, tel:, javascript:, data: and other schemes without an authority. */
const FETCHABLE = /^(?:https?:|ftps?:|file:|[a-z][a-z0-9+.-]*:\/\/)/;
const NEVER = /^(?:javascript|vbscript|data|blob|about|mailto|tel|sms):/i;
/** Characters the URL parser leaves as they are in path, query and fragment alike. */
const PLAIN = /^[\w.~!$&()*+,;=:@/?#-]*$/;
/** Browsers drop these wherever they stand. */
const STRAY = /[\t\n\r]/g;
const STRAY_ONCE = /[\t\n\r]/;
const QUERY_SET = ' "#\'<>';

/** What became of a reference: its URL, or why there is none. */
export type Resolved = { readonly url: string } | 'ignored' | 'broken';

/** Written out, whatever the page they stand on. */
const ABSOLUTE = /^https?:\/\//i;
const LONGEST_REMEMBERED = 300;

interface Known {
  get(reference: string): Resolved | undefined;
  set(reference: string, resolved: Resolved): unknown;
}

/**
 * What references mean that mean the same on every page: of absolute ones, and of those to the root of a site. Pages of a site
 * refer to the same places over and over; and a URL that is one and the same string every time is known at a glance by all who
 * are given it.
 */
const remembered = new RecentMap<string, Known>(128);
const MOST_OF_A_SITE = 256;
const MOST_ABSOLUTE = 2048;

function rememberedOf(place: string, most: number): Known {
  const known = remembered.get(place);
  if (known !== undefined) return known;
  const none = new RecentMap<string, Resolved>(most);
  remembered.set(place, none);
  return none;
}

export class UrlResolver {
  private readonly cache = new Map<string, Resolved>();
  private readonly rooted: Known;
  private readonly absolute: Known;
  private readonly origin: string | null;
  private readonly folder: string;
  private readonly page: string;
  private readonly legacy: string | null;

  constructor(
    readonly base: string,
    charset: string | null = null,
  ) {
    const parsed = parseUrl(base);
    this.origin =
      parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') && !parsed.username && !parsed.password
        ? parsed.origin
        : null;
    const path = parsed?.pathname ?? '/';
    this.page = `${this.origin ?? ''}${path}`;
    this.folder = `${this.origin ?? ''}${path.slice(0, path.lastIndexOf('/') + 1)}`;
    this.legacy = charset === null || charset.startsWith('utf-') || charset === 'replacement' ? null : charset;
    this.absolute = rememberedOf(this.legacy ?? '', MOST_ABSOLUTE);
    this.rooted = this.origin === null ? this.cache : rememberedOf(`${this.legacy ?? ''} ${this.origin}`, MOST_OF_A_SITE);
  }

  resolve(written: string): Resolved {
    const reference = tidy(written);
    if (reference === '' || reference.charCodeAt(0) === 0x23) return 'ignored';
    const known = this.knownFor(reference);
    return known.get(reference) ?? this.learn(known, reference);
  }

  /** Where its meaning is kept: for the page, for the site, for all. */
  private knownFor(reference: string): Known {
    if (reference.charCodeAt(0) === 0x2f) return reference.charCodeAt(1) === 0x2f ? this.cache : this.rooted;
    return ABSOLUTE.test(reference) ? this.absolute : this.cache;
  }

  private learn(known: Known, reference: string): Resolved {
    const quick = this.shortcut(reference);
    const resolved = quick === null ? this.parse(reference) : { url: quick };
    if (known === this.cache) {
      if (quick === null) known.set(reference, resolved);
      return resolved;
    }
    return reference.length > LONGEST_REMEMBERED ? resolved : remember(known, reference, resolved);
  }

  /** Root-relative, path-relative and query-only references made of plain characters, without dot segments. */
  private shortcut(reference: string): string | null {
    if (this.origin === null || reference.length > LONGEST || !PLAIN.test(reference) || reference.includes('/.')) return null;
    const first = reference.charCodeAt(0);
    if (first === 0x2f) return reference.charCodeAt(1) === 0x2f ? null : this.origin + reference;
    if (first === 0x3f) return this.page + reference;
    return first === 0x2e || reference.includes(':') ? null : this.folder + reference;
  }

  private parse(reference: string): Resolved {
    if (NEVER.test(reference)) return 'ignored';
    if (reference.length > LONGEST) return 'broken';
    const encoded = this.legacy === null ? reference : encodeQuery(reference, this.legacy);
    const href = parseUrl(encoded, this.base)?.href;
    if (href === undefined) return 'broken';
    return FETCHABLE.test(href) && !NEVER.test(href) ? { url: withoutLogin(href) } : 'ignored';
  }
}

/** As a copy: a URL is a slice of its page, or made of one. */
function remember(known: Known, reference: string, resolved: Resolved): Resolved {
  const own = typeof resolved === 'string' ? resolved : { url: ownCopy(resolved.url) };
  known.set(reference, own);
  return own;
}

/** Null instead of an exception; asking `canParse` first would parse twice. */
export function parseUrl(written: string, base?: string): URL | null {
  try {
    return new URL(written, base);
  } catch {
    return null;
  }
}

/** White space and control characters around it, line breaks and tabs inside it. */
function tidy(written: string): string {
  let start = 0;
  let end = written.length;
  while (start < end && written.charCodeAt(start) <= 0x20) start++;
  while (end > start && written.charCodeAt(end - 1) <= 0x20) end--;
  const trimmed = start === 0 && end === written.length ? written : written.slice(start, end);
  return STRAY_ONCE.test(trimmed) ? trimmed.replace(STRAY, '') : trimmed;
}

function encodeQuery(reference: string, charset: string): string {
  const hash = reference.indexOf('#');
  const stop = hash < 0 ? reference.length : hash;
  const mark = reference.indexOf('?');
  if (mark < 0 || mark > stop) return reference;
  const query = reference.slice(mark + 1, stop);
  if (!/\P{ASCII}/u.test(query)) return reference;
  return `${reference.slice(0, mark + 1)}${percentEncodeAfterEncoding(charset, query, QUERY_SET)}${reference.slice(stop)}`;
}
