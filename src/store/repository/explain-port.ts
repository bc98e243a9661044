/**
 * What `explain` asks the repository about one URL. All of it is read-only and may be asked while a crawl runs.
 *
 * The one surprise: `resource`, `fetch` and `journal` have no index by URL, resource or document, since adding to them
 * must cost the same at any size. So these questions go through a table once: under a second at a million rows, which a
 * person who asks about one URL can wait for and a program in a loop should not.
 */

import type { EntryKind, Order } from '../../frontier/queue/index.js';
import type { ResourceState } from '../streams/crawl-rows.js';
import type { LearnedRendering, Operation } from './port.js';

/** What stands where the URL of something forgotten stood. */
export const FORGOTTEN = 'urn:winnow:forgotten:';

export interface KnownResource {
  readonly id: number;
  readonly siteId: number;
  readonly site: string;
  readonly url: string;
  readonly kind: EntryKind;
  readonly depth: number;
  readonly redirects: number;
  /** Resource that led here first. */
  readonly via: number | null;
  readonly seed: number | null;
  /** Kind of the link that led here first. */
  readonly link: string;
  readonly score: number | null;
  /** Run in which it was found. */
  readonly found: number;
  /** How its last visit ended; `queued` when there was none. */
  readonly state: ResourceState;
  /** Run of its last visit. */
  readonly run: number | null;
  readonly attempts: number | null;
  readonly reason: string | null;
}

/** What other resources have to do with one. */
export interface Relatives {
  /** Resources first found on it. */
  readonly led: number;
  /** Further names it has. */
  readonly aliases: readonly string[];
  /** Resources whose last answer redirects here. */
  readonly redirected: readonly string[];
}

export interface KnownRejection {
  readonly url: string;
  readonly filter: string;
  readonly reason: string;
  readonly foundOn: number | null;
  readonly run: number;
}

export interface KnownVisit {
  readonly id: number;
  readonly run: number;
  readonly url: string;
  readonly startedAt: number;
  readonly duration: number;
  readonly owed: number | null;
  readonly status: number;
  readonly type: string | null;
  readonly length: number;
  readonly location: string | null;
  readonly address: string | null;
  readonly truncated: string | null;
  readonly error: string | null;
  readonly detail: string | null;
  readonly revisit: boolean;
  /** Archive file and offset; null when nothing was archived. */
  readonly file: string | null;
  readonly offset: number | null;
}

export interface KnownSite {
  readonly origin: string;
  readonly domain: string | null;
  readonly address: string | null;
  readonly robotsState: 'parsed' | 'missing' | 'unavailable' | null;
  readonly robotsReason: string | null;
  readonly robots: Uint8Array | null;
  readonly robotsFetchedAt: number | null;
  readonly robotsExpiresAt: number | null;
  readonly queued: number;
  /** Pages taken of it in this run. */
  readonly pages: number;
  /** Other sites with the same address, and those of the same registrable domain. */
  readonly atAddress: number;
  readonly inDomain: number;
}

/** A site that was set aside. */
export interface KnownTrouble {
  readonly reason: string;
  /** When it was set aside, and by which run. */
  readonly at: number;
  readonly run: number;
  /** Until when the site itself asked to be left alone; 0: it did not. */
  readonly until: number;
}

/** A stored page as far as its links are concerned. */
export interface LinkingPage {
  readonly language: string | null;
  /** JSON as in version.links: arrays of url, kind, anchor, rel, nofollow, … */
  readonly links: string;
}

export interface KnownDocument {
  readonly identifier: string;
  readonly state: string;
  /** JSON list. */
  readonly evidence: string;
  readonly firstSeen: number;
  readonly lastChanged: number;
  readonly lastChecked: number;
  readonly deleted: number | null;
  readonly checks: number;
  readonly changes: number;
  readonly title: string | null;
  readonly language: string | null;
  readonly type: string | null;
  readonly score: number | null;
  /** URL of the document it says the same as, and how alike they are. */
  readonly duplicateOf: string | null;
  readonly similarity: number | null;
  /** What the reader had to leave out or mend, a line each. */
  readonly notes: string | null;
  readonly entries: readonly KnownChange[];
  readonly pending: PendingChange | null;
}

export interface KnownChange {
  readonly sequence: number;
  readonly operation: Operation;
  readonly run: number;
  readonly at: number;
  readonly reason: string;
  /** JSON lists. */
  readonly changed: string;
  readonly evidence: string;
  readonly suspicion: string | null;
  /** JSON of digests per field, of this version and the one before. */
  readonly digests: string | null;
  readonly digestsBefore: string | null;
  readonly fetch: number | null;
}

export interface PendingChange {
  readonly operation: string;
  readonly run: number;
  readonly at: number;
  readonly reason: string;
  readonly changed: string;
  readonly evidence: string;
  readonly anomaly: { readonly id: number; readonly kind: string; readonly detail: string; readonly state: string } | null;
}

/** Where an entry stands in the queue of its site. */
export interface QueuePlace {
  /** Entries of its site that come before it. */
  readonly ahead: number;
  readonly atSite: number;
  readonly immediate: boolean;
  /** It waits for this moment, after a failed attempt. */
  readonly dueAt: number | null;
  /** The score it was given each time it was found, combined with those before. */
  readonly scores: readonly number[];
}

export interface ExplainRows {
  /** Key of the workspace's fingerprints; null before the first crawl has begun. */
  secret(): Uint8Array | null;
  find(fingerprint: readonly [high: number, low: number]): KnownResource | null;
  /** The robots.txt of a site, which has a key of its own. */
  robotsOf(site: string): KnownResource | null;
  resource(id: number): KnownResource | null;
  relatives(resource: Pick<KnownResource, 'id' | 'url'>): Relatives;
  rejection(fingerprint: readonly [high: number, low: number]): KnownRejection | null;
  /** Attempts at a resource, oldest first. */
  visits(resource: number): KnownVisit[];
  site(origin: string): KnownSite | null;
  /** Null when the site is not set aside. */
  trouble(origin: string): KnownTrouble | null;
  /** The last requests to a site, newest first. */
  lastRequests(site: number, count: number): KnownVisit[];
  /** The current version of a page; null when there is none. */
  page(resource: number): LinkingPage | null;
  document(resource: number): KnownDocument | null;
  /** Null when it is not queued. */
  place(resource: number, site: number, order: Order): QueuePlace | null;
  /** Pages a seed has brought in this run. */
  pagesOfSeed(resource: number): number;
  /** What was learned about rendering pages of this shape. */
  rendering(site: string, template: string): LearnedRendering | null;
}
