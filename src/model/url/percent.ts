/**
 * Percent-encoding: the few operations that URL policies consist of.
 *
 * "Bytes" here are strings with one character per byte (0x00 to 0xFF): the cheapest way to hold paths that are not
 * UTF-8, which old sites link to. `toBytes` makes one.
 */

const HEX = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);

/** A set of bytes, as a table: 1 at the positions it holds. */
export type ByteSet = Uint8Array;

const PERCENT = 0x25;

/** All bytes that a URL never shows unescaped (controls, space, 0x7F and up), and the given ones. */
export function unsafeAnd(characters: string): ByteSet {
  const set = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) if (byte <= 0x20 || byte >= 0x7f) set[byte] = 1;
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

/** All bytes but letters, digits, `-._~` (which RFC 3986 calls unreserved) and the given ones. */
export function allBut(characters: string): ByteSet {
  const set = new Uint8Array(256).fill(1);
  for (let byte = 0; byte < 128; byte++) if (/[\w.~-]/.test(String.fromCharCode(byte))) set[byte] = 0;
  for (const character of characters) set[character.charCodeAt(0)] = 0;
  return set;
}

const RESERVED = allBut('');

/** The UTF-8 bytes of a text. Plain ASCII is returned unchanged. */
export function toBytes(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x7f) return Buffer.from(text, 'utf8').toString('latin1');
  }
  return text;
}

/** The text encoded by UTF-8 bytes; null when they are not UTF-8. */
export function fromBytes(bytes: string): string | null {
  const buffer = Buffer.from(bytes, 'latin1');
  const text = buffer.toString('utf8');
  return text.includes('\ufffd') && !Buffer.from(text, 'utf8').equals(buffer) ? null : text;
}

export function encodeBytes(bytes: string, set: ByteSet): string {
  let out = '';
  let copied = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    if (set[byte] === 0) continue;
    out += bytes.slice(copied, i) + HEX[byte & 0xff];
    copied = i + 1;
  }
  return copied === 0 ? bytes : out + bytes.slice(copied);
}

/** Value of a hexadecimal digit, or -1. */
function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The byte written as `%XX` at this place, or -1. */
function escapeAt(text: string, at: number): number {
  const high = digit(text.charCodeAt(at + 1));
  const low = digit(text.charCodeAt(at + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Undoes one layer of escapes. */
export function decodeOnce(bytes: string): string {
  if (!bytes.includes('%')) return bytes;
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Decodes escapes of escapes until none is left. One pass with a stack: pass after pass would take quadratic time on the
 * `%252525…` of a hostile page.
 */
export function decodeRepeatedly(bytes: string): string {
  if (!bytes.includes('%')) return bytes;
  const stack = new Uint8Array(bytes.length);
  let top = 0;
  for (let i = 0; i < bytes.length; i++) {
    stack[top++] = bytes.charCodeAt(i);
    while (top >= 3 && stack[top - 3] === PERCENT) {
      const high = digit(stack[top - 2] ?? 0);
      const low = digit(stack[top - 1] ?? 0);
      if (high < 0 || low < 0) break;
      top -= 2;
      stack[top - 1] = high * 16 + low;
    }
  }
  return Buffer.from(stack.buffer, 0, top).toString('latin1');
}

/**
 * One spelling for each escape: unreserved characters are decoded, other escapes get upper-case digits, a stray `%`
 * becomes `%25` (decoding its neighbours could otherwise make a new escape).
 */
export function normaliseEscapes(text: string): string {
  return respell(text, RESERVED);
}

/** Escapes the characters of the set. Existing escapes stay, with upper-case digits. ASCII only. */
export function encodeKeepingEscapes(text: string, set: ByteSet): string {
  const encoded = encodeBytes(text, withoutPercent(set));
  return encoded.includes('%') ? respell(encoded, ALL) : encoded;
}

const ALL = new Uint8Array(256).fill(1);

function withoutPercent(set: ByteSet): ByteSet {
  if (set[PERCENT] === 0) return set;
  const copy = set.slice();
  copy[PERCENT] = 0;
  return copy;
}

/** Rewrites each escape: decoded when its byte is not in `keep`, else with upper-case digits. */
function respell(text: string, keep: ByteSet): string {
  let at = text.indexOf('%');
  if (at < 0) return text;
  let out = '';
  let copied = 0;
  for (; at >= 0; at = text.indexOf('%', at + 1)) {
    const byte = escapeAt(text, at);
    out += text.slice(copied, at) + (byte < 0 ? '%25' : keep[byte] === 0 ? String.fromCharCode(byte) : HEX[byte]);
    copied = byte < 0 ? at + 1 : at + 3;
  }
  return out + text.slice(copied);
}
