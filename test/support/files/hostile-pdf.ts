/** PDF files that are valid enough to be begun, and made to cost whoever reads them. */
import { deflateSync } from 'node:zlib';

function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = 9;
  objects.forEach((object, i) => {
    offsets.push(length);
    const bytes = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n')]);
    parts.push(bytes);
    length += bytes.length;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

const streamOf = (content: Buffer, more = ''): Buffer =>
  Buffer.concat([Buffer.from(`<< /Length ${content.length}${more} >>\nstream\n`), content, Buffer.from('\nendstream')]);

/** The text of its page unpacks to so many megabytes. */
export function pdfStreamBomb(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 'q Q '));
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    streamOf(packed, ' /Filter /FlateDecode'),
  ]);
}

/** Folders of pages within folders, to a page at the bottom. */
export function pdfDeepPages(depth: number): Buffer {
  const folders = Array.from({ length: depth }, (_, i) => `<< /Type /Pages /Kids [${i + 3} 0 R] /Count 1 >>`);
  return pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', ...folders, '<< /Type /Page /MediaBox [0 0 10 10] >>']);
}

/** The only folder of pages holds itself, and says there are a billion. */
export const pdfPageLoop = (): Buffer =>
  pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>']);

export const pdfManyObjects = (count: number): Buffer =>
  pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>', ...Array.from({ length: count }, () => 'null')]);
