/**
 * Decides which network addresses may be fetched. By default only public ones: a page must not make the crawler talk to
 * the machine it runs on, to its network, or to the metadata service of a cloud.
 *
 * This module judges addresses, not host names: the guard runs where a connection has its address in hand, after every
 * look-up and redirect. It refuses whatever is not known to be public. An address that carries an IPv4 address inside
 * (mapped, NAT64, 6to4, ISATAP) is judged by that one.
 */
import { isIPv4, isIPv6 } from 'node:net';

export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'shared' // carrier-grade NAT
  | 'link-local'
  | 'multicast'
  | 'broadcast'
  | 'documentation'
  | 'reserved'
  | 'invalid';

type Network = readonly [bytes: readonly number[], bits: number];
type Range = readonly [network: Network, kind: AddressKind];

/** IANA's registry of special-purpose IPv4 addresses; the first match counts. */
const IPV4_RANGES: readonly Range[] = [
  range('0.0.0.0/32', 'unspecified'),
  range('0.0.0.0/8', 'reserved'), // "this network"; Linux connects to itself
  range('10.0.0.0/8', 'private'),
  range('100.64.0.0/10', 'shared'),
  range('127.0.0.0/8', 'loopback'),
  range('169.254.0.0/16', 'link-local'),
  range('172.16.0.0/12', 'private'),
  range('192.0.0.0/24', 'reserved'),
  range('192.0.2.0/24', 'documentation'),
  range('192.88.99.0/24', 'reserved'), // relays of 6to4
  range('192.168.0.0/16', 'private'),
  range('198.18.0.0/15', 'reserved'), // benchmarks
  range('198.51.100.0/24', 'documentation'),
  range('203.0.113.0/24', 'documentation'),
  range('224.0.0.0/4', 'multicast'),
  range('255.255.255.255/32', 'broadcast'),
  range('240.0.0.0/4', 'reserved'),
];

/** IANA's registry of special-purpose IPv6 addresses; the first match counts. Only 2000::/3 is in use at all. */
const IPV6_RANGES: readonly Range[] = [
  range('::/128', 'unspecified'),
  range('::1/128', 'loopback'),
  range('fc00::/7', 'private'),
  range('fec0::/10', 'private'), // site-local: abolished, but some networks still route it
  range('fe80::/10', 'link-local'),
  range('ff00::/8', 'multicast'),
  range('2001:db8::/32', 'documentation'),
  range('3fff::/20', 'documentation'),
  range('2001::/23', 'reserved'), // Teredo, ORCHID, benchmarks and other protocols
  range('2002::/16', 'reserved'), // 6to4: abolished; EMBEDDINGS names the IPv4 address inside
  range('2000::/3', 'public'),
];

/** Networks whose addresses carry an IPv4 address at this byte. */
const EMBEDDINGS: readonly (readonly [network: Network, at: number, publicWhenInside: boolean])[] = [
  [network('::ffff:0:0/96'), 12, true], // IPv4 itself, as dual-stack sockets write it
  [network('64:ff9b::/96'), 12, true], // NAT64, the only way out of an IPv6-only network
  [network('2002::/16'), 2, false],
];

export function classifyAddress(address: string): AddressKind {
  const bytes = parse(address);
  if (bytes === null) return 'invalid';
  return bytes.length === 4 ? classifyIpv4(bytes) : classifyIpv6(bytes);
}

export const isPublicAddress = (address: string): boolean => classifyAddress(address) === 'public';

/** Decides for one crawl: public addresses, and those its definition allows. */
export class AddressPolicy {
  readonly #allowed: readonly { readonly addresses: AddressSet; readonly port: number | null }[];

  /** Addresses and networks in CIDR form, each with a port or for all of them. Throws when one is neither. */
  constructor(allowed: readonly string[] = []) {
    this.#allowed = allowed.map(readPermission);
  }

  allows(address: string, port: number): boolean {
    return isPublicAddress(address) || this.#allowed.some((each) => (each.port ?? port) === port && each.addresses.has(address));
  }
}

/** `127.0.0.1:8080`, `10.0.0.0/8:443`, `[::1]:8080`, `[fd00::]/8:443`. */
const WITH_PORT = /^(\[[^\]]*\](?:\/\d{1,3})?|[\d.]+(?:\/\d{1,2})?):(\d{1,5})$/;

function readPermission(entry: string): { addresses: AddressSet; port: number | null } {
  const [, addresses = entry, port = null] = WITH_PORT.exec(entry.trim()) ?? [];
  if (port !== null && (Number(port) < 1 || Number(port) > 65_535)) throw new Error(`"${entry}" names no port: they go from 1 to 65535.`);
  return { addresses: new AddressSet([addresses]), port: port === null ? null : Number(port) };
}

/** A set of addresses and networks in CIDR form. */
export class AddressSet {
  readonly #networks: readonly Network[];

  /** Throws when an entry is neither. */
  constructor(entries: readonly string[]) {
    this.#networks = entries.map(readAllowed);
  }

  has(address: string): boolean {
    const bytes = parse(address);
    return bytes !== null && this.#networks.some((network) => contains(network, mappedIpv4(bytes) ?? bytes));
  }
}

/**
 * The bytes of an address in its usual spelling (zone and brackets aside); null for anything else. Octal,
 * hexadecimal and short spellings must not come this far: a resolver never gives them.
 */
function parse(address: string): number[] | null {
  const bare = address.startsWith('[') && address.endsWith(']') ? address.slice(1, -1) : address;
  const plain = bare.replace(/%[\w.~-]+$/, '');
  if (isIPv4(plain)) return plain.split('.').map(Number);
  return isIPv6(plain) ? parseIpv6(plain) : null;
}

/** Of a text known to be an IPv6 address. */
function parseIpv6(address: string): number[] {
  const groups = address.replace(/(?<![\d.])[\d.]+$/, (tail) => (tail.includes('.') ? asGroups(tail) : tail));
  const [head = '', rest] = groups.split('::');
  const [left, right] = [groupBytes(head), groupBytes(rest ?? '')];
  return [...left, ...Array.from({ length: 16 - left.length - right.length }, () => 0), ...right];
}

function asGroups(quad: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function groupBytes(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
}

const classifyIpv4 = (bytes: readonly number[]): AddressKind => kindIn(IPV4_RANGES, bytes) ?? 'public';

function classifyIpv6(bytes: readonly number[]): AddressKind {
  for (const [network, at, publicWhenInside] of EMBEDDINGS) {
    if (!contains(network, bytes)) continue;
    const inside = classifyIpv4(bytes.slice(at, at + 4));
    return inside === 'public' && !publicWhenInside ? 'reserved' : inside;
  }
  const kind = kindIn(IPV6_RANGES, bytes) ?? 'reserved';
  return kind === 'public' && isIsatap(bytes) ? classifyIpv4(bytes.slice(12)) : kind;
}

/** ISATAP hides an IPv4 address behind 0000:5efe or 0200:5efe in the second half of any address. */
function isIsatap(bytes: readonly number[]): boolean {
  const [first = 0, second, third, fourth] = bytes.slice(8, 12);
  return (first & 0xfd) === 0 && second === 0 && third === 0x5e && fourth === 0xfe;
}

function mappedIpv4(bytes: readonly number[]): readonly number[] | null {
  const [mapped] = EMBEDDINGS;
  return mapped && bytes.length === 16 && contains(mapped[0], bytes) ? bytes.slice(12) : null;
}

function kindIn(ranges: readonly Range[], bytes: readonly number[]): AddressKind | null {
  return ranges.find(([network]) => contains(network, bytes))?.[1] ?? null;
}

function contains([prefix, bits]: Network, bytes: readonly number[]): boolean {
  if (prefix.length !== bytes.length) return false;
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (prefix[i] !== bytes[i]) return false;
  const mask = (0xff00 >> (bits & 7)) & 0xff;
  return mask === 0 || ((prefix[whole] ?? 0) & mask) === ((bytes[whole] ?? 0) & mask);
}

function range(cidr: string, kind: AddressKind): Range {
  return [network(cidr), kind];
}

function network(cidr: string): Network {
  const [address = '', bits = ''] = cidr.split('/');
  return [parse(address) ?? [], Number(bits)];
}

function readAllowed(entry: string): Network {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry.trim()) ?? [];
  const bytes = parse(address);
  const length = bits === undefined ? (bytes?.length ?? 0) * 8 : Number(bits);
  if (bytes === null || length > bytes.length * 8) {
    throw new Error(`"${entry}" is not an address or a network; write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8.`);
  }
  const mapped = length >= 96 ? mappedIpv4(bytes) : null;
  return mapped ? [mapped, length - 96] : [bytes, length];
}
