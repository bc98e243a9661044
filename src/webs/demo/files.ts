/** Small valid files, made rather than stored: images, PDFs, and text in the encodings of old. */
import { crc32, deflateSync } from 'node:zlib';

/** A picture of soft stripes, RGB, no filter. */
export function png(width: number, height: number, colour: readonly [number, number, number]): Uint8Array {
  const row = (y: number): Buffer => {
    const line = Buffer.alloc(1 + width * 3);
    for (let i = 0; i < width * 3; i++) line[i + 1] = ((colour[i % 3] ?? 0) + Math.floor(y / 8) * 11) % 256;
    return line;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}

export interface PdfMore {
  readonly author?: string;
  /** A link over the first line. */
  readonly link?: string;
  /** Says it is encrypted, with keys that no password fits. */
  readonly locked?: boolean;
}

/** One page of text in Helvetica with a title in its information dictionary. Latin-1 only. */
export function pdf(title: string, lines: readonly string[], { author, link, locked }: PdfMore = {}): Uint8Array {
  const text = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n');
  const stream = `BT /F1 12 Tf 15 TL 60 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>' +
      (link === undefined
        ? ' >>'
        : ` /Annots [<< /Type /Annot /Subtype /Link /Rect [58 776 400 796] /A << /S /URI /URI (${pdfText(link)}) >> >>] >>`),
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${pdfText(title)})${author === undefined ? '' : ` /Author (${pdfText(author)})`} /CreationDate (D:20260302060000Z) >>`,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R${locked ? LOCK : ''} >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1');
}

const LOCK = ` /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >>`;

const pdfText = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/** Cyrillic letters and ASCII. Written out here so that a test of a decoder does not test it against itself. */
export function windows1251(text: string): Uint8Array {
  return Buffer.from(Array.from(text).map((char) => cyrillicByte(char.codePointAt(0) ?? 0)));
}

function cyrillicByte(code: number): number {
  if (code < 0x80) return code;
  if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0;
  if (code === 0x401) return 0xa8;
  if (code === 0x451) return 0xb8;
  throw new Error(`U+${code.toString(16)} is not among the letters this small windows-1251 encoder knows.`);
}

/** Hiragana, katakana, two stops and ASCII: enough for a page written the way children write. */
export function shiftJis(text: string): Uint8Array {
  return Buffer.from(Array.from(text).flatMap((char) => kanaBytes(char.codePointAt(0) ?? 0)));
}

function kanaBytes(code: number): number[] {
  if (code < 0x80) return [code];
  if (code >= 0x3041 && code <= 0x3093) return [0x82, 0x9f + code - 0x3041];
  if (code >= 0x30a1 && code <= 0x30f6) {
    const offset = code - 0x30a1;
    return [0x83, 0x40 + offset + (offset >= 63 ? 1 : 0)];
  }
  const mark = { 0x3001: 0x41, 0x3002: 0x42, 0x30fc: 0x5b }[code];
  if (mark === undefined) throw new Error(`U+${code.toString(16)} is not among the characters this small Shift_JIS encoder knows.`);
  return [0x81, mark];
}
