/** IPTC records, which picture editors write beside EXIF: captions, keywords, places. */
import { textOf } from './exif.js';
import type { Metadata } from './metadata.js';

const NAMES: Readonly<Record<number, string>> = {
  5: 'dc.title',
  25: 'keywords',
  80: 'dc.creator',
  90: 'geo.city',
  92: 'geo.location',
  95: 'geo.region',
  101: 'geo.country',
  105: 'xmp.headline',
  110: 'xmp.credit',
  116: 'dc.rights',
  120: 'dc.description',
};
const MAX_RECORDS = 1000;

/** Photoshop stores numbered resources; 0x0404 contains IPTC. */
export function readPhotoshop(bytes: Buffer, metadata: Metadata): void {
  for (let at = 0, left = MAX_RECORDS; at + 12 <= bytes.length && left > 0 && bytes.toString('latin1', at, at + 4) === '8BIM'; left--) {
    const id = bytes.readUInt16BE(at + 4);
    const start = at + 6 + evenLength(1 + (bytes[at + 6] ?? 0)) + 4;
    if (start > bytes.length) return;
    const length = bytes.readUInt32BE(start - 4);
    if (id === 0x0404) readIptc(bytes.subarray(start, start + length), metadata);
    at = start + evenLength(length);
  }
}

const evenLength = (length: number): number => length + (length & 1);

function readIptc(bytes: Buffer, metadata: Metadata): void {
  for (let at = 0, left = MAX_RECORDS; at + 5 <= bytes.length && bytes[at] === 0x1c && left > 0; left--) {
    const length = bytes.readUInt16BE(at + 3);
    const name = bytes[at + 1] === 2 ? NAMES[bytes[at + 2] ?? 0] : undefined;
    if (name !== undefined && (name === 'keywords' || metadata.first(name) === null))
      metadata.add(name, textOf(bytes.subarray(at + 5, at + 5 + length)));
    at += 5 + length;
  }
}
