/** Decodes base64 in pieces of any length. White space is skipped, also where it is written as a reference. */
import { Refusal } from '../rules.js';

const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;
const BREAKS = /&#(?:9|10|13|32|x0*(?:9|[aAdD]|20));/g;
const LONGEST_REFERENCE = 12;

export class Base64 {
  /** Up to three digits that wait for the fourth. */
  #rest = '';
  /** A reference that the piece cut off. */
  #reference = '';
  #isPadded = false;

  write(piece: string): Buffer {
    return this.#decode(this.#clean(piece));
  }

  end(): void {
    if (this.#rest !== '' || this.#reference !== '') throw new Refusal('Data is no base64: it ends in the middle.', 'unreadable');
  }

  #clean(piece: string): string {
    const text = this.#reference + piece;
    const open = text.lastIndexOf('&');
    const isCut = open >= 0 && !text.includes(';', open);
    this.#reference = isCut ? text.slice(open) : '';
    if (this.#reference.length > LONGEST_REFERENCE) throw notBase64();
    return (isCut ? text.slice(0, open) : text).replace(BREAKS, '').replace(/[ \t\r\n]+/g, '');
  }

  #decode(digits: string): Buffer {
    if (digits === '') return Buffer.alloc(0);
    const text = this.#rest + digits;
    const whole = text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    if (this.#isPadded || !ALPHABET.test(text)) throw notBase64();
    this.#isPadded = text.endsWith('=') && this.#rest === '';
    return Buffer.from(text.slice(0, whole), 'base64');
  }
}

const notBase64 = (): Refusal => new Refusal('Data is no base64.', 'unreadable');
