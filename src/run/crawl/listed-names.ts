/** What a list names, as fingerprints of eight bytes one after the other: so it is stored, and compared with what is in doubt. */
const FINGERPRINT = 8;

export class ListedNames {
  #bytes = new Uint8Array(512 * FINGERPRINT);
  #length = 0;

  readonly add = ([high, low]: readonly [high: number, low: number]): void => {
    if (this.#length === this.#bytes.length) this.#grow();
    const view = new DataView(this.#bytes.buffer);
    view.setUint32(this.#length, high, true);
    view.setUint32(this.#length + 4, low, true);
    this.#length += FINGERPRINT;
  };

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(): void {
    const bytes = new Uint8Array(2 * this.#bytes.length);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}
