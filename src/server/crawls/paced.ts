/**
 * A value that costs time to make. It is made anew only when what it is made of has changed, and never so often that
 * making it takes more than a twentieth of the time: on a large workspace it then is some seconds old, and the program
 * does its other work.
 */
const SHARE = 20;

export class Paced<T> {
  readonly #make: () => T;
  readonly #shortest: number;
  readonly #now: () => number;
  #made: { readonly value: T; readonly stamp: string; readonly again: number } | null = null;

  /** `shortest`: milliseconds that a value is good for at least. */
  constructor(make: () => T, shortest = 400, now: () => number = () => performance.now()) {
    this.#make = make;
    this.#shortest = shortest;
    this.#now = now;
  }

  /** True when the value is of this state, not of an earlier one. */
  isOf(stamp: string): boolean {
    return this.#made?.stamp === stamp;
  }

  /** `stamp` names the state of what the value is made of. */
  get(stamp: string): T {
    const now = this.#now();
    if (this.#made && (this.#made.stamp === stamp || now < this.#made.again)) return this.#made.value;
    const value = this.#make();
    const end = this.#now();
    this.#made = { value, stamp, again: end + Math.max(this.#shortest, SHARE * (end - now)) };
    return value;
  }
}
