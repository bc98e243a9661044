/**
 * What the completeness statement asks the repository: how far each site and each seed got, and what was left aside.
 *
 * Every question goes through its table once, whatever the number of sites; nothing is asked per site.
 */
import type { EntryKind } from '../../frontier/queue/index.js';

export interface SiteProgress {
  readonly site: string;
  readonly robotsState: string | null;
  readonly robotsReason: string | null;
  /** Entries of any kind that are queued. */
  readonly queued: number;
  /** Pages taken in this run. */
  readonly pages: number;
  /** Requests of this run, and the milliseconds they and the pauses owed before them took. */
  readonly requests: number;
  readonly busyMs: number;
  /** Why it is set aside, being in trouble; null when it is not. */
  readonly aside: string | null;
}

export interface SeedProgress {
  readonly id: number;
  readonly url: string;
  readonly kind: EntryKind;
  /** seed, added or robots: how it came in. */
  readonly link: string;
  readonly pages: number;
}

/** Pages of one site that descend from one seed. */
export interface PartCounts {
  readonly site: string;
  readonly seed: number;
  readonly known: number;
  /** Known and never visited. */
  readonly unfetched: number;
  readonly documents: number;
  /** Answered that there is nothing, or could not be read. */
  readonly failed: number;
  /** Given up after several attempts: no answer, or one that says not now. */
  readonly unanswered: number;
  /** By robots.txt. */
  readonly excluded: number;
  /** First found in a sitemap, and how many of these were never visited. */
  readonly listed: number;
  readonly listedUnfetched: number;
}

export interface LeftOut {
  readonly url: string;
  readonly filter: string;
  readonly seed: number | null;
}

/** A page that was read late, for estimates. */
export interface LatePage {
  readonly resource: number;
  readonly site: string;
  readonly seed: number;
  /** Run in which this version was read. */
  readonly run: number;
  /** JSON as in version.links; of very many the first. */
  readonly links: string;
}

/** Where a URL was found first. */
export interface FirstFinding {
  readonly via: number | null;
  readonly run: number;
  readonly site: string;
}

export interface CompletenessRows {
  secret(): Uint8Array | null;
  sites(run: number): SiteProgress[];
  seeds(): SeedProgress[];
  parts(): IterableIterator<PartCounts>;
  /** Links that were refused and led in by no other way. */
  leftOut(): IterableIterator<LeftOut>;
  /** Pages read last, newest first. */
  latePages(): IterableIterator<LatePage>;
  /** For each fingerprint; null where it is not known as a page. */
  firstFindings(fingerprints: readonly (readonly [high: number, low: number])[]): (FirstFinding | null)[];
}
