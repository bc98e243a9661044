/** A bucket of turns for each address: a burst at once, then so many a second. Forgets who has been quiet. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Addresses remembered: beyond that the one quiet for longest is forgotten, whose bucket is likely full again. */
const MOST = 10_000;

export class RateLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes a turn; returns 0, or the seconds until there is one. */
  take(address: string): number {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    const { left, at } = this.#buckets.get(address) ?? { left: burst, at: now };
    const turns = Math.min(burst, left + ((now - at) / 1000) * perSecond);
    this.#buckets.delete(address);
    this.#buckets.set(address, { left: turns >= 1 ? turns - 1 : turns, at: now });
    this.#forget();
    return turns >= 1 ? 0 : (1 - turns) / perSecond;
  }

  #forget(): void {
    if (this.#buckets.size <= MOST) return;
    const [quietest = ''] = this.#buckets.keys();
    this.#buckets.delete(quietest);
  }
}
