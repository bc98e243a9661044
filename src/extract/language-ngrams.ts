/**
 * Cuts the beginning of a text into the byte sequences by which its language is recognised.
 *
 * Words are lower-cased, written in UTF-8 and cut into pieces of four bytes, three bytes apart; the
 * pieces at the two ends of a word include the space beside it. Every rule here, odd ones too, is that
 * of `eld`, because the table was made for exactly these pieces: a test compares. Knows nothing of languages.
 * All room is taken once and used again for every text, so one instance serves one text at a time.
 */

/** UTF-16 units that are looked at. */
const LONGEST_TEXT = 1000;
/** Past this many bytes the text ends with the word, and past `HARD_END` with the character. */
const SOFT_END = 350;
const HARD_END = 380;
/** A character written in UTF-8 has three bytes at most here: those with four count as separators. */
const ROOM = HARD_END + 4;
/** Of a longer word only so many bytes are cut into pieces; the rest stays in one. */
const LONGEST_WORD = 70;
const LONGEST_NGRAM = 6;
/** Words of a single letter make the most pieces, one for every two bytes. */
const MOST = ROOM / 2 + 2;
/** Well above `MOST`, so that a free slot is near. */
const SLOT_BITS = 9;
const SLOTS = 1 << SLOT_BITS;

const SPACE = 0x20;
/** They belong to the word that follows, or stand within one: don't, l’eau. */
const QUOTES: readonly number[] = [0x27, 0x60, 0x2019];

export class LanguageNgrams {
  /** The different pieces of up to six bytes: the first four in `low`, the rest in `high`, first byte lowest. */
  readonly low = new Int32Array(MOST);
  readonly high = new Uint16Array(MOST);
  /** How many of them there are. */
  count = 0;

  readonly #letters: Uint8Array;
  readonly #folded: Uint8Array;
  readonly #units = new Uint16Array(LONGEST_TEXT);
  readonly #unitBytes = Buffer.from(this.#units.buffer);
  /** A space, the words with one space after each, and whatever an earlier text left behind them. */
  readonly #bytes = new Uint8Array(1 + ROOM + 1).fill(SPACE);
  readonly #room = this.#bytes.subarray(1, 1 + ROOM);
  readonly #encoder = new TextEncoder();
  /** Places in `low` and `high`, from one on; zero is free. */
  readonly #slots = new Uint8Array(SLOTS);
  /** Pieces that are too long for any table: they count, and that is all. */
  readonly #overlong = new Set<string>();

  /** `letters` has a bit for every UTF-16 unit, `folded` says for every byte as which one it counts. */
  constructor(letters: Uint8Array, folded: Uint8Array) {
    this.#letters = letters;
    this.#folded = folded;
  }

  /** How many different pieces the text has, with those that are too long for a table. */
  get total(): number {
    return this.count + this.#overlong.size;
  }

  read(text: string): void {
    this.count = 0;
    this.#slots.fill(0);
    this.#overlong.clear();
    const end = this.#write(this.#normalise(text));
    this.#bytes[end] = SPACE;
    // Separators are found before the bytes of a word are folded, since folding makes spaces that separate nothing.
    for (let start = 1; start < end; ) {
      const stop = this.#bytes.indexOf(SPACE, start);
      this.#readWord(start, stop);
      start = stop + 1;
    }
  }

  /** Each run of other signs between letters becomes one space, except the quotation marks at its end. */
  #normalise(text: string): string {
    const units = this.#units;
    const end = Math.min(text.length, LONGEST_TEXT);
    let length = 0;
    let afterLetter = 0;
    for (let at = 0; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (this.#isLetter(unit)) {
        units[length++] = unit;
        afterLetter = length;
      } else if (QUOTES.includes(unit)) units[length++] = unit;
      else {
        length = afterLetter;
        if (length > HARD_END) break;
        if (length > 0) units[length++] = SPACE;
      }
    }
    // Of the whole at once, because how a final sigma is written depends on what surrounds it.
    return this.#unitBytes.toString('utf16le', 0, 2 * length).toLowerCase();
  }

  #isLetter(unit: number): boolean {
    return (((this.#letters[unit >> 3] as number) >> (unit & 7)) & 1) === 1;
  }

  /** Returns the place behind the last byte that counts. */
  #write(words: string): number {
    const written = 1 + this.#encoder.encodeInto(words, this.#room).written;
    for (let at = 1 + SOFT_END + 1; at < written; at++) {
      const byte = this.#bytes[at] as number;
      const startsCharacter = (byte & 0xc0) !== 0x80;
      if (byte === SPACE || (at > 1 + HARD_END && startsCharacter)) return at;
    }
    return written;
  }

  #readWord(start: number, stop: number): void {
    for (let at = start; at < stop; at++) this.#bytes[at] = this.#folded[this.#bytes[at] as number] as number;
    const length = Math.min(stop - start, LONGEST_WORD);
    if (length <= 4) return this.#add(start - 1, stop + 1);
    this.#add(start - 1, start + 4);
    for (let at = 3; at + 4 < length; at += 3) this.#add(start + at, start + at + 4);
    this.#add(start + length - 4, stop + 1);
  }

  #add(from: number, to: number): void {
    const bytes = this.#bytes;
    const length = to - from;
    if (length > LONGEST_NGRAM) {
      this.#overlong.add(String.fromCharCode(...bytes.subarray(from, to)));
      return;
    }
    let low = (bytes[from] as number) | ((bytes[from + 1] as number) << 8) | ((bytes[from + 2] as number) << 16);
    if (length > 3) low |= (bytes[from + 3] as number) << 24;
    let high = length > 4 ? (bytes[from + 4] as number) : 0;
    if (length > 5) high |= (bytes[from + 5] as number) << 8;
    this.#addNew(low, high);
  }

  #addNew(low: number, high: number): void {
    let slot = ngramHash(low, high) >>> (32 - SLOT_BITS);
    for (;;) {
      const place = this.#slots[slot] as number;
      if (place === 0) break;
      if (this.low[place - 1] === low && this.high[place - 1] === high) return;
      slot = (slot + 1) & (SLOTS - 1);
    }
    this.low[this.count] = low;
    this.high[this.count] = high;
    this.#slots[slot] = ++this.count;
  }
}

/** 32 bits, of which the upper ones are mixed best. The packer knows the same function. */
export function ngramHash(low: number, high: number): number {
  return (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 0;
}
