/**
 * Pictures: size, EXIF, XMP, IPTC and comments from their headers. No pixel is ever decoded, so a huge picture costs no
 * more than a small one.
 */
import { inflateSync } from 'node:zlib';
import { readExif, textOf } from './exif.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { addSize } from './image-size.js';
import { readPhotoshop } from './iptc.js';
import { readIsoImage } from './iso-image.js';
import { Unreadable } from './unreadable.js';
import { readXmp } from './xmp.js';

const MAX_PARTS = 100_000;
const LARGEST_TEXT = 1024 * 1024;

type Read = (bytes: Buffer, found: FileFindings) => void;

const READS: Readonly<Record<string, Read>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/bmp': (bytes, found) => addSize(found, Math.abs(bytes.readInt32LE(18)), Math.abs(bytes.readInt32LE(22))),
  'image/x-icon': readIcon,
  'image/tiff': (bytes, { metadata }) => readExif(bytes, metadata, true),
  'image/vnd.adobe.photoshop': (bytes, found) => addSize(found, bytes.readUInt32BE(18), bytes.readUInt32BE(14)),
  'image/avif': readIsoImage,
  'image/heic': readIsoImage,
  'image/heif': readIsoImage,
};

export const imageReader = fileReader({
  name: 'image',
  about: 'Reads pictures: size, EXIF, XMP and IPTC (date taken, place, author, rights); no pixels.',
  types: Object.keys(READS),
  what: 'the picture',
  read({ bytes, type }, found) {
    try {
      READS[type]?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), found);
    } catch (error) {
      if (error instanceof RangeError) throw new Unreadable('is cut off or damaged');
      throw error;
    }
    if (found.metadata.first('image.width') === null) found.note('the picture is cut off or damaged: its size is unknown');
  },
});

const XMP_HEAD = 'http://ns.adobe.com/xap/1.0/\0';

function readJpeg(bytes: Buffer, found: FileFindings): void {
  for (let at = 2, left = MAX_PARTS; at + 4 <= bytes.length && left > 0; left--) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return; // the pixels begin here
    const length = bytes.readUInt16BE(at + 2);
    readSegment(marker, bytes.subarray(at + 4, at + 2 + length), found);
    at += 2 + length;
  }
}

function readSegment(marker: number, part: Buffer, found: FileFindings): void {
  const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
  if (isFrame) addSize(found, part.readUInt16BE(3), part.readUInt16BE(1));
  else if (marker === 0xe1 && part.toString('latin1', 0, 6) === 'Exif\0\0') readExif(part.subarray(6), found.metadata);
  else if (marker === 0xe1 && part.toString('latin1', 0, XMP_HEAD.length) === XMP_HEAD)
    readXmp(part.toString('utf8', XMP_HEAD.length), found.metadata);
  else if (marker === 0xed && part.toString('latin1', 0, 14) === 'Photoshop 3.0\0') readPhotoshop(part.subarray(14), found.metadata);
  else if (marker === 0xfe) found.metadata.add('comment', textOf(part));
}

const PNG_TEXTS: Readonly<Record<string, string>> = {
  title: 'dc.title',
  author: 'dc.creator',
  description: 'dc.description',
  copyright: 'dc.rights',
  software: 'generator',
  'creation time': 'dcterms.created',
  comment: 'comment',
};

function readPng(bytes: Buffer, found: FileFindings): void {
  for (let at = 8, left = MAX_PARTS; at + 12 <= bytes.length && left > 0; left--) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const part = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') addSize(found, part.readUInt32BE(0), part.readUInt32BE(4));
    else if (type === 'eXIf') readExif(part, found.metadata);
    else if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') readPngText(type, part, found);
    else if (type === 'IEND') return;
    at += 12 + length;
  }
}

function readPngText(type: string, part: Buffer, { metadata }: FileFindings): void {
  const end = part.indexOf(0);
  if (end < 0) return;
  const key = part.toString('latin1', 0, end);
  const text =
    type === 'tEXt' ? textOf(part.subarray(end + 1)) : type === 'zTXt' ? inflated(part.subarray(end + 2)) : internationalText(part, end);
  if (key === 'XML:com.adobe.xmp') readXmp(text, metadata);
  else if (Object.hasOwn(PNG_TEXTS, key.toLowerCase())) metadata.add(PNG_TEXTS[key.toLowerCase()] as string, text);
}

/** Keyword, two bytes about packing, language, translated keyword, text. */
function internationalText(part: Buffer, end: number): string {
  const language = part.indexOf(0, end + 3);
  const keyword = part.indexOf(0, language + 1);
  if (language < 0 || keyword < 0) return '';
  const text = part.subarray(keyword + 1);
  return part[end + 1] === 1 ? inflated(text) : text.toString('utf8');
}

function inflated(packed: Buffer): string {
  try {
    return inflateSync(packed, { maxOutputLength: LARGEST_TEXT }).toString('utf8');
  } catch {
    return '';
  }
}

function readGif(bytes: Buffer, found: FileFindings): void {
  addSize(found, bytes.readUInt16LE(6), bytes.readUInt16LE(8));
  const packet = bytes.indexOf('XMP DataXMP', 0, 'latin1');
  if (packet > 0) readXmp(bytes.toString('utf8', packet + 11, packet + 11 + LARGEST_TEXT), found.metadata);
}

function readWebp(bytes: Buffer, found: FileFindings): void {
  for (let at = 12, left = MAX_PARTS; at + 8 <= bytes.length && left > 0; left--) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    readWebpChunk(type, bytes.subarray(at + 8, at + 8 + length), found);
    at += 8 + length + (length & 1);
  }
}

function readWebpChunk(type: string, part: Buffer, found: FileFindings): void {
  if (type === 'VP8X') addSize(found, 1 + part.readUIntLE(4, 3), 1 + part.readUIntLE(7, 3));
  else if (type === 'VP8 ') addSize(found, part.readUInt16LE(6) & 0x3fff, part.readUInt16LE(8) & 0x3fff);
  else if (type === 'VP8L') {
    const bits = part.readUInt32LE(1);
    addSize(found, 1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
  } else if (type === 'EXIF') readExif(part.toString('latin1', 0, 6) === 'Exif\0\0' ? part.subarray(6) : part, found.metadata);
  else if (type === 'XMP ') readXmp(part.toString('utf8'), found.metadata);
}

/** An icon contains several pictures: the largest counts. */
function readIcon(bytes: Buffer, found: FileFindings): void {
  let [width, height] = [0, 0];
  for (let at = 6, left = bytes.readUInt16LE(4); at + 16 <= bytes.length && left > 0; at += 16, left--) {
    const size = bytes[at] || 256;
    if (size > width) [width, height] = [size, bytes[at + 1] || 256];
  }
  addSize(found, width, height);
}
