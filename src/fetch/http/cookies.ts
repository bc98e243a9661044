/**
 * Cookies of one crawl: a jar for each registrable domain.
 *
 * Separate jars keep cookies at home even if a rule of cookie matching were wrong, and bound the memory of a crawl over
 * a million sites: the jars that were not used for longest are dropped.
 */
import { readFileSync } from 'node:fs';
import { Cookie, CookieJar } from 'tough-cookie';
import { asUrl, domainOf, messageOf } from '../../model/index.js';

const MAX_JARS = 5_000;
const MAX_COOKIES_PER_JAR = 200;
const MAX_COOKIES_PER_ANSWER = 50;
const MAX_COOKIE_LENGTH = 4_096;
const MAX_HEADER_LENGTH = 8_192;

interface Jar {
  readonly cookies: CookieJar;
  count: number;
}

export class Cookies {
  readonly #jars = new Map<string, Jar>();

  /** The value of a Cookie field for this URL, or null. */
  header(url: URL): string | null {
    const jar = this.#jars.get(jarOf(url));
    if (!jar) return null;
    const pairs = jar.cookies.getCookiesSync(url.href, { http: true }).map((cookie) => cookie.cookieString());
    let header = '';
    for (const pair of pairs) {
      if (header.length + pair.length + 2 > MAX_HEADER_LENGTH) break;
      header += header === '' ? pair : `; ${pair}`;
    }
    return header === '' ? null : header;
  }

  /** Stores the Set-Cookie values of an answer that a browser would accept. */
  store(url: URL, values: readonly string[]): void {
    for (const value of values.slice(0, MAX_COOKIES_PER_ANSWER)) {
      if (value.length > MAX_COOKIE_LENGTH) continue;
      this.#add(url, value);
    }
  }

  /** Reads cookies.txt in Netscape format, as browsers' extensions, curl and wget write it. */
  static fromFile(file: string): Cookies {
    const cookies = new Cookies();
    for (const [at, line] of readCookieFile(file).split(/\r?\n/).entries()) {
      const parsed = parseNetscapeLine(line);
      if (parsed === 'bad') throw new Error(`cookie file ${file}, line ${at + 1}: seven fields separated by tabs are expected`);
      if (parsed) cookies.#add(parsed.url, parsed.cookie);
    }
    return cookies;
  }

  #add(url: URL, cookie: string | Cookie): void {
    const jar = this.#jar(jarOf(url));
    if (jar.count >= MAX_COOKIES_PER_JAR) return;
    const stored = jar.cookies.setCookieSync(cookie, url.href, { http: true, ignoreError: true });
    if (stored) jar.count = jar.cookies.serializeSync()?.cookies.length ?? jar.count + 1;
  }

  #jar(domain: string): Jar {
    const jar = this.#jars.get(domain) ?? { cookies: new CookieJar(undefined, { looseMode: true, allowSpecialUseDomain: true }), count: 0 };
    this.#jars.delete(domain);
    this.#jars.set(domain, jar);
    if (this.#jars.size > MAX_JARS) {
      const [oldest] = this.#jars.keys();
      if (oldest !== undefined) this.#jars.delete(oldest);
    }
    return jar;
  }
}

/** A host without a registrable domain (address, localhost, public suffix) has a jar of its own. */
const jarOf = (url: URL): string => domainOf(url.hostname, { privateSuffixes: true }) ?? url.hostname;

function readCookieFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`cookie file ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

interface ImportedCookie {
  readonly url: URL;
  readonly cookie: Cookie;
}

/** domain, include subdomains, path, secure, expiry, name, value. `#HttpOnly_` before the domain is not a comment. */
function parseNetscapeLine(raw: string): ImportedCookie | 'bad' | null {
  const httpOnly = raw.startsWith('#HttpOnly_');
  const line = httpOnly ? raw.slice('#HttpOnly_'.length) : raw;
  if (line.trim() === '' || line.startsWith('#')) return null;
  const [domain = '', below = '', path = '', secure = '', expiry = '', name = '', ...value] = line.split('\t');
  const host = domain.replace(/^\./, '');
  const isSecure = secure.toUpperCase() === 'TRUE';
  const url = asUrl(`${isSecure ? 'https' : 'http'}://${host}${path}`);
  if (value.length === 0 || !path.startsWith('/') || !/^\d+$/.test(expiry) || !url) return 'bad';
  const everywhere = below.toUpperCase() === 'TRUE' ? { domain: url.hostname } : {};
  const expires = expiry === '0' ? 'Infinity' : new Date(Number(expiry) * 1000);
  return { url, cookie: new Cookie({ key: name, value: value.join('\t'), path, secure: isSecure, httpOnly, expires, ...everywhere }) };
}
