/** Pictures in ISO media files (AVIF, HEIC): their size, and where EXIF and XMP lie. */
import { readExif } from './exif.js';
import type { FileFindings } from './file-reader.js';
import { addSize } from './image-size.js';
import { readXmp } from './xmp.js';

const MAX_BOXES = 5000;

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export function readIsoImage(bytes: Buffer, found: FileFindings): void {
  const meta = boxesIn(bytes, 0, bytes.length).find(({ type }) => type === 'meta');
  if (!meta) return;
  const inside = boxesIn(bytes, meta.start + 4, meta.end);
  const size = largestSize(bytes, inside);
  if (size) addSize(found, size[0], size[1]);
  const places = placesOf(bytes, inside);
  for (const { id, kind } of itemsOf(bytes, inside)) {
    const place = places.get(id);
    if (!place) continue;
    const item = bytes.subarray(place[0], place[0] + place[1]);
    // Four bytes give the distance to the TIFF header.
    if (kind === 'Exif' && item.length > 8) readExif(item.subarray(4 + Math.min(item.readUInt32BE(0), item.length)), found.metadata);
    else if (kind === 'mime') readXmp(item.toString('utf8'), found.metadata);
  }
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < MAX_BOXES; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    if (at + head > to) break;
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (length < head) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + head, end: Math.min(at + length, to) });
    at += length;
  }
  return boxes;
}

/** Tiles, thumbnails and the picture all have sizes; the picture is the largest. */
function largestSize(bytes: Buffer, meta: readonly Box[]): [number, number] | null {
  const properties = meta.filter(({ type }) => type === 'iprp').flatMap(({ start, end }) => boxesIn(bytes, start, end));
  const sizes = properties.filter(({ type }) => type === 'ipco').flatMap(({ start, end }) => boxesIn(bytes, start, end));
  let best: [number, number] | null = null;
  for (const { type, start, end } of sizes) {
    if (type !== 'ispe' || start + 12 > end) continue;
    const size: [number, number] = [bytes.readUInt32BE(start + 4), bytes.readUInt32BE(start + 8)];
    if (!best || size[0] * size[1] > best[0] * best[1]) best = size;
  }
  return best;
}

function itemsOf(bytes: Buffer, meta: readonly Box[]): { id: number; kind: string }[] {
  const list = meta.find(({ type }) => type === 'iinf');
  if (!list) return [];
  const skip = (bytes[list.start] ?? 0) === 0 ? 6 : 8;
  return boxesIn(bytes, list.start + skip, list.end).flatMap(({ type, start, end }) => {
    const wide = bytes[start] === 3;
    if (type !== 'infe' || start + 12 > end || (bytes[start] ?? 0) < 2) return [];
    const id = wide ? bytes.readUInt32BE(start + 4) : bytes.readUInt16BE(start + 4);
    const at = start + (wide ? 10 : 8);
    return [{ id, kind: bytes.toString('latin1', at, at + 4) }];
  });
}

/** Item → position and length of its first extent. */
function placesOf(bytes: Buffer, meta: readonly Box[]): Map<number, [number, number]> {
  const places = new Map<number, [number, number]>();
  const list = meta.find(({ type }) => type === 'iloc');
  if (!list) return places;
  const version = bytes[list.start] ?? 0;
  const sizes = bytes.readUInt16BE(list.start + 4);
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, version > 0 ? sizes & 15 : 0];
  const number = (at: number, size: number): number =>
    size === 0 || size > 6 ? (size === 8 ? Number(bytes.readBigUInt64BE(at)) : 0) : bytes.readUIntBE(at, size);
  let at = list.start + 6 + (version < 2 ? 2 : 4);
  let left = Math.min(version < 2 ? bytes.readUInt16BE(at - 2) : bytes.readUInt32BE(at - 4), MAX_BOXES);
  for (; left > 0 && at < list.end; left--) {
    const id = number(at, version < 2 ? 2 : 4);
    at += (version < 2 ? 2 : 4) + (version > 0 ? 2 : 0) + 2;
    const base = number(at, baseSize);
    const extents = bytes.readUInt16BE(at + baseSize);
    at += baseSize + 2;
    if (extents > 0) places.set(id, [base + number(at + indexSize, offsetSize), number(at + indexSize + offsetSize, lengthSize)]);
    at += extents * (indexSize + offsetSize + lengthSize);
  }
  return places;
}
