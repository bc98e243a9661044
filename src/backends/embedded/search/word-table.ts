/** The distinct words of a part of the index while it is built: numbers for words, without a string for any of them. */
import type { ByteWriter } from './bytes.js';
import type { Scanned } from './scan-words.js';

export class WordTable {
  count = 0;
  /** Code units of all words, one after the other; word n stands at starts[n] to starts[n + 1]. */
  chars = new Uint16Array(1 << 16);
  starts = new Uint32Array(1 << 13);
  /** Hash of a word, then its number plus one: side by side, so that a look costs one way to memory. */
  #slots = new Int32Array(1 << 15);

  /** The number of a word, new or known. `kind` keeps words of different fields apart: it becomes the first code unit. */
  numberOf(word: Scanned, kind: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    const hash = kind === 0 ? word.hash : Math.imul(word.hash ^ kind, 0x01000193);
    let slot = placeOf(hash) & mask;
    for (let known = slots[slot + 1] as number; known !== 0; known = slots[slot + 1] as number) {
      if (slots[slot] === hash && this.#is(known - 1, word, kind)) return known - 1;
      slot = (slot + 2) & mask;
    }
    slots[slot] = hash;
    slots[slot + 1] = this.count + 1;
    return this.#add(word, kind);
  }

  /** As UTF-8. */
  writeWord(number: number, into: ByteWriter): void {
    const end = this.starts[number + 1] as number;
    for (let at = this.starts[number] as number; at < end; at++) {
      const code = this.chars[at] as number;
      if (code < 0x80) into.number(code);
      else if (code >= 0xd800 && code < 0xdc00) at = this.#writePair(code, at, into);
      else writeCode(code, into);
    }
  }

  #writePair(high: number, at: number, into: ByteWriter): number {
    const low = this.chars[at + 1] as number;
    into.copy(Buffer.from(String.fromCharCode(high, low)));
    return at + 1;
  }

  #is(number: number, { chars, length }: Scanned, kind: number): boolean {
    let at = this.starts[number] as number;
    const size = (this.starts[number + 1] as number) - at;
    if (kind !== 0 && this.chars[at++] !== kind) return false;
    if (size !== length + (kind === 0 ? 0 : 1)) return false;
    for (let index = 0; index < length; index++) if (this.chars[at + index] !== chars[index]) return false;
    return true;
  }

  #add({ chars, length }: Scanned, kind: number): number {
    const number = this.count++;
    this.#makeRoom(length + 1);
    let at = this.starts[number] as number;
    if (kind !== 0) this.chars[at++] = kind;
    for (let index = 0; index < length; index++) this.chars[at++] = chars[index] as number;
    this.starts[number + 1] = at;
    if (this.count * 4 > this.#slots.length) this.#spread();
    return number;
  }

  #makeRoom(length: number): void {
    const end = this.starts[this.count - 1] as number;
    if (end + length > this.chars.length) this.chars = larger(this.chars, Uint16Array);
    if (this.count + 1 >= this.starts.length) this.starts = larger(this.starts, Uint32Array);
  }

  #spread(): void {
    const [before, slots] = [this.#slots, new Int32Array(this.#slots.length * 4)];
    const mask = slots.length - 2;
    for (let from = 0; from < before.length; from += 2) {
      if (before[from + 1] === 0) continue;
      let slot = placeOf(before[from] as number) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = before[from] as number;
      slots[slot + 1] = before[from + 1] as number;
    }
    this.#slots = slots;
  }
}

/** Low bits alone would follow the last letter. */
const placeOf = (hash: number): number => (hash ^ (hash >>> 15)) << 1;

function writeCode(code: number, into: ByteWriter): void {
  if (code < 0x800) into.raw2(0xc0 | (code >> 6), 0x80 | (code & 63));
  else into.raw3(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
}

function larger<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers, make: new (size: number) => Numbers): Numbers {
  const made = new make(numbers.length * 2);
  made.set(numbers);
  return made;
}
