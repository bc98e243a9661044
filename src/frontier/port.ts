/**
 * Frontier: which URL to visit next, and when.
 *
 * Owns the seen-test, queue order, per-site politeness and retry times. Knows nothing of page content
 * (extract/) or of where bytes end up (store/). Time is a parameter, never read from a clock in here,
 * so tests need no timers. Every back end must pass frontier.contract.ts.
 */

/** What kind of visit an entry asks for. The frontier orders by it and treats it as an opaque word otherwise. */
export type EntryKind = 'robots' | 'sitemap' | 'requisite' | 'page';

/** A URL on its way into the frontier. */
export interface NewEntry {
  readonly url: string;
  /** Keyed 64-bit fingerprint of the URL's key, as two 32-bit halves: the identity. */
  readonly fingerprint: readonly [high: number, low: number];
  /** Scheme, host and port. */
  readonly site: string;
  readonly kind: EntryKind;
  readonly depth: number;
  /** Redirects followed to come here. */
  readonly redirects: number;
  /** Resource that led here; null for seeds. */
  readonly via: number | null;
  /** Kind of the link that led here. */
  readonly link: string;
  /** JSON of the trail, only when the scope asks for one. */
  readonly trail: string | null;
}

export interface Entry extends NewEntry {
  readonly id: number;
  readonly attempts: number;
  /** What is known from the last successful visit. */
  readonly previous: PreviousVisit | null;
}

export interface PreviousVisit {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly payloadDigest: string | null;
  readonly recordId: string | null;
  readonly startedAt: number;
  /** JSON of the document's digests per field, as decide/ compares them; null when no document came of it. */
  readonly digests: string | null;
}

/** The right to visit one entry now. It counts against its site until `release`, against the queue until it is settled. */
export interface Lease {
  readonly entry: Entry;
  readonly leasedAt: number;
}

/** How a visit ended, as far as the queue is concerned. */
export type Outcome =
  | { readonly state: 'done' | 'failed' | 'excluded' | 'redirected'; readonly reason: string }
  | { readonly state: 'retry'; readonly reason: string; readonly dueAt: number }
  /** Not visited after all: it stays queued as it was. */
  | { readonly state: 'returned'; readonly reason: string }
  /** A redirect to a URL with the same key: the entry goes on under its new URL. */
  | { readonly state: 'moved'; readonly reason: string; readonly url: string; readonly site: string };

export type VisitEnded =
  | { readonly visited: false }
  | { readonly visited: true; readonly at: number; readonly responseMs: number; readonly address: string | null };

/** How politely one site is to be treated. */
export interface Pace {
  /** Milliseconds from the end of one answer to the next request. */
  readonly delay: number;
  readonly perSite: number;
  /** The delay is at least this many times the last response time. */
  readonly responseFactor: number;
  /** The site itself asked for the delay, so that page requisites keep it too. */
  readonly asked: boolean;
}

/** Whether a site may be visited, once its robots.txt is known. */
export type Gate = 'unknown' | 'open' | 'closed';

export interface FrontierCounts {
  readonly queued: number;
  readonly leased: number;
  readonly known: number;
  readonly sites: number;
  /** Queued at sites that may not be visited in this run. */
  readonly closed: number;
}

export interface Frontier {
  /**
   * Leases up to `max` entries that may be visited at `now`, per site and address no more than politeness allows.
   * Empty means nothing is due, not that the crawl is over. An unsettled lease returns to the queue when the workspace is reopened.
   */
  lease(max: number, now: number): Lease[];
  /** Frees the site's slot; a visit, as opposed to a decision not to make one, also starts the site's delay. */
  release(lease: Lease, end: VisitEnded): void;
  /** When the next lease may become possible; null when nothing is queued at an open site. */
  nextDueAt(): number | null;
  setPace(site: string, pace: Pace): void;
  setGate(site: string, gate: Gate): void;
  counts(): FrontierCounts;
}
