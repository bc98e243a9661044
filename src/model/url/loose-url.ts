/**
 * LooseUrl: a URL split into its parts without ever refusing it.
 *
 * The URL Standard rejects what some links and most typed addresses contain (`www.google.com`, `http://%20host/`).
 * Policies that compare by meaning accept these too, so they need a parser of their own. Requests never use it: what is
 * fetched is always the native form. All fields are byte strings (see percent.ts), still escaped as in the input.
 */
import { toBytes } from './percent.js';

export interface LooseUrl {
  /** Lower case, without colon; empty when there is none. */
  scheme: string;
  /** Whether `//` stands before the host; for special schemes any number of slashes does. */
  slashes: boolean;
  /** User and password, the text before the `@`; null when there is none. */
  userinfo: string | null;
  host: string;
  /** Null when there is no colon. */
  port: string | null;
  path: string;
  /** Null when there is no question mark, which differs from an empty query. */
  query: string | null;
  fragment: string | null;
}

/** Schemes the URL Standard treats like http, with their default ports (gopher was one of them). */
const SPECIAL_PORTS: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ftp: '21',
  gopher: '70',
  ws: '80',
  wss: '443',
  file: '',
};

export const isSpecial = (scheme: string): boolean => Object.hasOwn(SPECIAL_PORTS, scheme);

export const isDefaultPort = (scheme: string, port: string | null): boolean => !port || SPECIAL_PORTS[scheme] === port;

/** Removes what every URL parser removes first: controls and spaces around the URL, tabs and line ends inside. */
export function withoutJunk(input: string): string {
  let start = 0;
  let end = input.length;
  while (start < end && input.charCodeAt(start) <= 0x20) start++;
  while (end > start && input.charCodeAt(end - 1) <= 0x20) end--;
  const trimmed = start === 0 && end === input.length ? input : input.slice(start, end);
  return /[\t\n\r]/.test(trimmed) ? trimmed.replace(/[\t\n\r]/g, '') : trimmed;
}

export function parseLooseUrl(input: string, defaultScheme = ''): LooseUrl {
  let rest = toBytes(withoutJunk(input));
  const [fragment, beforeFragment] = cutTail(rest, '#');
  const [query, beforeQuery] = cutTail(beforeFragment, '?');
  rest = beforeQuery;
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(rest)?.[0] ?? '';
  if (scheme) rest = rest.slice(scheme.length + 1);
  const name = scheme.toLowerCase() || defaultScheme;
  const url: LooseUrl = { scheme: name, slashes: false, userinfo: null, host: '', port: null, path: rest, query, fragment };
  readHierarchy(url);
  return url;
}

/** The text after the first `mark` (null without one), and the text before it. */
function cutTail(text: string, mark: string): [tail: string | null, head: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [null, text] : [text.slice(at + 1), text.slice(0, at)];
}

/** Splits the path into authority and path, by the rules of the scheme. */
export function readHierarchy(url: LooseUrl): void {
  const pattern = url.scheme === 'file' ? /^[/\\]{2}/ : isSpecial(url.scheme) ? /^[/\\]*/ : /^\/\//;
  const slashes = pattern.exec(url.path)?.[0];
  if (slashes === undefined) return;
  const rest = url.path.slice(slashes.length);
  const end = rest.search(isSpecial(url.scheme) ? /[/\\]/ : /\//);
  const authority = end < 0 ? rest : rest.slice(0, end);
  url.slashes = slashes !== '';
  url.path = end < 0 ? '' : rest.slice(end);
  if (url.scheme === 'file') url.host = authority;
  else readAuthority(url, authority);
}

function readAuthority(url: LooseUrl, authority: string): void {
  const at = authority.lastIndexOf('@');
  if (at >= 0) url.userinfo = authority.slice(0, at);
  const address = authority.slice(at + 1);
  const bracket = address.startsWith('[') ? address.indexOf(']') : -1;
  const colon = address.indexOf(':', Math.max(bracket, 0));
  url.host = colon < 0 ? address : address.slice(0, colon);
  url.port = colon < 0 ? null : address.slice(colon + 1);
}
