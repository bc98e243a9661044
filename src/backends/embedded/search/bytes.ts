/** Growing bytes with numbers of variable length in them, seven bits a byte, and the way back. */
export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(size = 4096) {
    this.bytes = new Uint8Array(size);
  }

  number(value: number): void {
    if (this.length + 5 > this.bytes.length) this.#grow(5);
    let rest = value;
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  raw2(first: number, second: number): void {
    if (this.length + 2 > this.bytes.length) this.#grow(2);
    this.bytes[this.length++] = first;
    this.bytes[this.length++] = second;
  }

  raw3(first: number, second: number, third: number): void {
    if (this.length + 3 > this.bytes.length) this.#grow(3);
    this.bytes[this.length++] = first;
    this.bytes[this.length++] = second;
    this.bytes[this.length++] = third;
  }

  copy(source: Uint8Array, start = 0, end = source.length): void {
    const size = end - start;
    if (this.length + size > this.bytes.length) this.#grow(size);
    if (size < 24) for (let at = start; at < end; at++) this.bytes[this.length++] = source[at] as number;
    else {
      this.bytes.set(source.subarray(start, end), this.length);
      this.length += size;
    }
  }

  /** A copy of what was written; the writer may be used again. */
  taken(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }

  #grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

export class ByteReader {
  bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] as number;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; shift < 35; shift += 7) {
      byte = bytes[this.at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value >>> 0;
  }

  /** Passes over so many numbers. */
  skip(count: number): void {
    const { bytes } = this;
    let { at } = this;
    for (let left = count; left > 0; ) if (!((bytes[at++] as number) > 127)) left--; // past the end nothing goes on for ever
    this.at = at;
  }
}
