/**
 * The UTF-16 code units of a text as numbers in memory. A loop over them takes a third of the time it takes to ask the
 * string for each, because a string may be made of parts and is asked again every time.
 */
export class TextUnits {
  #units = new Uint16Array(1 << 15);

  /** Valid until the next text. */
  of(text: string): Uint16Array {
    if (this.#units.length >= text.length) return filled(this.#units, text);
    const units = new Uint16Array(2 * text.length);
    // Memory for a giant among the pages is not kept for all others.
    if (text.length <= LARGEST_KEPT) this.#units = units;
    return filled(units, text);
  }
}

const LARGEST_KEPT = 1 << 20;

function filled(units: Uint16Array, text: string): Uint16Array {
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).write(text, 'utf16le');
  return units.subarray(0, text.length);
}
