/**
 * Fingerprints: 64 bits that stand for a URL key in the test whether a URL is known.
 *
 * SipHash-1-3 with a secret of the workspace. Without the secret nobody can construct two keys that collide, so no site
 * can hide its pages, or another site's, behind one another; a plain hash would allow that. Written on 32-bit halves
 * because BigInt is thirty times slower.
 */
export interface Fingerprinter {
  (key: string): readonly [high: number, low: number];
  /** Writes the low half to `target[at]` and the high half to `target[at + 1]`. Allocates nothing for ASCII keys. */
  write(key: string, target: Uint32Array, at: number): void;
  bigint(key: string): bigint;
}

export const FINGERPRINT_SECRET_BYTES = 16;

export function fingerprinter(secret: Uint8Array): Fingerprinter {
  if (secret.length !== FINGERPRINT_SECRET_BYTES) throw new Error(`A fingerprint secret has 16 bytes, this one has ${secret.length}.`);
  const view = new DataView(secret.slice().buffer);
  const [k0l, k0h, k1l, k1h] = [0, 4, 8, 12].map((at) => view.getUint32(at, true)) as [number, number, number, number];
  const pair = new Uint32Array(2);
  const write = (key: string, target: Uint32Array, at: number) => sipHash(1, 3, k0l, k0h, k1l, k1h, asciiOrUtf8(key), target, at);
  const halves = (key: string): readonly [number, number] => {
    write(key, pair, 0);
    return [pair[1] ?? 0, pair[0] ?? 0];
  };
  const bigint = (key: string): bigint => {
    const [high, low] = halves(key);
    return (BigInt(high) << 32n) | BigInt(low);
  };
  return Object.assign(halves, { write, bigint });
}

/** One character per byte, as the hash needs it. Only keys of one or two policies are not ASCII. */
function asciiOrUtf8(key: string): string {
  for (let i = 0; i < key.length; i++) {
    if (key.charCodeAt(i) > 0x7f) return Buffer.from(key, 'utf8').toString('latin1');
  }
  return key;
}

/**
 * SipHash by Aumasson and Bernstein over a string of bytes, with `c` rounds per block and `d` at the end. One long
 * function on purpose: V8 keeps its sixteen words in registers only as long as it calls nothing.
 */
export function sipHash(
  c: number,
  d: number,
  k0l: number,
  k0h: number,
  k1l: number,
  k1h: number,
  bytes: string,
  target: Uint32Array,
  at: number,
): void {
  let v0l = k0l ^ 0x70736575;
  let v0h = k0h ^ 0x736f6d65;
  let v1l = k1l ^ 0x6e646f6d;
  let v1h = k1h ^ 0x646f7261;
  let v2l = k0l ^ 0x6e657261;
  let v2h = k0h ^ 0x6c796765;
  let v3l = k1l ^ 0x79746573;
  let v3h = k1h ^ 0x74656462;

  const length = bytes.length;
  const whole = length >> 3;
  // All blocks of eight bytes, then one last block with the length on top, then one pass that finishes.
  for (let block = 0; block <= whole + 1; block++) {
    let ml = 0;
    let mh = 0;
    let rounds = c;
    const from = block << 3;
    if (block < whole) {
      ml =
        bytes.charCodeAt(from) |
        (bytes.charCodeAt(from + 1) << 8) |
        (bytes.charCodeAt(from + 2) << 16) |
        (bytes.charCodeAt(from + 3) << 24);
      mh =
        bytes.charCodeAt(from + 4) |
        (bytes.charCodeAt(from + 5) << 8) |
        (bytes.charCodeAt(from + 6) << 16) |
        (bytes.charCodeAt(from + 7) << 24);
    } else if (block === whole) {
      for (let i = from; i < length; i++) {
        const shift = (i - from) << 3;
        if (shift < 32) ml |= bytes.charCodeAt(i) << shift;
        else mh |= bytes.charCodeAt(i) << (shift - 32);
      }
      mh |= length << 24;
    } else {
      v2l ^= 0xff;
      rounds = d;
    }
    v3l ^= ml;
    v3h ^= mh;
    for (let round = 0; round < rounds; round++) {
      let low = (v0l >>> 0) + (v1l >>> 0);
      v0h = (v0h + v1h + (low > 0xffffffff ? 1 : 0)) | 0;
      v0l = low | 0;
      let swap = (v1l << 13) | (v1h >>> 19);
      v1h = ((v1h << 13) | (v1l >>> 19)) ^ v0h;
      v1l = swap ^ v0l;
      swap = v0l;
      v0l = v0h;
      v0h = swap;

      low = (v2l >>> 0) + (v3l >>> 0);
      v2h = (v2h + v3h + (low > 0xffffffff ? 1 : 0)) | 0;
      v2l = low | 0;
      swap = (v3l << 16) | (v3h >>> 16);
      v3h = ((v3h << 16) | (v3l >>> 16)) ^ v2h;
      v3l = swap ^ v2l;

      low = (v0l >>> 0) + (v3l >>> 0);
      v0h = (v0h + v3h + (low > 0xffffffff ? 1 : 0)) | 0;
      v0l = low | 0;
      swap = (v3l << 21) | (v3h >>> 11);
      v3h = ((v3h << 21) | (v3l >>> 11)) ^ v0h;
      v3l = swap ^ v0l;

      low = (v2l >>> 0) + (v1l >>> 0);
      v2h = (v2h + v1h + (low > 0xffffffff ? 1 : 0)) | 0;
      v2l = low | 0;
      swap = (v1l << 17) | (v1h >>> 15);
      v1h = ((v1h << 17) | (v1l >>> 15)) ^ v2h;
      v1l = swap ^ v2l;
      swap = v2l;
      v2l = v2h;
      v2h = swap;
    }
    v0l ^= ml;
    v0h ^= mh;
  }
  target[at] = v0l ^ v1l ^ v2l ^ v3l;
  target[at + 1] = v0h ^ v1h ^ v2h ^ v3h;
}
