/** A set of small numbers, one bit each: which resources a run is to visit, twenty million in three megabytes. */
export class Bits {
  #bytes = new Uint8Array(1024);

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  has(number: number): boolean {
    return (((this.#bytes[number >>> 3] ?? 0) >>> (number & 7)) & 1) === 1;
  }

  /** False when it was there already. */
  add(number: number): boolean {
    const at = number >>> 3;
    if (at >= this.#bytes.length) this.#grow(at);
    const before = this.#bytes[at] as number;
    this.#bytes[at] = before | (1 << (number & 7));
    return this.#bytes[at] !== before;
  }

  remove(number: number): void {
    const at = number >>> 3;
    if (at < this.#bytes.length) this.#bytes[at] = (this.#bytes[at] as number) & ~(1 << (number & 7));
  }

  #grow(at: number): void {
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, at + 1));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
