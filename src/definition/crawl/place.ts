/**
 * A part of the Web as a user names it: a host name, which includes all hosts below it, or one site with scheme and
 * port. Both sides of a comparison are normalised here first: lower case, punycode, no trailing dot, addresses as the
 * URL standard writes them.
 */
import { isIPv6 } from 'node:net';
import { asUrl } from '../../model/index.js';

export type WebPlace = { readonly kind: 'host'; readonly name: string } | { readonly kind: 'site'; readonly name: string };

const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LABELS = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Null for anything else: a path, a pattern, a host with a port but no scheme. */
export function readPlace(text: string): WebPlace | null {
  const trimmed = text.trim();
  return WITH_SCHEME.test(trimmed) ? readSite(trimmed) : readHost(trimmed);
}

function readSite(text: string): WebPlace | null {
  const url = asUrl(text);
  if (!url || url.hostname === '') return null;
  const isBare = (url.pathname === '/' || url.pathname === '') && !url.search && !url.hash && !url.username && !url.password;
  return isBare ? { kind: 'site', name: nameOfSite(url) } : null;
}

function readHost(text: string): WebPlace | null {
  const written = isIPv6(text) ? `[${text}]` : text;
  if (/[:/?#@\\\s]/.test(written) && !written.startsWith('[')) return null;
  const host = asUrl(`http://${written}/`);
  if (!host || host.port !== '' || host.pathname !== '/') return null;
  const name = withoutDot(host.hostname);
  return name.startsWith('[') || LABELS.test(name) ? { kind: 'host', name } : null;
}

/**
 * All names that include a site, widest first: si, gov.si, www.gov.si, https://www.gov.si. An address has no parent:
 * 0.0.1 must not count as a suffix of 10.0.0.1.
 */
export function namesHoldingFor(site: string): string[] {
  const url = asUrl(site);
  if (!url || url.hostname === '') return [site];
  const host = withoutDot(url.hostname);
  const isAddress = host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
  const labels = host.split('.');
  const hosts = isAddress ? [host] : labels.map((_, index) => labels.slice(-1 - index).join('.'));
  return [...hosts, nameOfSite(url)];
}

const nameOfSite = ({ protocol, hostname, port }: URL): string => `${protocol}//${withoutDot(hostname)}${port === '' ? '' : `:${port}`}`;

const withoutDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);
