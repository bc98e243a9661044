/**
 * EXIF: what a camera writes into a picture. The structure is that of TIFF, whose tables may point anywhere: every
 * offset is checked, every table is read once, and their number is bounded.
 */
import { decodeText, detectCharset } from '../charset.js';
import type { Metadata } from './metadata.js';
import { isoOfExif } from './moments.js';
import { readXmp } from './xmp.js';

const MAX_FIELDS = 1000;
const LONGEST_VALUE = 65_536;
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4 };

const TEXTS: Readonly<Record<number, string>> = {
  0x010d: 'dc.title',
  0x010e: 'dc.description',
  0x010f: 'exif.make',
  0x0110: 'exif.model',
  0x0131: 'generator',
  0x013b: 'dc.creator',
  0x8298: 'dc.rights',
  0xa434: 'exif.lensmodel',
};
/** Windows' own fields, in UTF-16. */
const WIDE_TEXTS: Readonly<Record<number, string>> = {
  0x9c9b: 'dc.title',
  0x9c9c: 'dc.description',
  0x9c9d: 'dc.creator',
  0x9c9e: 'keywords',
  0x9c9f: 'dc.subject',
};
const NUMBERS: Readonly<Record<number, string>> = {
  0x0112: 'exif.orientation',
  0x829a: 'exif.exposuretime',
  0x829d: 'exif.fnumber',
  0x8827: 'exif.iso',
  0x920a: 'exif.focallength',
};
/** Field with a time → field with its zone. */
const MOMENTS: readonly (readonly [tag: number, zone: number, name: string])[] = [
  [0x0132, 0x9010, 'dcterms.modified'],
  [0x9003, 0x9011, 'exif.datetimeoriginal'],
  [0x9004, 0x9012, 'exif.datetimedigitized'],
];
const EXIF_TABLE = 0x8769;
const GPS_TABLE = 0x8825;
const XMP_PACKET = 700;
const WIDTH = 0x0100;
const HEIGHT = 0x0101;

type Fields = ReadonlyMap<number, readonly (string | number)[]>;

/** `bytes` begin with the byte-order mark of TIFF. `isPicture`: the file itself is the picture, so its size is here. */
export function readExif(bytes: Uint8Array, metadata: Metadata, isPicture = false): void {
  const tiff = Tiff.of(bytes);
  if (!tiff) return;
  const main = tiff.table(tiff.start);
  const camera = tiff.table(numberIn(main, EXIF_TABLE));
  const all: Fields = new Map([...main, ...camera]);
  if (isPicture) addSize(main, metadata);
  for (const [tag, name] of Object.entries(TEXTS)) addText(metadata, name, all.get(Number(tag))?.[0]);
  for (const [tag, name] of Object.entries(WIDE_TEXTS)) addWide(metadata, name, all.get(Number(tag)));
  for (const [tag, name] of Object.entries(NUMBERS)) metadata.add(name, numberIn(all, Number(tag)));
  for (const [tag, zone, name] of MOMENTS) addMoment(metadata, name, all.get(tag)?.[0], all.get(zone)?.[0]);
  readPosition(tiff.table(numberIn(main, GPS_TABLE)), metadata);
  const packet = main.get(XMP_PACKET);
  if (isPicture && packet) readXmp(Buffer.from(packet.filter((byte) => typeof byte === 'number')).toString('utf8'), metadata);
}

function addSize(main: Fields, metadata: Metadata): void {
  metadata.add('image.width', numberIn(main, WIDTH));
  metadata.add('image.height', numberIn(main, HEIGHT));
}

/** Texts that cameras fill in when nobody wrote one. */
const EMPTY = /^(?:OLYMPUS DIGITAL CAMERA|SONY DSC|KONICA MINOLTA DIGITAL CAMERA|DIGITAL CAMERA|-+)$/i;

function addText(metadata: Metadata, name: string, value: unknown): void {
  if (typeof value === 'string' && !EMPTY.test(value.trim())) metadata.add(name, value);
}

function addWide(metadata: Metadata, name: string, values: readonly unknown[] | undefined): void {
  if (!values || metadata.first(name) !== null) return;
  const bytes = Buffer.from(values.filter((byte): byte is number => typeof byte === 'number'));
  metadata.add(name, bytes.toString('utf16le').replace(/\0.*$/s, ''));
}

function addMoment(metadata: Metadata, name: string, moment: unknown, zone: unknown): void {
  if (typeof moment === 'string' && metadata.first(name) === null)
    metadata.add(name, isoOfExif(moment, typeof zone === 'string' && /^[+-]\d{2}:\d{2}$/.test(zone) ? zone : ''));
}

function readPosition(gps: Fields, metadata: Metadata): void {
  const latitude = degreesOf(gps.get(2), gps.get(1)?.[0], 90);
  const longitude = degreesOf(gps.get(4), gps.get(3)?.[0], 180);
  if (latitude !== null && longitude !== null) {
    metadata.add('geo.latitude', latitude);
    metadata.add('geo.longitude', longitude);
  }
  const altitude = numberIn(gps, 6);
  if (altitude !== null) metadata.add('geo.altitude', gps.get(5)?.[0] === 1 ? -altitude : altitude);
  const date = gps.get(29)?.[0];
  const time = gps.get(7)?.map((part) => String(Math.floor(Number(part))).padStart(2, '0'));
  if (typeof date === 'string' && time?.length === 3) metadata.add('geo.time', isoOfExif(`${date} ${time.join(':')}`, 'Z'));
}

function degreesOf(parts: readonly unknown[] | undefined, half: unknown, most: number): number | null {
  const [degrees, minutes = 0, seconds = 0] = (parts ?? []).map(Number);
  if (degrees === undefined) return null;
  const size = degrees + minutes / 60 + seconds / 3600;
  if (!(size <= most)) return null;
  return Math.round((typeof half === 'string' && /^[SW]/i.test(half) ? -size : size) * 1e7) / 1e7;
}

function numberIn(fields: Fields, tag: number): number | null {
  const value = fields.get(tag)?.[0];
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : null;
}

class Tiff {
  readonly #seen = new Set<number>();

  private constructor(
    readonly bytes: Buffer,
    readonly little: boolean,
    readonly start: number,
  ) {}

  static of(source: Uint8Array): Tiff | null {
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.length);
    const mark = bytes.toString('latin1', 0, 2);
    if (bytes.length < 8 || (mark !== 'II' && mark !== 'MM')) return null;
    const little = mark === 'II';
    return new Tiff(bytes, little, little ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4));
  }

  /** Empty for a missing table, or one that was read already. */
  table(at: number | null): Fields {
    const fields = new Map<number, readonly (string | number)[]>();
    if (at === null || at < 8 || at + 2 > this.bytes.length || this.#seen.has(at)) return fields;
    this.#seen.add(at);
    const count = Math.min(this.#short(at), MAX_FIELDS);
    for (let field = at + 2; field < at + 2 + count * 12 && field + 12 <= this.bytes.length; field += 12) {
      const values = this.#values(field);
      if (values.length) fields.set(this.#short(field), values);
    }
    return fields;
  }

  #values(field: number): (string | number)[] {
    const type = this.#short(field + 2);
    const size = SIZES[type] ?? 0;
    const count = Math.min(this.#long(field + 4), LONGEST_VALUE);
    const at = size * count <= 4 ? field + 8 : this.#long(field + 8);
    if (size === 0 || at + size * count > this.bytes.length) return [];
    if (type === 2) return [textOf(this.bytes.subarray(at, at + count))];
    return Array.from({ length: count }, (_, i) => this.#number(type, at + i * size));
  }

  #number(type: number, at: number): number {
    if (type === 1 || type === 7) return this.bytes[at] ?? 0;
    if (type === 6) return this.bytes.readInt8(at);
    if (type === 3) return this.#short(at);
    if (type === 8) return this.little ? this.bytes.readInt16LE(at) : this.bytes.readInt16BE(at);
    if (type === 5) return this.#long(at) / this.#long(at + 4);
    if (type === 9 || type === 10) return this.#signed(at) / (type === 10 ? this.#signed(at + 4) : 1);
    if (type === 11) return this.little ? this.bytes.readFloatLE(at) : this.bytes.readFloatBE(at);
    if (type === 12) return this.little ? this.bytes.readDoubleLE(at) : this.bytes.readDoubleBE(at);
    return this.#long(at);
  }

  #short(at: number): number {
    return this.little ? this.bytes.readUInt16LE(at) : this.bytes.readUInt16BE(at);
  }

  #long(at: number): number {
    return this.little ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at);
  }

  #signed(at: number): number {
    return this.little ? this.bytes.readInt32LE(at) : this.bytes.readInt32BE(at);
  }
}

/** Meant to be ASCII, but often in the encoding of the owner's computer. */
export function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  return decodeText(text, detectCharset(text, null).charset);
}
