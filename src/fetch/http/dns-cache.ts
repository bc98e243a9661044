/**
 * DnsCache: names to addresses, remembered for as long as the answer allows.
 *
 * Asks the hosts file, then the name servers directly (their answers have a time to live, and a hundred slow names do
 * not block the thread pool). Only when that finds nothing it asks the operating system, which knows local networks.
 * Failures are remembered for a shorter time. It judges no address; see resolution.ts.
 */
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface ResolvedAddress {
  readonly address: string;
  /** Seconds; null when the source does not say. */
  readonly ttl: number | null;
}

/** Rejects with Node's codes: ENOTFOUND and ENODATA mean that the name does not exist; all others mean that it is not known. */
export type Lookup = (host: string) => Promise<readonly ResolvedAddress[]>;

interface Entry {
  readonly answer: Promise<readonly string[]>;
  expires: number;
}

const SHORTEST_TTL = 30;
const LONGEST_TTL = 3_600;
const DEFAULT_TTL = 300;
const NEGATIVE_TTL = 60;
const MAX_ENTRIES = 20_000;
const MAX_ADDRESSES = 16;

export class DnsCache {
  readonly #entries = new Map<string, Entry>();

  constructor(
    private readonly lookup: Lookup = defaultLookup(),
    private readonly now: () => number = Date.now,
  ) {}

  addresses(host: string): Promise<readonly string[]> {
    const known = this.#entries.get(host);
    if (known && known.expires > this.now()) return known.answer;
    return this.#ask(host);
  }

  #ask(host: string): Promise<readonly string[]> {
    const found = this.lookup(host);
    const entry: Entry = {
      answer: found.then((list) => list.slice(0, MAX_ADDRESSES).map(({ address }) => address)),
      expires: Number.POSITIVE_INFINITY,
    };
    found.then(
      (list) => this.#keep(entry, Math.min(...list.map(({ ttl }) => ttl ?? DEFAULT_TTL), LONGEST_TTL)),
      () => this.#keep(entry, NEGATIVE_TTL),
    );
    this.#entries.delete(host);
    this.#entries.set(host, entry);
    this.#makeRoom();
    return entry.answer;
  }

  #keep(entry: Entry, ttl: number): void {
    entry.expires = this.now() + Math.max(ttl, SHORTEST_TTL) * 1000;
  }

  #makeRoom(): void {
    if (this.#entries.size <= MAX_ENTRIES) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** The second family gets this many milliseconds longer than the first before it is left out. */
const SECOND_FAMILY_MS = 50;
/** Each look-up by the operating system blocks a thread of a small pool that files need as well. */
const SYSTEM_LOOKUPS = 2;

function defaultLookup(): Lookup {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const system = limited(SYSTEM_LOOKUPS, async (host: string) =>
    (await systemLookup(host, { all: true })).map(({ address }) => ({ address, ttl: null })),
  );
  const hosts = readHosts();
  return async (host) => {
    const local = (await hosts).get(host);
    if (local) return local;
    const found = await bothFamilies(resolver, host);
    return found.length > 0 ? found : system(host);
  };
}

/** IPv4 before IPv6: networks that lose IPv6 packets are more common than hosts that prefer it. Empty when neither is known. */
async function bothFamilies(resolver: Resolver, host: string): Promise<ResolvedAddress[]> {
  const none = (): ResolvedAddress[] => [];
  const four = resolver.resolve4(host, { ttl: true }).catch(none);
  const six = resolver.resolve6(host, { ttl: true }).catch(none);
  const patience = (first: ResolvedAddress[], second: Promise<ResolvedAddress[]>) =>
    first.length > 0
      ? Promise.race([second, new Promise<ResolvedAddress[]>((resolve) => setTimeout(resolve, SECOND_FAMILY_MS, []).unref())])
      : second;
  const first = await Promise.race([four, six]);
  const [a, b] = await Promise.all([patience(first, four), patience(first, six)]);
  return [...a, ...b];
}

async function readHosts(): Promise<Map<string, ResolvedAddress[]>> {
  const file = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
  const hosts = new Map<string, ResolvedAddress[]>();
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().toLowerCase().split(/\s+/);
    if (!isIP(address)) continue;
    for (const name of names) hosts.set(name, [...(hosts.get(name) ?? []), { address, ttl: LONGEST_TTL }]);
  }
  return hosts;
}

function limited<T>(max: number, work: (host: string) => Promise<T>): (host: string) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (host) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await work(host);
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
