/**
 * The policy `w3lib`: keys as Scrapy's duplicate filter makes them, for crawls that must agree with
 * an existing one. Query sorted by name and value and re-encoded as a form, path escapes unified,
 * host in punycode; `www.`, ports, dot segments and trailing slashes stay.
 *
 * Takes any string, relative references included. Differs from w3lib in one point: `%25` in a path
 * stays escaped, because undoing it would give the key another key.
 */
import { domainToASCII } from 'node:url';
import { withoutJunk } from '../loose-url.js';
import { allBut, decodeOnce, encodeBytes, toBytes } from '../percent.js';
import { escapeIn } from '../query-charset.js';

export interface W3libOptions {
  readonly keepBlankValues?: boolean;
  readonly keepFragments?: boolean;
  readonly querySeparator?: string;
  /** Character set of the query; UTF-8 when a character is not in it. */
  readonly charset?: string;
}

const FORM_ESCAPED = allBut(' ');
const PATH_ESCAPED = allBut("!$&'()*+,;=:@/%");
const FRAGMENT_ESCAPED = allBut("!$&'()*+,;=:@/?%#[]");

/** Escapes whose meaning differs from the character itself inside a path. */
const KEPT_IN_PATH = /%(?=23|25|2f|3f)/gi;

export function w3libKey(input: string, options: W3libOptions = {}): string {
  const { scheme, authority, path, query, fragment } = split(withoutJunk(input));
  const canonicalPath = pathForm(path, scheme === '' && authority === null);
  const pairs = queryForm(query, options);
  const tail = options.keepFragments && fragment ? `#${encodeBytes(toBytes(fragment), FRAGMENT_ESCAPED)}` : '';
  return scheme + (authority === null ? '' : `//${authorityForm(authority)}`) + canonicalPath + (pairs && `?${pairs}`) + tail;
}

/** The five parts of RFC 3986, appendix B. The scheme keeps its colon. */
function split(url: string) {
  const [, scheme = '', authority, path = '', query = '', fragment = ''] =
    /^([a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is.exec(url) ?? [];
  return { scheme: scheme.toLowerCase(), authority: authority ?? null, path, query, fragment };
}

/** Gives kept escapes upper-case digits: encodes their percent sign, which decoding undoes afterwards. */
function pathForm(path: string, relative: boolean): string {
  const kept = toBytes(path)
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
    .replace(KEPT_IN_PATH, '%25');
  const form = encodeBytes(decodeOnce(strayPercentEscaped(kept)), PATH_ESCAPED) || '/';
  // The relative path `A:b` would be read as a scheme.
  return relative && /^[^/]*:/.test(form) ? `./${form}` : form;
}

const strayPercentEscaped = (path: string): string => path.replace(/%(?![0-9A-F]{2})/g, '%2525');

function authorityForm(authority: string): string {
  const at = authority.lastIndexOf('@') + 1;
  let end = authority.length;
  while (end > at && authority.charCodeAt(end - 1) === 0x3a) end--;
  const address = authority.slice(at, end);
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(.*)$/s.exec(address) ?? [];
  return authority.slice(0, at) + hostForm(host) + port;
}

/** Names without a punycode form stay as they are, in lower case. */
function hostForm(host: string): string {
  const lower = host.toLowerCase();
  if (!/[^\0-\x7f]/.test(lower)) return lower;
  const ascii = /[\s#%/:<>?@[\\\]^|]/.test(lower) ? '' : domainToASCII(lower);
  const labels = ascii.replace(/\.$/, '').split('.');
  return labels.every((label) => label !== '' && label.length <= 63) ? ascii : lower;
}

function queryForm(query: string, options: W3libOptions): string {
  const separator = options.querySeparator ?? '&';
  const decode = (text: string) => decodeOnce(toBytes(text).replaceAll('+', ' '));
  const pairs = inCharset(query, options.charset)
    .split(separator)
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const equals = part.indexOf('=');
      return equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
    })
    .filter(([, value]) => value !== '' || options.keepBlankValues !== false);
  return pairs
    .sort(byNameAndValue)
    .map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`)
    .join(separator);
}

const byNameAndValue = (a: [string, string], b: [string, string]): number => compare(a[0], b[0]) || compare(a[1], b[1]);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const formEncode = (bytes: string): string => encodeBytes(bytes, FORM_ESCAPED).replaceAll(' ', '+');

/** If the set lacks one character, the whole query is UTF-8: a query in two encodings could not be read back. */
function inCharset(query: string, charset = 'utf-8'): string {
  const latin1 = /^(?:latin-?1|iso-?8859-1)$/i.test(charset);
  let encodable = true;
  const encoded = query.replace(/[^\0-\x7f]+/g, (text) => {
    const escaped = escapeIn(charset, text);
    encodable &&= escaped !== null && !escaped.includes('%26%23') && !(latin1 && /[^\0-\xff]/.test(text));
    return escaped ?? text;
  });
  return encodable ? encoded : query;
}
