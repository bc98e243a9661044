/**
 * A ZIP file as office files and books use it: parts by name, unpacked one at a time, everything bounded.
 *
 * Read by its directory, or by the headers of its entries when the file was cut off. Declared sizes are not trusted:
 * unpacking stops at the limit. Entries that share bytes are a sign of a bomb. Archives inside are not opened.
 */
import { constants, inflateRawSync } from 'node:zlib';
import { decodeText, detectCharset } from '../charset.js';
import { Unreadable } from './unreadable.js';

const MAX_ENTRIES = 20_000;
const MAX_PART = 64 * 1024 * 1024;
const MAX_TOTAL = 192 * 1024 * 1024;
/** Highest ratio of a part to its packed form, beyond a harmless size. Sheets full of zeros reach 100. */
const MAX_RATIO = 200;
const HARMLESS = 8 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly packed: number;
  /** Offset of its own header. */
  readonly offset: number;
}

export class ZipPackage {
  /** The directory at the end is missing, so parts may be missing too. */
  readonly damaged: boolean;
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, ZipEntry>();
  #unpacked = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (this.#bytes.subarray(0, 4).equals(OLE)) throw new Unreadable('is encrypted');
    const listed = zipDirectory(this.#bytes);
    this.damaged = listed === null;
    const entries = listed ?? entriesInPassing(this.#bytes);
    if (entries.length === 0) throw new Unreadable('is damaged: nothing was found in it');
    if (overlapping(entries)) throw new Unreadable('was not read: parts of it share the same bytes, as in a file made to fill the memory');
    for (const entry of entries) if (!this.#entries.has(keyOf(entry.name))) this.#entries.set(keyOf(entry.name), entry);
  }

  names(): string[] {
    return [...this.#entries.values()].map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /** Null when there is no such part, or none of it can be unpacked. */
  read(name: string): Buffer | null {
    const entry = this.#entries.get(keyOf(name));
    if (!entry) return null;
    if (entry.encrypted) throw new Unreadable('is encrypted');
    const part = this.#unpack(entry);
    this.#unpacked += part.length;
    return part;
  }

  /** A part that is XML. */
  text(name: string): string | null {
    const part = this.read(name);
    return part && decodeText(part, detectCharset(part, null, 'application/xml').charset);
  }

  #unpack({ offset, packed, method }: ZipEntry): Buffer {
    const start = offset + 30 + this.#bytes.readUInt16LE(offset + 26) + this.#bytes.readUInt16LE(offset + 28);
    const body = this.#bytes.subarray(start, start + packed);
    const most = Math.min(MAX_PART, MAX_TOTAL - this.#unpacked, Math.max(HARMLESS, MAX_RATIO * body.length));
    if (most <= 0) throw tooLarge();
    if (method === STORED) return body;
    if (method !== DEFLATED) throw new Unreadable('is compressed by an unknown method');
    return inflate(body, most);
  }
}

/** What can be unpacked of a damaged part is better than nothing. */
function inflate(body: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(body, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new Unreadable('is damaged: a part cannot be unpacked');
  }
}

const tooLarge = (): Unreadable => new Unreadable('was not read to its end: it unpacks to far more than its size');

/** The case of names differs between parts and references to them. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** Encrypted office files lie in an OLE container. */
const OLE = Buffer.from('d0cf11e0', 'hex');
const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = Buffer.from('PK\x03\x04', 'latin1');
const LONGEST_COMMENT = 65_535;

/** Null when there is no directory because the file was cut off. */
export function zipDirectory(bytes: Buffer): ZipEntry[] | null {
  const end = endRecord(bytes);
  if (end === null) return null;
  const size = bytes.readUInt32LE(end + 12);
  const written = bytes.readUInt32LE(end + 16);
  // Bytes before the archive shift all offsets; in ZIP64 the fields have their highest value.
  const start = written === 0xffffffff || bytes.readUInt32LE(Math.min(written, bytes.length - 4)) !== DIRECTORY ? end - size : written;
  const shift = start === written || written === 0xffffffff ? 0 : start - written;
  const entries: ZipEntry[] = [];
  for (let at = Math.max(start, 0); at + 46 <= bytes.length && bytes.readUInt32LE(at) === DIRECTORY; ) {
    if (entries.length >= MAX_ENTRIES) throw new Unreadable(`was not read: it has more than ${MAX_ENTRIES} parts`);
    const entry = directoryEntry(bytes, at, shift);
    if (entry.offset + 30 <= bytes.length) entries.push(entry);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries.length ? entries : null;
}

function endRecord(bytes: Buffer): number | null {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - LONGEST_COMMENT); at--)
    if (bytes[at] === 0x50 && bytes.readUInt32LE(at) === END) return at;
  return null;
}

function directoryEntry(bytes: Buffer, at: number, shift: number): ZipEntry {
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const sizes = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
  const [, packed = 0, offset = 0] = sizes.includes(0xffffffff) ? zip64(bytes, nameEnd, bytes.readUInt16LE(at + 30), sizes) : sizes;
  return {
    name: bytes.toString('utf8', at + 46, nameEnd),
    method: bytes.readUInt16LE(at + 10),
    encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    packed,
    offset: offset + shift,
  };
}

/** Fields with their highest value have their real value in an extra field, in order. */
function zip64(bytes: Buffer, from: number, length: number, sizes: readonly number[]): number[] {
  for (let at = from; at + 4 <= Math.min(from + length, bytes.length); at += 4 + bytes.readUInt16LE(at + 2)) {
    if (bytes.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return sizes.map((size) => {
      if (size !== 0xffffffff || next + 8 > bytes.length) return size;
      next += 8;
      return Number(bytes.readBigUInt64LE(next - 8));
    });
  }
  return [...sizes];
}

/** Reads entry after entry from the front. An entry whose length follows it ends at the next header. */
function entriesInPassing(bytes: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = bytes.indexOf(LOCAL); at >= 0 && at + 30 <= bytes.length && entries.length < MAX_ENTRIES; ) {
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
    const start = nameEnd + bytes.readUInt16LE(at + 28);
    const next = bytes.indexOf(LOCAL, Math.max(start, at + 4));
    const told = bytes.readUInt32LE(at + 18);
    const packed = told > 0 && start + told <= bytes.length ? told : (next < 0 ? bytes.length : next) - start;
    const flags = bytes.readUInt16LE(at + 6);
    if (packed > 0)
      entries.push({
        name: bytes.toString('utf8', at + 30, nameEnd),
        method: bytes.readUInt16LE(at + 8),
        encrypted: (flags & 1) === 1,
        packed,
        offset: at,
      });
    at = told > 0 && start + told <= bytes.length ? bytes.indexOf(LOCAL, start + told) : next;
  }
  return entries;
}

function overlapping(entries: readonly ZipEntry[]): boolean {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset);
  return sorted.some((entry, i) => entry.packed > 0 && entry.offset + 30 + entry.packed > (sorted[i + 1]?.offset ?? Infinity));
}
