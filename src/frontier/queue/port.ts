/**
 * Frontier: which URL to visit next, and when.
 *
 * Owns the seen-test, queue order, politeness, budgets of sites and seeds, and retry times. Knows nothing of page
 * content (read/) or of where bytes end up (store/). Time is a parameter, never read from a clock in here, so tests
 * need no timers. Entries come in and are settled through the workspace, whose commit makes both durable. Every back
 * end must pass frontier.contract.ts.
 */
import type { Patience } from './site-trouble.js';

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
  /** Seed this entry descends from, as a resource; null when it is one. */
  readonly seed?: number | null;
  /** Kind of the link that led here. */
  readonly link: string;
  /** JSON of the trail, only when the scope asks for one. */
  readonly trail: string | null;
  /** Relevance, 0 to 1, higher first; nothing when nobody has an opinion. */
  readonly score?: number | null;
  /** Before everything else of its site. */
  readonly immediate?: boolean;
  /** When whoever names it says it changed last: milliseconds since 1970. Later than our last visit, it is visited again. */
  readonly modifiedAt?: number;
}

export interface Entry extends NewEntry {
  readonly id: number;
  /** URL of the resource that led here; null for seeds. */
  readonly viaUrl: string | null;
  readonly seed: number | null;
  readonly score: number | null;
  readonly immediate: boolean;
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
  /** Milliseconds that had to pass since the site's last answer; null when nothing was owed. */
  readonly owed: number | null;
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
  | {
      readonly visited: true;
      readonly at: number;
      readonly responseMs: number;
      /**
       * Time-out, reset, 5xx or 429: signs that the site is in trouble, which slow us down. `known`: what this page did
       * before, which says nothing new of its site. `unknown`: it was cut short by us, which says nothing at all.
       */
      readonly trouble?: boolean | 'known' | 'unknown';
      /** Which sign it was: answered 503, FETCH_RESET. */
      readonly sign?: string;
    };

/** How politely one site is to be treated. */
export interface Pace {
  /** Milliseconds from the end of one answer to the next request. */
  readonly delay: number;
  /** The pause never grows beyond this, unless `delay` is longer. */
  readonly maxDelay: number;
  readonly perSite: number;
  /** The pause is at least this many times the last response time. */
  readonly responseFactor: number;
  /** The site itself asked for the delay, so that page requisites keep it too. */
  readonly asked: boolean;
  /** Longest of the random waits that are added to the pause; left out: none is. */
  readonly randomWait?: number | undefined;
}

/** What holds for one site: its pace, and how many pages of it may be taken in this run. */
export interface SiteRules {
  readonly pace: Pace;
  readonly pages: number | null;
  /** When it is set aside for being in trouble; left out: never. */
  readonly patience?: Patience;
}

/** What sites share. */
export interface Limits {
  /** Requests in flight to one address, over all its sites. */
  readonly perAddress: number;
  /** Addresses and networks to which that does not apply. */
  readonly exemptAddresses: readonly string[];
  /** Sites of one registrable domain that are asked at the same time. */
  readonly sitesPerDomain: number;
  /** Requests a second to one registrable domain; null: any number. */
  readonly domainRate: number | null;
  /** Requests a second over everything; null: any number. */
  readonly rate: number | null;
}

/** One level of a strict breadth-first crawl, when it is over. */
export interface Round {
  readonly level: number;
  readonly visits: number;
  readonly endedAt: number;
}

/** A domain and the worker it was dealt to, where domains are dealt to workers. */
export interface Assignment {
  /** Null in orders without levels. */
  readonly level: number | null;
  /** From 1. */
  readonly worker: number;
  /** Host without its www. */
  readonly domain: string;
  /** Links of the domain when the level began. */
  readonly links: number;
  /** Met while the level went on, and given to the worker with the fewest domains. */
  readonly late: boolean;
}

/** Whether a site may be visited, once its robots.txt is known. */
export type Gate = 'unknown' | 'open' | 'closed';

/**
 * In which order a site's pages come: level by level with the better score first inside a level; by score alone; or
 * in strict levels, where no page of a level is visited before the last visit of the level above has been settled.
 */
export type Order = 'depth' | 'score' | 'levels';

/** What becomes of the score of a queued entry that is found again: kept, replaced, raised, summed or averaged. */
export type Update = 'FIRST' | 'LAST' | 'MAX' | 'SUM' | 'AVG';

/** How entries given to the workspace fared. */
export interface Scheduled {
  readonly added: number;
  /** Queued already: their scores were combined. */
  readonly updated: number;
  /** Visited already, under way, or nothing new about them. */
  readonly known: number;
}

export interface FrontierCounts {
  readonly queued: number;
  readonly leased: number;
  readonly known: number;
  readonly sites: number;
  /** Queued at sites that may not be visited in this run. */
  readonly closed: number;
  /** Queued where the budget of the site or the seed is spent. */
  readonly spent: number;
  /** Queued at sites that were set aside because they are in trouble. */
  readonly aside: number;
}

/** A site that was set aside because it is in trouble. What is queued there waits for it to answer again. */
export interface SiteAside {
  readonly site: string;
  readonly reason: string;
  readonly at: number;
  readonly queued: number;
}

/** A site with work left, for live views and for the end of a crawl that only waits. */
export interface BusySite {
  readonly site: string;
  readonly queued: number;
  readonly inFlight: number;
  readonly delay: number;
  /** When it may be asked next; null when that depends on something other than time. */
  readonly readyAt: number | null;
}

export interface Frontier {
  /**
   * Leases up to `max` entries that may be visited at `now`, per site, address and domain no more than politeness
   * allows. Empty means nothing is due, not that the crawl is over. An unsettled lease lapses: the entry is given to
   * somebody else, and what the first holder then settles is not taken.
   */
  lease(max: number, now: number): Lease[];
  /** Frees the site's slot; a visit, as opposed to a decision not to make one, also starts the site's pause. */
  release(lease: Lease, end: VisitEnded): void;
  /** When the next lease may become possible; null when nothing is queued that may be visited. Nobody waits for a site that was set aside. */
  nextDueAt(): number | null;
  /** Sites whose address has to be found before they are asked for the first time; each is named once. */
  unresolved(): string[];
  /** null: it has none that we know, and no limit by address holds for it. */
  setAddress(site: string, address: string | null): void;
  /** What holds for each site, known or met later. To be given again when it answers differently for many. */
  setRules(rulesFor: (site: string) => SiteRules): void;
  /** The rules of this site are to be asked for again. */
  rulesChanged(site: string): void;
  setLimits(limits: Limits): void;
  /** Pages each seed may bring in this run; null: any number. */
  setSeedBudget(pages: number | null): void;
  setGate(site: string, gate: Gate): void;
  /** Nobody asks the site before then: it said so itself. */
  pause(site: string, until: number): void;
  counts(): FrontierCounts;
  /** Whether anything is or was to be visited at the site in this run that is no requisite of a page elsewhere. */
  hasPages(site: string): boolean;
  /** Sites that are set aside now. A working answer, asked for later in this run or in the next, ends that. */
  aside(): readonly SiteAside[];
  /** Levels that are over, in a strict breadth-first crawl. */
  rounds(): readonly Round[];
  /** Which worker had which domains, level by level; of very many, the first. Empty where domains are not dealt. */
  assignments(): readonly Assignment[];
  origins(): IterableIterator<string>;
  /** Sites with entries queued or in flight, at most `max`, and how many there are. */
  busy(max: number): { readonly sites: readonly BusySite[]; readonly count: number };
}
