/**
 * What waits at each site, for a bounded number of sites; what is forgotten here is decided at the end of the run.
 *
 * Deciding a batch counts on an attempt, which leaves the watches as they are. They learn of it when the batch is stored:
 * one that is rolled back has not happened.
 */
import { SiteWatch, type WaitingChange } from '../index.js';
import type { Pending } from './known.js';

/** Sites with something waiting that are watched at a time. */
const WATCHED = 1000;

export class SiteWatches {
  /** Those where something was held last are at the end. */
  #watches = new Map<number, SiteWatch>();

  /** What waits from an earlier process waits on. */
  hold(rows: Iterable<Pending>): void {
    const attempt = this.attempt();
    for (const row of rows) if (row.operation === 'Upd') attempt.hold(row.site, row);
    this.learn(attempt);
  }

  attempt(): WatchAttempt {
    return new WatchAttempt((site) => this.#watches.get(site));
  }

  learn({ trials, held }: Learned): void {
    for (const [site, trial] of trials) {
      const watch = this.#watches.get(site);
      if (watch) watch.accept(trial);
      else this.#watches.set(site, trial);
    }
    for (const site of held) this.#moveToEnd(site);
  }

  /** Documents whose change may be sure after so many visits of each site. */
  dueWithin(visits: ReadonlyMap<number, number>): number[] {
    return [...visits].flatMap(([site, count]) => this.#watches.get(site)?.dueWithin(count) ?? []);
  }

  /** The run is over: everything that waited has been decided. */
  forget(): void {
    this.#watches = new Map();
  }

  #moveToEnd(site: number): void {
    const watch = this.#watches.get(site) as SiteWatch;
    this.#watches.delete(site);
    this.#watches.set(site, watch);
    if (this.#watches.size > WATCHED) this.#watches.delete(this.#watches.keys().next().value as number);
  }
}

/** What a batch tells the watches, once it is stored. */
export interface Learned {
  readonly trials: ReadonlyMap<number, SiteWatch>;
  /** In the order in which something was held there last. */
  readonly held: ReadonlySet<number>;
}

export class WatchAttempt implements Learned {
  readonly #watchOf: (site: number) => SiteWatch | undefined;
  readonly trials = new Map<number, SiteWatch>();
  readonly held = new Set<number>();

  constructor(watchOf: (site: number) => SiteWatch | undefined) {
    this.#watchOf = watchOf;
  }

  hold(site: number, change: WaitingChange): void {
    const watch = this.#of(site) ?? new SiteWatch();
    this.trials.set(site, watch);
    this.held.delete(site);
    this.held.add(site);
    watch.hold(change);
  }

  /** A document was visited; returns those whose change is sure now. */
  visited(site: number): number[] {
    return this.#of(site)?.visited() ?? [];
  }

  #of(site: number): SiteWatch | undefined {
    const trial = this.trials.get(site) ?? this.#watchOf(site)?.trial();
    if (trial) this.trials.set(site, trial);
    return trial;
  }
}
