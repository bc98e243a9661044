/**
 * Queues: what a back end keeps of the frontier while a crawl goes on, as the schedule above it needs it.
 *
 * A place is in a queue or in a head of the schedule, never in both: what is taken leaves its queue until it is put back
 * or settled.
 */
import type { Entry, Outcome } from '../queue/index.js';
import type { Held, Queued, TakenHead, TakeWish, TouchedSite } from './place.js';
import type { SiteTable } from './site-table.js';

export interface Queues {
  /** Entries queued or leased, and all that are known. */
  readonly counts: { readonly queued: number; readonly known: number };
  /** Pages that earlier processes of this run have brought. */
  pagesBefore(): {
    readonly sites: Iterable<{ readonly id: number; readonly pages: number }>;
    readonly seeds: Iterable<readonly [seed: number, pages: number]>;
  };
  /** The best entries of each site leave its queue. */
  take(wishes: readonly TakeWish[]): readonly TakenHead[];
  /** What was taken and not leased is queued as it was. */
  putBack(queued: readonly Queued[]): void;
  /** Entries of seeds whose budget is spent wait until it is raised. */
  hold(held: readonly Held[]): void;
  /** What was held for these seeds is queued at its sites again. */
  unhold(seeds: Iterable<number>): readonly TouchedSite[];
  /** What has waited long enough goes back to its site, and so does what waits at a site that is set aside. Returns when the next one does. */
  wake(now: number, isAnyAside: boolean): number;
  /** The visit's outcome is committed: where the entry is from now on. One that is returned is put back as it was. */
  settled(entry: Entry, outcome: Outcome, turn: number): void;
}

/** What queues ask and tell the schedule above them. */
export interface Scheduling {
  readonly sites: SiteTable;
  isLeased(id: number): boolean;
  /** Whether the site is set aside: nobody waits for what is due there some time. */
  isAside(site: number): boolean;
  touched(sites: Iterable<TouchedSite>): void;
  /** The place of this entry is one no longer: it has got another, or none. */
  outdated(id: number): void;
}
