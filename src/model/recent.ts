/**
 * The values of the keys that were asked for last: at least so many, at most twice as many.
 *
 * In two halves: when the newer one is full, the older one goes, and with it all that nobody asked for meanwhile. What is
 * asked for over and over stays, however many others pass.
 */
export class Recent<Value> {
  readonly #most: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const newer = this.#newer.get(key);
    if (newer !== undefined) return newer;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#newer.size >= this.#most) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }
}
