/**
 * The proof of politeness: the gaps between requests as they were recorded, against what was owed before each.
 *
 * A gap reaches from the end of a site's previous answer to the beginning of the next request, whichever crawl made
 * them: the requests of several workspaces are merged by time. Requests that owed nothing (an image that belongs to its
 * page's turn) count as requests, and the next gap begins after them. One small record is kept per site and address.
 */
import type { SentRequest } from '../../store/index.js';
import { GapSketch } from './gap-sketch.js';

/** Times are recorded in milliseconds; a gap one shorter than owed is kept, as far as anybody can tell. */
const ROUNDING_MS = 1;

export interface PolitenessOptions {
  /** Requests in flight to one site that the settings allow. */
  readonly perSite?: number;
  /** Which sites are reported; all are looked at, since they share addresses. */
  readonly only?: (site: SitePoliteness) => boolean;
}

export interface PolitenessReport {
  readonly kept: boolean;
  readonly requests: number;
  /** Gaps before which something was owed. */
  readonly gaps: number;
  readonly tooShort: number;
  /** Worst first. */
  readonly sites: readonly SitePoliteness[];
}

export interface SitePoliteness {
  readonly site: string;
  readonly domain: string | null;
  readonly requests: number;
  readonly gaps: number;
  /** Milliseconds; null when there was no gap to measure. */
  readonly largestOwed: number | null;
  readonly smallestGap: number | null;
  readonly medianGap: number | null;
  readonly tooShort: number;
  readonly worst: ShortGap | null;
  /** Requests in flight at once, at most. */
  readonly atOnce: number;
  readonly atOnceAtAddress: number;
}

/** Two requests too close to each other. */
export interface ShortGap {
  readonly before: string;
  readonly endedAt: string;
  readonly after: string;
  readonly startedAt: string;
  /** Negative when the second was sent before the first was answered. */
  readonly gap: number;
  readonly owed: number;
}

export function politenessReport(
  workspaces: readonly Iterable<SentRequest>[],
  { perSite = 1, only = () => true }: PolitenessOptions = {},
): PolitenessReport {
  const sites = new Map<string, SiteRecord>();
  const addresses = new Map<string, InFlight>();
  for (const request of byStart(workspaces)) {
    const site = sites.get(request.site) ?? new SiteRecord(request, perSite);
    sites.set(request.site, site);
    site.add(request, request.address === null ? 0 : inFlightAt(addresses, request.address).add(request));
  }
  return summed([...sites.values()].map((site) => site.summary()).filter(only));
}

function summed(rows: SitePoliteness[]): PolitenessReport {
  const sum = (count: (row: SitePoliteness) => number): number => rows.reduce((total, row) => total + count(row), 0);
  const tooShort = sum((row) => row.tooShort);
  return {
    kept: tooShort === 0,
    requests: sum((row) => row.requests),
    gaps: sum((row) => row.gaps),
    tooShort,
    sites: rows.sort(worstFirst),
  };
}

/** Merges streams that are each in order of start. There are few of them, so the next is looked for one by one. */
function* byStart(streams: readonly Iterable<SentRequest>[]): IterableIterator<SentRequest> {
  const heads = streams.map((stream) => {
    const rest = stream[Symbol.iterator]();
    return { rest, next: rest.next() };
  });
  for (;;) {
    let first: (typeof heads)[number] | null = null;
    for (const head of heads) {
      if (head.next.done) continue;
      if (first === null || head.next.value.startedAt < (first.next.value as SentRequest).startedAt) first = head;
    }
    if (first === null) return;
    yield first.next.value as SentRequest;
    first.next = first.rest.next();
  }
}

function inFlightAt(addresses: Map<string, InFlight>, address: string): InFlight {
  const known = addresses.get(address) ?? new InFlight();
  addresses.set(address, known);
  return known;
}

/** When the requests under way will have ended. */
class InFlight {
  #ends: number[] = [];

  /** How many are under way once this one is; one that ends in the very millisecond in which this begins is not. */
  add({ startedAt, endedAt }: SentRequest): number {
    this.#ends = this.#ends.filter((end) => end > startedAt + ROUNDING_MS);
    return this.#ends.push(endedAt);
  }
}

class SiteRecord {
  readonly #site: string;
  readonly #domain: string | null;
  readonly #perSite: number;
  readonly #inFlight = new InFlight();
  readonly #sketch = new GapSketch();
  #requests = 0;
  #gaps = 0;
  #largestOwed: number | null = null;
  #smallestGap: number | null = null;
  #tooShort = 0;
  #worst: ShortGap | null = null;
  #atOnce = 0;
  #atOnceAtAddress = 0;
  /** The answer that ended last, and the request that began last. */
  #ended: SentRequest | null = null;
  #begun: SentRequest | null = null;

  constructor({ site, domain }: SentRequest, perSite: number) {
    this.#site = site;
    this.#domain = domain;
    this.#perSite = perSite;
  }

  add(request: SentRequest, atAddress: number): void {
    const atOnce = this.#inFlight.add(request);
    if (request.owed !== null) this.#measure(request, request.owed, atOnce);
    this.#requests++;
    this.#atOnce = Math.max(this.#atOnce, atOnce);
    this.#atOnceAtAddress = Math.max(this.#atOnceAtAddress, atAddress);
    this.#begun = request;
    if (this.#ended === null || request.endedAt >= this.#ended.endedAt) this.#ended = request;
  }

  #measure(request: SentRequest, owed: number, atOnce: number): void {
    const before = this.#ended;
    if (!before || !this.#begun) return;
    // Where several requests at once are allowed, the others are still under way: then beginnings are what is paced.
    const isAllowedBeside = atOnce > 1 && atOnce <= this.#perSite;
    const gap = request.startedAt - (isAllowedBeside ? this.#begun.startedAt : before.endedAt);
    this.#gaps++;
    this.#sketch.add(gap);
    this.#largestOwed = Math.max(this.#largestOwed ?? 0, owed);
    this.#smallestGap = Math.min(this.#smallestGap ?? gap, gap);
    if (gap >= owed - ROUNDING_MS) return;
    this.#tooShort++;
    if (this.#worst === null || gap - owed < this.#worst.gap - this.#worst.owed) this.#worst = shortGap(before, request, gap, owed);
  }

  summary(): SitePoliteness {
    return {
      site: this.#site,
      domain: this.#domain,
      requests: this.#requests,
      gaps: this.#gaps,
      largestOwed: this.#largestOwed,
      smallestGap: this.#smallestGap,
      medianGap: this.#sketch.median(),
      tooShort: this.#tooShort,
      worst: this.#worst,
      atOnce: this.#atOnce,
      atOnceAtAddress: this.#atOnceAtAddress,
    };
  }
}

const shortGap = (before: SentRequest, after: SentRequest, gap: number, owed: number): ShortGap => ({
  before: before.url,
  endedAt: new Date(before.endedAt).toISOString(),
  after: after.url,
  startedAt: new Date(after.startedAt).toISOString(),
  gap,
  owed,
});

/** Most gaps too short, then least to spare, then most requests. */
function worstFirst(a: SitePoliteness, b: SitePoliteness): number {
  return b.tooShort - a.tooShort || spare(a) - spare(b) || b.requests - a.requests || (a.site < b.site ? -1 : 1);
}

/** What the smallest gap was longer than the largest debt; sites without gaps come last. */
const spare = ({ smallestGap, largestOwed }: SitePoliteness): number =>
  smallestGap === null || largestOwed === null ? Number.MAX_VALUE : smallestGap - largestOwed;
