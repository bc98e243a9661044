/**
 * Octet strings: robots.txt as a string with one character per byte.
 *
 * RFC 9309 compares octets. Decoding to Unicode first would lose what a Latin-1 file says about
 * `/k%E4se`; this way each byte keeps its value and is percent-encoded as itself.
 */

/** Input as octets: a BOM (also a torn one) removed, UTF-16 with a BOM turned into UTF-8, cut at `maxBytes` on a line end. */
export function octetsOf(input: Uint8Array | string, maxBytes: number): string {
  const bytes = Buffer.from(typeof input === 'string' ? Buffer.from(input, 'utf8') : fromUtf16(input));
  const start = bomLength(bytes);
  const text = bytes.toString('latin1', start, start + maxBytes);
  if (bytes.length - start <= maxBytes) return text;
  const cut = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return text.slice(0, cut + 1);
}

/** Octets back to readable text. */
export const textOf = (octets: string): string => Buffer.from(octets, 'latin1').toString('utf8');

/** The first bytes of a byte order mark count as one: some editors write it incompletely. */
function bomLength(bytes: Buffer): number {
  const bom = [0xef, 0xbb, 0xbf];
  let length = 0;
  while (length < bom.length && bytes[length] === bom[length]) length++;
  return length;
}

function fromUtf16(bytes: Uint8Array): Uint8Array {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!little && !big) return bytes;
  return new TextEncoder().encode(new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(bytes));
}
