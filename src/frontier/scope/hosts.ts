/**
 * Hosts: reading them out of URLs and finding them in lists.
 *
 * Owns the comparison by labels that keeps gov.si.evil.com out of gov.si. Both sides are brought to
 * one form first: lower case, punycode, no trailing dot, addresses as the URL standard writes them.
 * Look-ups cost one hash per label of the host, whatever the length of the list.
 */
import { asUrl } from '../../model/index.js';

export interface Place {
  /** Without colon. */
  readonly scheme: string;
  /** Without port and trailing dot; empty for URLs without a host, such as mailto:. */
  readonly host: string;
  /** The scheme's own when the URL names none; 0 when that is unknown. */
  readonly port: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ftp: 21, ws: 80, wss: 443 };
const NOWHERE: Place = { scheme: '', host: '', port: 0 };

/** What nearly all URLs look like. Anything else, numeric hosts too, takes the slow way through the URL parser. */
const PLAIN = /^(https?):\/\/((?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*)(?::(\d{1,5}))?(?:[/?#]|$)/;

export function placeOf(url: string): Place {
  const match = PLAIN.exec(url);
  if (!match) return parsedPlace(url);
  const [, scheme = '', host = '', port] = match;
  return { scheme, host, port: port ? Number(port) : (DEFAULT_PORTS[scheme] ?? 0) };
}

function parsedPlace(url: string): Place {
  const parsed = asUrl(url);
  if (!parsed) return NOWHERE;
  const { protocol, hostname, port } = parsed;
  const scheme = protocol.slice(0, -1);
  return { scheme, host: withoutDot(hostname), port: port ? Number(port) : (DEFAULT_PORTS[scheme] ?? 0) };
}

export const originOf = ({ scheme, host, port }: Place): string => `${scheme}://${host}:${port}`;

const withoutDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

/** An address has no parent domain: 0.0.1 must never be taken for a suffix of 10.0.0.1. */
const isAddress = (host: string): boolean => host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);

const HOST_AND_PORT = /^(\[[^\]]*\]|[^:/?#@\\\s]+)(?::(\d{1,5}))?$/;

/** Reads a host as people write it, port optional; null when it is something else, such as a URL. */
export function readHost(text: string): { host: string; port: number | null } | null {
  const [, name = '', port] = HOST_AND_PORT.exec(text.trim()) ?? [];
  const url = name ? asUrl(`http://${name}/`) : null;
  return url && { host: withoutDot(url.hostname), port: port ? Number(port) : null };
}

/** Finds the place in `domains` that a host falls under. `*` stands for every host. */
export function domainFinder(domains: readonly string[]): (host: string) => number {
  const byName = new Map(domains.map((domain, index) => [domain, index]));
  const everywhere = byName.get('*') ?? -1;
  return (host) => {
    if (host === '') return -1;
    if (isAddress(host)) return byName.get(host) ?? everywhere;
    for (let from = 0; ; ) {
      const found = byName.get(host.slice(from));
      if (found !== undefined) return found;
      const dot = host.indexOf('.', from);
      if (dot < 0) return everywhere;
      from = dot + 1;
    }
  };
}

/** Finds the place in `hosts` of exactly this host. `name` stands for every port of it, `name:8080` for that one. */
export function hostFinder(hosts: readonly string[]): (place: Place) => number {
  const byName = new Map(hosts.map((host, index) => [host, index]));
  const portsMatter = hosts.some((host) => /:\d+$/.test(host));
  return ({ host, port }) => byName.get(host) ?? (portsMatter ? byName.get(`${host}:${port}`) : undefined) ?? -1;
}

/** Each host with and without `www.`: most sites answer on both and link to either. */
export function withAndWithoutWww(hosts: readonly string[]): string[] {
  const twins = hosts.flatMap((host) => (isAddress(host.replace(/:\d+$/, '')) || host.startsWith('[') ? [] : [twinOf(host)]));
  return [...new Set([...hosts, ...twins])];
}

const twinOf = (host: string): string => (host.startsWith('www.') ? host.slice(4) : `www.${host}`);
