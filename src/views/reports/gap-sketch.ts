/** The gaps of one site, kept as counts of like lengths: the median of any number of them in little memory. */

/** Neighbouring buckets differ by five per cent; their means make the answer finer than that where gaps are alike. */
const STEP = Math.log(1.05);

export class GapSketch {
  readonly #buckets = new Map<number, { count: number; sum: number }>();
  #count = 0;

  add(gap: number): void {
    const key = gap <= 1 ? 0 : Math.ceil(Math.log(gap) / STEP);
    const bucket = this.#buckets.get(key) ?? { count: 0, sum: 0 };
    bucket.count++;
    bucket.sum += gap;
    this.#buckets.set(key, bucket);
    this.#count++;
  }

  /** Null when there were no gaps. */
  median(): number | null {
    let seen = 0;
    for (const key of [...this.#buckets.keys()].sort((a, b) => a - b)) {
      const { count, sum } = this.#buckets.get(key) as { count: number; sum: number };
      seen += count;
      if (2 * seen >= this.#count) return sum / count;
    }
    return null;
  }
}
