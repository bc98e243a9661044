/**
 * Which encoding the bytes of a text are in, and the text itself.
 *
 * The order of the HTML standard: byte order mark, then the label of the transport, then what the
 * document declares. Where nothing is declared the bytes decide: valid UTF-8 is UTF-8, otherwise
 * guess-charset.ts picks the reading that makes most sense. Pure ASCII reads the same either way;
 * with markup it is named `windows-1252`, as browsers name it, without markup `utf-8`.
 *
 * Beyond the standard, because the Web has it: UTF-32, and `utf-16` without a mark, whose byte
 * order is told by where the zero bytes stand. The surprise: Node 20's own TextDecoder is wrong for
 * windows-1252 (0x80 must be the euro sign), so legacy encodings are decoded by @exodus/bytes.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { parseContentType } from './content-type.js';
import { guessCharset } from './guess-charset.js';
import { declaredCharset, hintedCharset, xmlDeclaredCharset } from './html/meta-prescan.js';

export interface CharsetVerdict {
  /** WHATWG name in lower case, or `utf-32le` / `utf-32be`. */
  readonly charset: string;
  /** What decided. A `default` or `guess` is worth less than the others. */
  readonly source: 'bom' | 'http' | 'declared' | 'content' | 'guess' | 'default';
}

/** `type` is the media type found by content; it only tells XML, whose default is UTF-8, from the rest. */
export function detectCharset(bytes: Uint8Array, contentType: string | null, type: string | null = null): CharsetVerdict {
  const marked = byteOrderMark(bytes);
  if (marked) return { charset: marked.charset, source: 'bom' };
  const { label, charset } = parseContentType(contentType);
  if (charset !== null && charset !== 'replacement') return { charset: byteOrder(bytes, label, charset), source: 'http' };
  const xml = isXml(type);
  const declared = xml ? xmlDeclaredCharset(bytes) : declaredCharset(bytes);
  if (declared !== null) return { charset: declared, source: 'declared' };
  return undeclared(bytes, xml || type === 'application/xhtml+xml');
}

const isXml = (type: string | null): boolean => type !== null && type !== 'application/xhtml+xml' && /[/+-]xml$/.test(type);

function undeclared(bytes: Uint8Array, xml: boolean): CharsetVerdict {
  const wide = zeroPattern(bytes);
  if (wide !== null) return { charset: wide, source: 'content' };
  if (isAscii(bytes)) return { charset: asciiName(bytes, xml), source: 'default' };
  if (isUtf8(withoutTornEnd(bytes))) return { charset: 'utf-8', source: 'content' };
  const hint = hintedCharset(bytes);
  if (hint !== null && hint !== 'utf-8') return { charset: hint, source: 'declared' };
  return { charset: guessCharset(bytes), source: 'guess' };
}

function asciiName(bytes: Uint8Array, xml: boolean): string {
  if (xml) return 'utf-8';
  return hasMarkup(bytes) ? 'windows-1252' : (hintedCharset(bytes) ?? 'utf-8');
}

/** Whether a tag, a comment or a declaration begins near the start. */
function hasMarkup(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 1024);
  for (let at = head.indexOf(0x3c); at >= 0; at = head.indexOf(0x3c, at + 1)) {
    const next = head[at + 1];
    if (next === undefined || next === 0x21 || next === 0x2f || next === 0x3f || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a))
      return true;
  }
  return false;
}

/** Ignores a torn last character: a body that was cut at a size limit is still in its encoding. */
function withoutTornEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back < bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc2) return back < sequenceLength(byte) ? bytes.subarray(0, bytes.length - back) : bytes;
    if (byte < 0x80) break;
  }
  return bytes;
}

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

interface Mark {
  readonly charset: string;
  readonly length: number;
}

/** Tests UTF-32 before UTF-16: no text begins with U+0000, so FF FE 00 00 can only be UTF-32. */
export function byteOrderMark(bytes: Uint8Array): Mark | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { charset: 'utf-8', length: 3 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { charset: 'utf-32be', length: 4 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { charset: 'utf-32le', length: 4 };
  if (a === 0xfe && b === 0xff) return { charset: 'utf-16be', length: 2 };
  return a === 0xff && b === 0xfe ? { charset: 'utf-16le', length: 2 } : null;
}

/** A bare `utf-16` leaves the byte order open; `utf-16le` and `utf-16be` name it. */
function byteOrder(bytes: Uint8Array, label: string | null, charset: string): string {
  if (charset !== 'utf-16le' || !/^\s*(?:utf-16|ucs-2|unicode)\s*$/i.test(label ?? '')) return charset;
  return zeroPattern(bytes) === 'utf-16be' ? 'utf-16be' : charset;
}

/** Western text in 16 or 32 bits has zero bytes at regular places; binary data has them anywhere. */
function zeroPattern(bytes: Uint8Array): string | null {
  const units = Math.min(bytes.length >> 2, 64);
  if (units === 0 || bytes.subarray(0, units * 4).indexOf(0) < 0) return null;
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < units * 4; at++) if (bytes[at] === 0) zeros[at & 3] = (zeros[at & 3] ?? 0) + 1;
  const [a = 0, b = 0, c = 0, d = 0] = zeros.map((count) => count / units);
  if (a > 0.95 && b > 0.95 && d < 0.05) return 'utf-32be';
  if (c > 0.95 && d > 0.95 && a < 0.05) return 'utf-32le';
  if (a > 0.6 && c > 0.6 && b < 0.1 && d < 0.1) return 'utf-16be';
  return b > 0.6 && d > 0.6 && a < 0.1 && c < 0.1 ? 'utf-16le' : null;
}

/** The text without byte order mark; what cannot be decoded becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const mark = byteOrderMark(bytes);
  const plain = mark?.charset === charset ? bytes.subarray(mark.length) : bytes;
  const buffer = Buffer.from(plain.buffer, plain.byteOffset, plain.length);
  // ASCII is the same in all of these encodings, and Latin-1 makes a string of it fastest.
  if ((charset === 'utf-8' || charset === 'windows-1252') && isAscii(plain)) return buffer.toString('latin1');
  if (charset === 'utf-8') return buffer.toString('utf8');
  if (charset === 'utf-32le' || charset === 'utf-32be') return decodeUtf32(plain, charset === 'utf-32le');
  return new LegacyDecoder(charset, { ignoreBOM: true }).decode(plain);
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, littleEndian);
    parts.push(point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? '\ufffd' : String.fromCodePoint(point));
  }
  return parts.join('');
}
