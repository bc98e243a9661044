/** Digests as records name them: `sha1:<base32>`, `sha256:<hex>`, `SHA-256:…`; compared as bytes, whatever their spelling. */
import { createHash, type Hash } from 'node:crypto';

const LENGTHS: Readonly<Record<string, number>> = { md5: 16, sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };

export class LabelledDigest {
  readonly #sum: Hash;
  #found: Buffer | null = null;

  private constructor(
    /** As it stands in the record. */
    readonly text: string,
    private readonly algorithm: string,
    private readonly expected: Buffer,
  ) {
    this.#sum = createHash(algorithm);
  }

  /** null: an algorithm we do not have, so there is nothing to compare. */
  static parse(text: string | null): LabelledDigest | 'malformed' | null {
    if (text === null) return null;
    const colon = text.indexOf(':');
    if (colon <= 0) return 'malformed';
    const algorithm = text.slice(0, colon).trim().toLowerCase().replace(/^sha-/, 'sha');
    const length = LENGTHS[algorithm];
    if (length === undefined) return null;
    const expected = decode(text.slice(colon + 1).trim(), length);
    return expected ? new LabelledDigest(text, algorithm, expected) : 'malformed';
  }

  update(bytes: Uint8Array): void {
    this.#sum.update(bytes);
  }

  matches(): boolean {
    return this.#digest().equals(this.expected);
  }

  /** What the bytes give, spelled like the one that stands in the record. */
  found(): string {
    const label = this.text.slice(0, this.text.indexOf(':') + 1);
    return (
      label +
      (isHex(this.text.slice(label.length).trim(), this.expected.length) ? this.#digest().toString('hex') : toBase32(this.#digest()))
    );
  }

  /** The same expectation of other bytes. */
  again(): LabelledDigest {
    return new LabelledDigest(this.text, this.algorithm, this.expected);
  }

  /** node:crypto gives a digest only once. */
  #digest(): Buffer {
    this.#found ??= this.#sum.digest();
    return this.#found;
  }
}

function decode(value: string, length: number): Buffer | null {
  const bytes = isHex(value, length) ? Buffer.from(value, 'hex') : fromBase32(value);
  return bytes?.length === length ? bytes : null;
}

const isHex = (value: string, length: number): boolean => value.length === 2 * length && /^[\da-f]+$/i.test(value);

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text.replace(/(?<!=)=+$/, '').toUpperCase()) {
    const digit = BASE32.indexOf(letter);
    if (digit < 0) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}

function toBase32(bytes: Buffer): string {
  const digits = Math.ceil((8 * bytes.length) / 5);
  const value = BigInt(`0x${bytes.toString('hex')}`) << BigInt(5 * digits - 8 * bytes.length);
  return [...value.toString(32).padStart(digits, '0')].map((digit) => BASE32[Number.parseInt(digit, 32)]).join('');
}
