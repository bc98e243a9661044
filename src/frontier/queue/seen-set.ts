/**
 * Which keys are known: 64-bit fingerprints in an open-addressing table of 32-bit halves.
 *
 * Eight bytes a key and no object per key, so ten million URLs fit in 200 MB where a Set of strings takes
 * gigabytes. The halves 0,0 mean "free", so that one fingerprint is stored as 0,1: one more way to collide
 * among 2^64.
 */
const START = 1 << 12;
const FULL = 0.6;

export class SeenSet {
  #slots = new Uint32Array(2 * START);
  #mask = START - 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** True when the fingerprint was new. */
  add(high: number, low: number): boolean {
    if (this.#size >= FULL * (this.#mask + 1)) this.#grow();
    if (!this.#insert(high, low)) return false;
    this.#size++;
    return true;
  }

  has(high: number, low: number): boolean {
    const stored = high === 0 && low === 0 ? 1 : low;
    for (let slot = stored & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const slotHigh = this.#slots[2 * slot] as number;
      const slotLow = this.#slots[2 * slot + 1] as number;
      if (slotHigh === 0 && slotLow === 0) return false;
      if (slotHigh === high && slotLow === stored) return true;
    }
  }

  #insert(high: number, low: number): boolean {
    const stored = high === 0 && low === 0 ? 1 : low;
    for (let slot = stored & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const slotHigh = this.#slots[2 * slot] as number;
      const slotLow = this.#slots[2 * slot + 1] as number;
      if (slotHigh === high && slotLow === stored) return false;
      if (slotHigh === 0 && slotLow === 0) {
        this.#slots[2 * slot] = high;
        this.#slots[2 * slot + 1] = stored;
        return true;
      }
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#mask = 2 * (this.#mask + 1) - 1;
    this.#slots = new Uint32Array(2 * (this.#mask + 1));
    for (let i = 0; i < old.length; i += 2) {
      const high = old[i] as number;
      const low = old[i + 1] as number;
      if (high !== 0 || low !== 0) this.#insert(high, low);
    }
  }
}
