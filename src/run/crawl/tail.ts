/**
 * The tail of a crawl: its last stretch, when only a few sites have anything left and the crawl waits for their pauses.
 *
 * Looked at about once a second. A stretch counts from the moment workers lie idle because a handful of sites is all
 * that is left; it starts over when more work turns up. At the end it says which sites the crawl waited for.
 */
import type { BusySite } from '../../frontier/queue/index.js';

export interface Tail {
  readonly seconds: number;
  /** What it waited for, by the most pages first. */
  readonly sites: readonly { readonly site: string; readonly delay: number; readonly visits: number }[];
}

/** More sites than this are no tail. */
export const TAIL_SITES = 10;
/** A shorter wait is not worth a word. */
const WORTH_MS = 5000;

export class TailWatch {
  #since: number | null = null;
  readonly #sites = new Map<string, { delay: number; atStart: number; left: number }>();

  look(now: number, busy: { readonly sites: readonly BusySite[]; readonly count: number }, idleWorkers: number): void {
    const few = busy.count > 0 && busy.count <= TAIL_SITES && idleWorkers > 0;
    const waits = few && busy.sites.every(({ delay, inFlight }) => delay > 0 || inFlight > 0);
    if (!waits) return this.#startOver();
    this.#since ??= now;
    for (const { site, delay, queued, inFlight } of busy.sites) {
      const left = queued + inFlight;
      const before = this.#sites.get(site);
      this.#sites.set(site, { delay, atStart: before ? before.atStart + Math.max(0, left - before.left) : left, left });
    }
  }

  /** Null when the crawl did not end in a tail worth a word. */
  end(now: number): Tail | null {
    if (this.#since === null || now - this.#since < WORTH_MS) return null;
    const sites = [...this.#sites].map(([site, { delay, atStart }]) => ({ site, delay, visits: atStart }));
    return { seconds: Math.round((now - this.#since) / 1000), sites: sites.sort((a, b) => b.visits - a.visits) };
  }

  #startOver(): void {
    this.#since = null;
    this.#sites.clear();
  }
}
