/** The text a kind of URL has brought so far, as a bounded sample: tells of a page how much of it is new. */

export interface SampledText {
  readonly level: number;
  readonly runs: Uint32Array;
}

/** Runs remembered; beyond it the sample becomes coarser. */
const MOST_RUNS = 4096;

export class SeenText {
  #level = 0;
  #runs = new Set<number>();

  /** Takes a page's sample in; how many of its runs count, and how many of those are new. */
  take({ level, runs }: SampledText): { counted: number; fresh: number } {
    if (level > this.#level) this.#coarsen(level);
    const mask = (1 << this.#level) - 1;
    let counted = 0;
    let fresh = 0;
    for (const run of runs) {
      if ((run & mask) !== 0) continue;
      counted++;
      if (this.#runs.has(run)) continue;
      fresh++;
      this.#runs.add(run);
    }
    while (this.#runs.size > MOST_RUNS) this.#coarsen(this.#level + 1);
    return { counted, fresh };
  }

  /** Both samples are compared at the coarser level, or text that was left out before would look new. */
  #coarsen(level: number): void {
    this.#level = level;
    const mask = (1 << level) - 1;
    this.#runs = new Set([...this.#runs].filter((run) => (run & mask) === 0));
  }
}
