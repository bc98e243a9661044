/**
 * Registrable domain: the part of a host name that somebody can buy, by the Public Suffix List. `www.example.co.uk` →
 * `example.co.uk`. Null for addresses, public suffixes and text that is no host name.
 */
import { getDomain } from 'tldts';

export interface DomainOptions {
  /**
   * Also use the list's private section, in which hosting companies split their own domain: `me.github.io` instead of
   * `github.io`. Off by default, because those sites share servers and must be asked as one.
   */
  readonly privateSuffixes?: boolean;
}

const ICANN_ONLY = { allowPrivateDomains: false, extractHostname: false, validateHostname: false, detectIp: true } as const;
const WHOLE_LIST = { ...ICANN_ONLY, allowPrivateDomains: true } as const;

export function domainOf(host: string, options: DomainOptions = {}): string | null {
  // An empty label makes it no name; the library would ignore the label.
  if (host === '' || host.startsWith('.') || host.startsWith('[') || host.includes('..')) return null;
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return getDomain(name.toLowerCase(), options.privateSuffixes ? WHOLE_LIST : ICANN_ONLY);
}
