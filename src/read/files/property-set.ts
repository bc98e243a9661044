/** The properties of an office file before 2007: title, author, dates, counts, in two streams of its container. */

import { decodeText } from '../charset.js';
import type { CompoundFile } from './cfb.js';
import { charsetOfCodePage } from './code-page.js';
import type { FileFindings } from './file-reader.js';
import { isoOfFileTime } from './moments.js';

const SUMMARY: Readonly<Record<number, string>> = {
  2: 'dc.title',
  3: 'dc.subject',
  4: 'dc.creator',
  5: 'keywords',
  6: 'dc.description',
  8: 'lastmodifiedby',
  12: 'dcterms.created',
  13: 'dcterms.modified',
  14: 'pages',
  15: 'words',
  18: 'generator',
};
const DOCUMENT: Readonly<Record<number, string>> = { 2: 'category', 7: 'slides', 15: 'company' };
const MAX_PROPERTIES = 200;
const CODE_PAGE = 1;

export function readPropertySets(file: CompoundFile, found: FileFindings): void {
  for (const [stream, names] of [
    ['\x05SummaryInformation', SUMMARY],
    ['\x05DocumentSummaryInformation', DOCUMENT],
  ] as const) {
    try {
      readSet(file.stream(stream), names, found);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // an offset points outside: ignore the properties rather than lose the text
    }
  }
}

function readSet(bytes: Buffer | null, names: Readonly<Record<number, string>>, found: FileFindings): void {
  if (!bytes || bytes.length < 48) return;
  const section = bytes.readUInt32LE(44);
  const count = Math.min(bytes.readUInt32LE(section + 4), MAX_PROPERTIES);
  const places = new Map<number, number>();
  for (let i = 0; i < count; i++) places.set(bytes.readUInt32LE(section + 8 + i * 8), section + bytes.readUInt32LE(section + 12 + i * 8));
  const page = places.get(CODE_PAGE);
  const charset = charsetOfCodePage(page === undefined ? 1252 : bytes.readUInt16LE(page + 4)) ?? 'windows-1252';
  for (const [id, at] of places) {
    const name = names[id];
    if (name !== undefined) found.metadata.add(name, valueAt(bytes, at, charset));
  }
}

function valueAt(bytes: Buffer, at: number, charset: string): string | number | null {
  const type = bytes.readUInt16LE(at);
  const length = bytes.readUInt32LE(at + 4);
  if (type === 0x1e) return ended(decodeText(bytes.subarray(at + 8, at + 8 + Math.min(length, 10_000)), charset));
  if (type === 0x1f) return ended(bytes.toString('utf16le', at + 8, at + 8 + Math.min(length, 10_000) * 2));
  if (type === 0x40) return isoOfFileTime(bytes.readBigUInt64LE(at + 4));
  return type === 3 && length > 0 ? length : null;
}

const ended = (text: string): string => text.split('\0', 1)[0] ?? '';
