/**
 * What is compared: the path and query of a URL, and the one form both sides are brought to.
 *
 * RFC 9309, 2.2.2: octets outside ASCII and reserved ones are compared percent-encoded, unreserved
 * ones plain. So `%7E` = `~`, `ä` = `%C3%A4`, `%2A` = a star in the URL. The separators `/` and `?` are the
 * exception: an encoded slash in a path is data, not structure, and stays apart. In a query they
 * separate nothing, and the RFC's own table makes `?u=http://a` and `?u=http%3A%2F%2Fa` equal;
 * that is the second form of a path, present only where it differs from the first.
 */

/** How an ASCII character is written in the common form. */
const PLAIN = 1; // unreserved or reserved: as itself, also when it came encoded
const SEPARATOR = 2; // `/` and `?`: as it came
const KIND = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@!$&'()*+,;=[]") KIND[char.charCodeAt(0)] = PLAIN;
for (const char of '/?') KIND[char.charCodeAt(0)] = SEPARATOR;

const PERCENT = 37;
const QUESTION = 63;

/**
 * Path and query of a URL, `/` when it has none. Takes what robots suites hand over too: no scheme,
 * only a path, nothing at all. Never throws.
 */
export function pathOfUrl(url: string): string {
  const from = url.startsWith('//') ? 2 : 0;
  const scheme = url.indexOf('://', from);
  const early = firstSeparator(url, from);
  const authority = scheme < 0 || (early >= 0 && early < scheme) ? from : scheme + 3;
  const start = authority === from ? early : firstSeparator(url, authority);
  const hash = url.indexOf('#', from);
  if (start < 0 || (hash >= 0 && hash < start)) return '/';
  const path = hash < 0 ? url.slice(start) : url.slice(start, hash);
  return path.startsWith('/') ? path : `/${path}`;
}

/** `/`, `?` or `;`: where the authority ends. */
function firstSeparator(url: string, from: number): number {
  for (let at = from; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === 47 || code === QUESTION || code === 59) return at;
  }
  return -1;
}

/** The common form of a URL's path and query; with `second`, separators in the query come out plain. */
export function commonForm(path: string, second = false): string {
  if (isCommon(path)) return path;
  return new CommonForm(second).add(isOctets(path) ? path : Buffer.from(path, 'utf8').toString('latin1'));
}

/** Whether the second form may differ: something in the query is written `%2F` or `%3F`. */
export function hasSecondForm(path: string): boolean {
  const query = path.indexOf('?');
  return query >= 0 && /%2f|%3f/i.test(path.slice(query));
}

/** Brings pieces of one path to the common form, one after the other; a query begun in one piece goes on in the next. */
export class CommonForm {
  #inQuery = false;

  constructor(readonly second: boolean) {}

  add(octets: string): string {
    let out = '';
    for (let at = 0; at < octets.length; at++) {
      const code = octets.charCodeAt(at);
      const byte = code === PERCENT ? hexByte(octets, at + 1) : -1;
      if (byte >= 0) at += 2;
      if (code === QUESTION) this.#inQuery = true;
      out += byte >= 0 ? this.#encoded(byte) : plainOrEncoded(code);
    }
    return out;
  }

  #encoded(byte: number): string {
    const kind = KIND[byte] ?? 0;
    const plain = kind === PLAIN || (kind === SEPARATOR && this.second && this.#inQuery);
    return plain ? String.fromCharCode(byte) : percent(byte);
  }
}

/** Google's form of a rule: non-ASCII octets encoded, hex digits raised, nothing else touched. */
export function escapeRule(octets: string): string {
  let out = '';
  for (let at = 0; at < octets.length; at++) {
    const code = octets.charCodeAt(at);
    const byte = code === PERCENT ? hexByte(octets, at + 1) : -1;
    if (byte >= 0) at += 2;
    out += byte >= 0 ? percent(byte) : code >= 0x80 ? percent(code) : octets.charAt(at);
  }
  return out;
}

const plainOrEncoded = (code: number): string => (KIND[code] ? String.fromCharCode(code) : percent(code));

const percent = (byte: number): string => `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;

/** Already in the common form, which nearly every URL is: no percent sign and nothing to encode. */
function isCommon(path: string): boolean {
  for (let at = 0; at < path.length; at++) if (!KIND[path.charCodeAt(at)]) return false;
  return true;
}

function isOctets(path: string): boolean {
  for (let at = 0; at < path.length; at++) if (path.charCodeAt(at) > 0x7f) return false;
  return true;
}

function hexByte(text: string, at: number): number {
  const high = hexDigit(text.charCodeAt(at));
  const low = hexDigit(text.charCodeAt(at + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** -1 for anything else, also for the NaN beyond the end. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
