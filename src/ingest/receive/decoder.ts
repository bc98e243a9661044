/** Bytes to text while they arrive. What is no text in the charset it claims to be in is refused, never guessed. */
import { TextDecoder } from 'node:util';
import { Refusal } from '../rules.js';

const CHARSETS: Readonly<Record<string, string>> = {
  '': 'utf-8',
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

export const isReadCharset = (charset: string): boolean => Object.hasOwn(CHARSETS, charset.trim().toLowerCase());

export class Decoder {
  readonly #charset: string;
  #decoder: TextDecoder | null = null;

  constructor(charset = '') {
    const known = CHARSETS[charset.trim().toLowerCase()];
    if (known === undefined) throw new Refusal(`The charset ${charset.slice(0, 40)} is not read here. Send UTF-8.`, 'unreadable');
    this.#charset = known;
  }

  write(bytes: Uint8Array): string {
    this.#decoder ??= new TextDecoder(markedCharset(bytes) ?? this.#charset, { fatal: true });
    return this.#decode(() => (this.#decoder as TextDecoder).decode(bytes, { stream: true }));
  }

  end(): string {
    return this.#decode(() => this.#decoder?.decode() ?? '');
  }

  #decode(decode: () => string): string {
    try {
      return decode();
    } catch (error) {
      throw new Refusal(`The message is not in the charset it claims to be in, ${this.#charset}.`, 'unreadable', { cause: error });
    }
  }
}

/** By a mark at the beginning, which says more than a header does. */
function markedCharset([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
