/**
 * Resolution: from a host to the endpoints that may be connected to. The address guard is here.
 *
 * Every connection of the fetcher, to a site or to a proxy, starts with `endpoints` and uses an address it returned,
 * never a name: no second look-up can answer differently. The `resolve` setting comes first, then literal addresses,
 * then DNS; every address must pass the policy.
 */
import { isIP, type Socket } from 'node:net';
import { AddressPolicy } from '../../model/index.js';
import { DnsCache, type Lookup } from './dns-cache.js';
import { FetchError } from './errors.js';
import { type HttpOptions, type MappedEndpoint, parseEndpoint } from './options.js';
import type { Watch } from './watch.js';

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

export class Resolution {
  readonly #policy: AddressPolicy;
  readonly #exact = new Map<string, MappedEndpoint>();
  /** Longest first, so that *.a.example wins over *.example. */
  readonly #below: (readonly [suffix: string, endpoint: MappedEndpoint])[] = [];
  readonly #dns: DnsCache;

  constructor(options: Pick<HttpOptions, 'resolve' | 'allowAddresses'>, lookup?: Lookup) {
    this.#policy = new AddressPolicy(options.allowAddresses);
    this.#dns = new DnsCache(lookup);
    for (const [host, text] of Object.entries(options.resolve)) this.#map(host.toLowerCase(), text);
    this.#below.sort(([a], [b]) => b.length - a.length);
  }

  /** Endpoints that may be connected to, at least one; throws when the policy allows none. */
  async endpoints(url: URL, watch: Watch): Promise<readonly Endpoint[]> {
    const found = await this.#candidates(url, watch);
    const allowed = found.filter(({ address, port }) => this.allows(address, port));
    if (allowed.length === 0) throw forbidden(watch.url, url.hostname, found);
    return allowed;
  }

  /** Whether a setting says that the host is asked without TLS, whatever its URL says. */
  isPlain(url: URL): boolean {
    return this.#mapped(url)?.isPlain === true;
  }

  allows(address: string, port: number): boolean {
    return isIP(address) !== 0 && this.#policy.allows(address, port);
  }

  /** The operating system knows where a connection really leads, so ask it again. */
  verify(socket: Socket, watch: Watch): void {
    const { remoteAddress: address = '', remotePort: port = 0 } = socket;
    if (this.allows(address, port)) return;
    socket.destroy();
    throw new FetchError(
      'FETCH_ADDRESS_FORBIDDEN',
      watch.url,
      `the connection ended up at ${address || 'an unknown address'}, which is not allowed`,
    );
  }

  #map(host: string, text: string): void {
    const endpoint = parseEndpoint(text);
    if (!endpoint) throw new Error(`resolve: ${host} is mapped to ${text}, which is no IP address`);
    if (host === '*') this.#below.push(['', endpoint]);
    else if (host.startsWith('*.')) this.#below.push([host.slice(1), endpoint]);
    else this.#exact.set(host, endpoint);
  }

  async #candidates(url: URL, watch: Watch): Promise<readonly Endpoint[]> {
    const host = bareHost(url);
    const port = portOf(url);
    const mapped = this.#mapped(url);
    if (mapped) return [{ address: mapped.address, port: mapped.port ?? port }];
    if (isIP(host)) return [{ address: host, port }];
    if (/^\.|\.\./.test(host)) throw new FetchError('FETCH_BAD_URL', watch.url, `the host name ${host} has an empty part`);
    if (NEVER_KNOWN.test(host)) throw dnsError(watch.url, host, 'ENOTFOUND');
    watch.enter('look-up');
    const addresses = await this.#lookUp(host, watch);
    return addresses.map((address) => ({ address, port }));
  }

  /** A host may have servers of several kinds: `ftp://host` maps only that scheme. */
  #mapped(url: URL): MappedEndpoint | undefined {
    const host = bareHost(url);
    return (
      this.#exact.get(`${url.protocol}//${host}`) ?? this.#exact.get(host) ?? this.#below.find(([suffix]) => host.endsWith(suffix))?.[1]
    );
  }

  #lookUp(host: string, watch: Watch): Promise<readonly string[]> {
    const name = host.endsWith('.') ? host.slice(0, -1) : host;
    return watch.during((resolve, reject) => {
      this.#dns.addresses(name).then(
        (list) => (list.length > 0 ? resolve(list) : reject(dnsError(watch.url, name, 'ENODATA'))),
        (cause: unknown) => reject(dnsError(watch.url, name, codeOf(cause), cause)),
      );
      return () => {};
    });
  }
}

/** RFC 6761: these names never exist and must not be looked up. */
const NEVER_KNOWN = /(^|\.)invalid\.?$/;

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'ftp:': 21, 'ftps:': 990 };

export const portOf = (url: URL): number => Number(url.port) || (PORTS[url.protocol] ?? 80);

/** Host without the brackets of an IPv6 literal. */
export const bareHost = (url: URL): string => (url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');

function dnsError(url: string, host: string, code: string, cause?: unknown): FetchError {
  const unknown = code === 'ENOTFOUND' || code === 'ENODATA';
  return unknown
    ? new FetchError('FETCH_DNS_NOT_FOUND', url, `no address is known for ${host}`, { cause })
    : new FetchError('FETCH_DNS_FAILED', url, `the look-up of ${host} failed (${code})`, { cause });
}

function forbidden(url: string, host: string, found: readonly Endpoint[]): FetchError {
  const addresses = found.map(({ address, port }) => `${address} port ${port}`).join(', ');
  return new FetchError(
    'FETCH_ADDRESS_FORBIDDEN',
    url,
    `${host} leads to ${addresses}, which is not a public address; list it under allowAddresses if it may be fetched`,
  );
}
