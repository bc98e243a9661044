/** Where an entry stands in its site's queue, and what is said of queues between the schedule and the frontier's store. */
import type { Entry } from '../queue/index.js';

/** Lower orders come first (see queue/order.ts), among equals the lower number. */
export interface Place {
  readonly order: number;
  readonly id: number;
  /** Tells this place of the entry from earlier ones. */
  readonly turn: number;
}

/** An entry and its place. */
export interface Queued {
  readonly entry: Entry;
  readonly place: Place;
}

/** A site that needs entries, and how many at most. */
export interface TakeWish {
  readonly site: number;
  readonly max: number;
}

/** The best entries of a site that were still queued, best first. */
export interface TakenHead {
  readonly site: number;
  readonly queued: readonly Queued[];
  /** The best place that is left; null when nothing is. */
  readonly below: Place | null;
}

/** A site whose queue has changed. */
export interface TouchedSite {
  readonly site: number;
  /** The best place that came in; null: none did. */
  readonly best: Place | null;
  /** By how many entries more are queued there, those that wait for a moment counted; less than nothing where some have left. */
  readonly count: number;
}

/** An entry that waits until its seed's budget is raised. */
export interface Held {
  readonly seed: number;
  readonly queued: Queued;
}

/** An entry that is to be settled without a visit. */
export interface Lent {
  readonly queued: Queued;
  readonly site: number;
  readonly wasQueued: boolean;
}

export const isBefore = (a: Pick<Place, 'order' | 'id'>, b: Pick<Place, 'order' | 'id'>): boolean =>
  a.order < b.order || (a.order === b.order && a.id < b.id);
