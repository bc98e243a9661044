/**
 * The UTF-16 code units of a text as numbers in memory. A loop over them takes a third of the time of asking the string
 * for each one: a string may consist of parts, and every access looks for the right part.
 */
export class TextUnits {
  #units = new Uint16Array(1 << 15);

  /** The result is valid until the next call. */
  of(text: string): Uint16Array {
    if (this.#units.length >= text.length) return filled(this.#units, text);
    const units = new Uint16Array(2 * text.length);
    // Do not keep the memory that one giant page needed.
    if (text.length <= LARGEST_KEPT) this.#units = units;
    return filled(units, text);
  }
}

const LARGEST_KEPT = 1 << 20;

function filled(units: Uint16Array, text: string): Uint16Array {
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).write(text, 'utf16le');
  return units.subarray(0, text.length);
}
