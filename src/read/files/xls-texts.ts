/**
 * The table of texts of a workbook. It is one record with continuations; where a text crosses into the next, its
 * character width is stated again.
 */
const MAX_TEXTS = 1_000_000;

export class SharedTexts {
  readonly #texts: string[] = [];
  readonly #parts: readonly Buffer[];
  #part = 0;
  #at = 8;

  constructor(parts: readonly Buffer[]) {
    this.#parts = parts;
    const [first] = parts;
    if (!first || first.length < 8) return;
    const count = Math.min(first.readUInt32LE(4), MAX_TEXTS);
    while (this.#texts.length < count) {
      const text = this.#next();
      if (text === null) return;
      this.#texts.push(text);
    }
  }

  at(index: number): string {
    return this.#texts[index] ?? '';
  }

  get #rest(): Buffer {
    return this.#parts[this.#part]?.subarray(this.#at) ?? Buffer.alloc(0);
  }

  /** A head never crosses a record. */
  #head(length: number): Buffer | null {
    if (this.#rest.length === 0) this.#turn();
    const head = this.#rest.subarray(0, length);
    this.#at += length;
    return head.length < length ? null : head;
  }

  #turn(): void {
    this.#part++;
    this.#at = 0;
  }

  #next(): string | null {
    const head = this.#head(3);
    if (!head) return null;
    const flags = head[2] ?? 0;
    const runs = flags & 8 ? (this.#head(2)?.readUInt16LE(0) ?? 0) : 0;
    const extra = flags & 4 ? (this.#head(4)?.readUInt32LE(0) ?? 0) : 0;
    const text = this.#characters(head.readUInt16LE(0), (flags & 1) === 1);
    this.#skip(runs * 4 + extra);
    return text;
  }

  #characters(count: number, wide: boolean): string {
    let text = '';
    for (let left = count; left > 0; ) {
      const size = wide ? 2 : 1;
      const take = Math.min(left, Math.floor(this.#rest.length / size));
      text += this.#rest.toString(wide ? 'utf16le' : 'latin1', 0, take * size);
      this.#at += take * size;
      left -= take;
      if (left === 0) break;
      this.#turn();
      if (this.#part >= this.#parts.length) break;
      wide = ((this.#rest[0] ?? 0) & 1) === 1;
      this.#at = 1;
    }
    return text;
  }

  #skip(length: number): void {
    for (let left = length; left > 0 && this.#part < this.#parts.length; ) {
      const step = Math.min(left, this.#rest.length);
      this.#at += step;
      left -= step;
      if (left > 0) this.#turn();
    }
  }
}
