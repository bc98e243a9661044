/** Answers that fixtures give: pages, data, archives and PDFs small enough to read, and what validators make of them. */
import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import type { FixtureRequest, FixtureResponse } from './fixture.js';

const typed =
  (type: string) =>
  (body: string | Uint8Array, more: Omit<FixtureResponse, 'body'> = {}): FixtureResponse => ({
    ...more,
    headers: { 'content-type': type, ...more.headers },
    body,
  });

export const html = typed('text/html; charset=utf-8');
export const xml = typed('application/xml; charset=utf-8');
export const json = (value: unknown, more: Omit<FixtureResponse, 'body'> = {}): FixtureResponse =>
  typed('application/json; charset=utf-8')(JSON.stringify(value), more);
export const pdf = (text: string, more: Omit<FixtureResponse, 'body'> = {}): FixtureResponse => typed('application/pdf')(pdfOf(text), more);

export const notFound = (body = '<!doctype html><title>Not found</title><h1>Not found</h1>'): FixtureResponse =>
  html(body, { status: 404 });

export const redirect = (to: string, status = 302): FixtureResponse => ({ status, headers: { location: to } });

/** With ETag and, where given, Last-Modified; a request that brings either back is answered 304. */
export function validated(request: FixtureRequest, answer: FixtureResponse, lastModified?: string): FixtureResponse {
  const etag = `"${createHash('md5')
    .update(answer.body ?? '')
    .digest('hex')
    .slice(0, 16)}"`;
  const validators = { etag, ...(lastModified ? { 'last-modified': lastModified } : {}) };
  const { 'if-none-match': known, 'if-modified-since': since } = request.headers;
  const isKnown = known === undefined ? since !== undefined && since === lastModified : known === etag;
  return isKnown ? { status: 304, headers: validators } : { ...answer, headers: { ...answer.headers, ...validators } };
}

export interface ZipMember {
  readonly name: string;
  readonly body: string | Uint8Array;
  /** Written into the member's head; archives that are built anew differ in it and in nothing else. */
  readonly at?: Date;
}

/** A ZIP archive, written by hand because it has to be the same on every machine. */
export function zip(members: readonly ZipMember[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, body, at = new Date(Date.UTC(2031, 0, 5)) } of members) {
    const bytes = Buffer.from(body as Uint8Array);
    const packed = deflateRawSync(bytes);
    const shared = sharedFields(Buffer.byteLength(name), bytes, packed.length, at);
    const head = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), shared, place, Buffer.from(name)]));
    files.push(head);
    offset += head.length;
  }
  return Buffer.concat([...files, ...directory, endOf(members.length, Buffer.concat(directory).length, offset)]);
}

/** Version to length of the extra field: the same in a member's head and in the directory. */
function sharedFields(nameLength: number, bytes: Buffer, packedLength: number, at: Date): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2); // names are UTF-8
  fields.writeUInt16LE(8, 4);
  fields.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
  fields.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packedLength, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

export interface TarMember {
  readonly name: string;
  readonly body: string;
}

/** A tar.gz; paths beyond what a header holds are written as GNU tar does. */
export function tarGz(members: readonly TarMember[]): Buffer {
  const blocks = members.flatMap(({ name, body }) => [
    ...(Buffer.byteLength(name) > 100 ? tarEntry('././@LongLink', Buffer.from(`${name}\0`), 'L') : []),
    ...tarEntry(name, Buffer.from(body), '0'),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function tarEntry(name: string, body: Buffer, type: string): Buffer[] {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000644\u00000000000\u00000000000\0', 100);
  header.write(`${body.length.toString(8).padStart(11, '0')}\u000014000000000\0        ${type}`, 124);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
}

/** One page with one line on it. */
function pdfOf(text: string): Buffer {
  const stream = `BT /F1 12 Tf 72 720 Td (${text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
}
