/**
 * The long SURT forms of web archives, which keep scheme, port and fragment: `http://(org,example,:81)/path`
 * (Heritrix, scope lists) and the sortable `org,example,//81:http:/path`. The URL is taken as it is.
 */

import { parseIpv4 } from './ipv4.js';
import { type LooseUrl, parseLooseUrl } from './loose-url.js';

export interface LongSurtOptions {
  readonly scheme?: boolean;
  readonly trailingComma?: boolean;
}

export function longSurt(input: string, options: LongSurtOptions = {}): string {
  const url = parseLooseUrl(input);
  const scheme = options.scheme === false ? '' : `${prefixOf(url)}${url.slashes ? '//' : ''}`;
  const open = options.scheme === false ? '' : '(';
  const host = url.host === '' ? '' : `${open}${sortableHost(url.host, options.trailingComma)}${portOf(url)})`;
  return scheme + host + tailOf(url);
}

export function sortableSurt(input: string): string {
  const url = parseLooseUrl(input);
  const port = url.port === null ? '' : `${url.port}:`;
  const user = url.userinfo === null ? '' : `@${url.userinfo}`;
  const host = url.host === '' ? '' : sortableHost(url.host);
  return `${host}${url.slashes ? '//' : ''}${port}${url.scheme}${user}${url.scheme && ':'}${tailOf(url)}`;
}

/** The host reversed; addresses stay as they are, since they already sort by network. */
export function sortableHost(host: string, trailingComma = true): string {
  if (host.startsWith('[') || parseIpv4(host) !== null) return host;
  const reversed = reverseHost(host);
  return trailingComma ? reversed : reversed.slice(0, -1);
}

/** `x.y.z` → `z,y,x,`. A comma inside a label becomes a dot, so that no two hosts get the same form. */
export function reverseHost(host: string): string {
  const labels = host.split('.').map((label) => label.replaceAll(',', '.'));
  return `${labels.reverse().join(',')},`;
}

const prefixOf = (url: LooseUrl): string => (url.scheme === '' ? '' : `${url.scheme}:`);
const portOf = (url: LooseUrl): string => (url.port === null ? '' : `:${url.port}`);

function tailOf(url: LooseUrl): string {
  return url.path + (url.query === null ? '' : `?${url.query}`) + (url.fragment === null ? '' : `#${url.fragment}`);
}
