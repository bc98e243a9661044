/**
 * How much of a listing is behind: loops within loops (windows, values, rows, and those of the next step for each row), each
 * with its place and its length as far as that is known. An estimate: pages that nobody has announced are not foreseen.
 */
export interface Loop {
  at: number;
  of: number;
}

export class HowFar {
  readonly #loops: Loop[] = [];

  get depth(): number {
    return this.#loops.length;
  }

  /** From 0 to 1. */
  get share(): number {
    let share = 0;
    let width = 1;
    for (const { at, of } of this.#loops) {
      if (of <= 0) continue;
      share += (width * Math.min(at, of)) / of;
      width /= of;
    }
    return Math.min(1, share);
  }

  /** A loop inside those that go on. */
  enter(of: number): Loop {
    const loop = { at: 0, of };
    this.#loops.push(loop);
    return loop;
  }

  /** Loops further in than this are over, whatever ended them. */
  leave(depth: number): void {
    this.#loops.splice(depth);
  }
}
