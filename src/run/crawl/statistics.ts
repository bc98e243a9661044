/** Numbers of a running crawl: what the live view shows and the log line repeats every N visits. */
export interface Statistics {
  readonly elapsedMs: number;
  /** Workers at work, of those made so far. */
  readonly active: number;
  readonly workers: number;
  /** Visits that came to an end, whatever it was. */
  readonly completed: number;
  readonly queued: number;
  readonly known: number;
  readonly sites: number;
  /** Sites with something left to fetch. */
  readonly busySites: number;
  /** Answers that were wanted. */
  readonly succeeded: number;
  readonly failed: number;
  /** Nothing to do: not modified, excluded by robots.txt, a redirect to something known. */
  readonly noops: number;
  readonly pages: number;
  readonly bytes: number;
  /** Over the whole run. */
  readonly perSecond: number;
  /** Over the last seconds. */
  readonly recentPerSecond: number;
  /** Somebody asked that nothing new be begun for now. */
  readonly paused?: boolean;
}

export type VisitEnd = 'succeeded' | 'failed' | 'noop' | 'retry';

const WINDOW_MS = 5000;

export class Tally {
  readonly #startedAt: number;
  readonly #ends: Record<VisitEnd, number> = { succeeded: 0, failed: 0, noop: 0, retry: 0 };
  #pages = 0;
  #bytes = 0;
  #window: [at: number, completed: number][];

  constructor(now: number) {
    this.#startedAt = now;
    this.#window = [[now, 0]];
  }

  get pages(): number {
    return this.#pages;
  }

  get completed(): number {
    return this.#ends.succeeded + this.#ends.failed + this.#ends.noop;
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  countPage(): void {
    this.#pages++;
  }

  count(end: VisitEnd): void {
    this.#ends[end]++;
  }

  view(
    now: number,
    load: { workers: number; active: number },
    queue: { queued: number; known: number; sites: number; busySites: number },
  ): Statistics {
    const elapsedMs = now - this.#startedAt;
    this.#window = [...this.#window.filter(([at]) => now - at <= WINDOW_MS), [now, this.completed]];
    const [since, before] = this.#window[0] as [number, number];
    return {
      elapsedMs,
      ...load,
      completed: this.completed,
      queued: queue.queued,
      known: queue.known,
      sites: queue.sites,
      busySites: queue.busySites,
      succeeded: this.#ends.succeeded,
      failed: this.#ends.failed,
      noops: this.#ends.noop,
      pages: this.#pages,
      bytes: this.#bytes,
      perSecond: rate(this.completed, elapsedMs),
      recentPerSecond: now - since > 200 ? rate(this.completed - before, now - since) : rate(this.completed, elapsedMs),
    };
  }
}

const rate = (count: number, ms: number): number => (ms > 0 ? (1000 * count) / ms : 0);
