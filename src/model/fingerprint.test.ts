import { describe, expect, it } from 'vitest';
import { fingerprinter, sipHash } from './fingerprint.js';

const SECRET = Uint8Array.from({ length: 16 }, (_, byte) => byte);
const WORDS = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c] as const;

/** Bytes 0, 1, 2, … as the reference vectors have them. */
const counting = (length: number): string => String.fromCharCode(...Array.from({ length }, (_, byte) => byte));

function hash(c: number, d: number, bytes: string): string {
  const pair = new Uint32Array(2);
  sipHash(c, d, ...WORDS, bytes, pair, 0);
  return Buffer.from(pair.buffer).toString('hex');
}

describe('sipHash', () => {
  it.each([
    [0, '310e0edd47db6f72', 'dcc40f055801acab'],
    [1, 'fd67dc93c539f874', '93ca577df39bf4c9'],
    [8, '6224939a79f5f593', '8e9a298d11959036'],
    [15, 'e545be4961ca29a1', '5699512a6dd820d3'],
    [63, '724506eb4c328a95', 'a8b3bbb76290199d'],
  ])('agrees with the reference on %i bytes, 2-4 and 1-3', (length, sip24, sip13) => {
    expect(hash(2, 4, counting(length))).toBe(sip24);
    expect(hash(1, 3, counting(length))).toBe(sip13);
  });
});

describe('fingerprinter', () => {
  const fingerprint = fingerprinter(SECRET);

  it('gives one fingerprint in three forms', () => {
    const target = new Uint32Array(4);
    fingerprint.write('https://example.org/', target, 2);
    const [high, low] = fingerprint('https://example.org/');
    expect([...target]).toEqual([0, 0, low, high]);
    expect(fingerprint.bigint('https://example.org/')).toBe((BigInt(high) << 32n) | BigInt(low));
  });

  it('hashes text beyond ASCII by its UTF-8 bytes', () => {
    expect(fingerprint('é')).not.toEqual(fingerprint('Ã©'));
    expect(fingerprint('é')).not.toEqual(fingerprint('e'));
    expect(fingerprint('a\u0000')).not.toEqual(fingerprint('a'));
  });

  it('depends on the secret', () => {
    const other = fingerprinter(SECRET.map((byte) => byte ^ 1));
    expect(other('https://example.org/')).not.toEqual(fingerprint('https://example.org/'));
  });

  it('finds no collision among 200,000 similar keys', () => {
    const seen = new Set<bigint>();
    for (let n = 0; n < 200_000; n++) seen.add(fingerprint.bigint(`https://example.org/page?id=${n}`));
    expect(seen.size).toBe(200_000);
  });

  it('takes 16 bytes of secret and no other number', () => expect(() => fingerprinter(new Uint8Array(8))).toThrow('this one has 8'));
});
