/** Files that are damaged, locked, or made to cost whoever reads them: each ends soon, with a note in words. */
import { describe, expect, it } from 'vitest';
import { compoundFile, doc, ppt, xls } from '../../../test/support/files/compound-file.js';
import { docWithLists } from '../../../test/support/files/doc-lists.js';
import { pdfDeepPages, pdfManyObjects, pdfPageLoop, pdfStreamBomb } from '../../../test/support/files/hostile-pdf.js';
import type { Page } from '../../model/index.js';
import { pdf, png } from '../../webs/demo/files.js';
import { docx, docxBomb, epub, odt, xlsx, zip } from '../../webs/demo/office-files.js';
import { photograph } from '../../webs/demo/photograph.js';
import { read } from '../read.js';

const pageOf = async (bytes: Uint8Array, contentType: string | null = null): Promise<Page> =>
  (await read({ url: 'https://files.example/x', bytes, contentType, headers: [] })) as Page;

const PROPERTIES = { title: 'T', author: 'A', created: '2024-05-01T10:00:00Z' };
const TEXT = { ...PROPERTIES, paragraphs: Array.from({ length: 400 }, (_, i) => `Paragraph ${i} of the harbour ${(i * 7919) % 1013}.`) };
const OPENXML = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const wordFile = (document: string | Uint8Array) =>
  zip({ '[Content_Types].xml': 'wordprocessingml.document.main+xml', 'word/document.xml': document });

/** Every entry of the directory points at the first: ten thousand times the same bytes. */
function overlapping(): Buffer {
  const file = zip({
    '[Content_Types].xml': 'wordprocessingml.document.main+xml',
    'word/document.xml': '<w:p/>',
    'word/two.xml': 'x'.repeat(3000),
  });
  for (let at = file.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = file.indexOf('PK\x01\x02', at + 4, 'latin1'))
    file.writeUInt32LE(0, at + 42);
  return file;
}

const PHOTO = photograph({ taken: '2025:08:14 19:42:10', latitude: 1, longitude: 2, make: 'M', model: 'N', artist: 'A', description: 'D' });

/** A table of fields that is its own table of the camera, and that of the place too. */
function exifLoop(): Buffer {
  const copy = Buffer.from(PHOTO);
  const tiff = copy.indexOf('II*\0', 0, 'latin1');
  for (let field = tiff + 10; field < tiff + 10 + 6 * 12; field += 12)
    if (copy.readUInt16LE(field) >= 0x8769) copy.writeUInt32LE(8, field + 8);
  return copy;
}

function hugePicture(): Buffer {
  const picture = Buffer.from(png(1, 1, [0, 0, 0]));
  picture.writeUInt32BE(40_000, 16);
  picture.writeUInt32BE(40_000, 20);
  return picture;
}

describe('hostile files', () => {
  it.each<[string, Uint8Array, string | null, RegExp]>([
    ['a Word file that unpacks to 80 MB', docxBomb(80), null, /^the Word file was not read to its end: it unpacks to far more/],
    ['a Word file whose parts share bytes', overlapping(), OPENXML, /share the same bytes/],
    ['a PDF whose text unpacks to 64 MB', pdfStreamBomb(64), null, /^the PDF file was not read: a part of it unpacks to far more/],
    ['a PDF whose folder of pages holds itself', pdfPageLoop(), null, /pages? could not be read|pages cannot be read/],
    ['a locked PDF', pdf('x', ['y'], { locked: true }), null, /^the PDF file is encrypted and asks for a password$/],
    ['a PDF that is only a beginning', Buffer.from('%PDF-1.7\n1 0 obj'), null, /^the PDF file is damaged/],
    ['a locked Word file of old', doc('x', { encrypted: true }), null, /^the Word file is encrypted$/],
    ['a locked Word file of today', compoundFile({ EncryptedPackage: Buffer.alloc(100) }), OPENXML, /is encrypted$/],
    ['a locked workbook of old', xls('S', [['a']], { encrypted: true }), null, /^the workbook is encrypted$/],
    ['a compound file without anything', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/msword', /damaged/],
    ['a ZIP without anything under the name of Word', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'), OPENXML, /damaged/],
    ['a book without a package', zip({ mimetype: 'application/epub+zip' }), null, /^the book lacks its package$/],
    ['an RTF file that is cut off', Buffer.from('{\\rtf1 some words'), null, /cut off/],
    ['a picture that is cut off', PHOTO.subarray(0, 20), null, /^the picture is cut off or damaged/],
  ])('G-26 %s leaves a note', async (_, bytes, declared, note) => {
    expect((await pageOf(bytes, declared)).notes.join('\n')).toMatch(note);
  });

  it.each<[string, Uint8Array]>([
    ['a PDF with folders of pages 3000 deep', pdfDeepPages(3000)],
    ['a PDF with 100,000 objects', pdfManyObjects(100_000)],
    ['XML a hundred thousand deep, closed in a wrong order', wordFile(`${'<a>'.repeat(100_000)}${'</b>'.repeat(100_000)}`)],
    ['XML with a hundred thousand attributes', wordFile(`<a ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`)],
    [
      'XML with entities that grow',
      wordFile(`<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><w:p><w:t>${'&b;'.repeat(1000)}</w:t></w:p>`),
    ],
    ['RTF of a million groups', Buffer.from(`{\\rtf1 ${'{'.repeat(1_000_000)}`)],
    ['presentations within presentations', ppt('T', ['x'], 500)],
    ['compound files whose chains are loops', doc('Text in a loop.\r', { loop: true })],
  ])('%s is read in bounded time', async (_, bytes) => {
    const page = await pageOf(bytes);
    expect(page.text.length).toBeLessThan(100_000);
  });

  it('S-58 EXIF that points at itself ends; a picture of a billion pixels is measured, not decoded', async () => {
    expect((await pageOf(exifLoop())).metadata).toMatchObject({ 'image.width': ['8'], 'exif.make': ['M'] });
    expect((await pageOf(hugePicture())).metadata).toMatchObject({ 'image.width': ['40000'], 'image.height': ['40000'] });
  });

  it('what is left of a file that was cut off is read', async () => {
    const whole = docx(TEXT);
    const page = await pageOf(whole.subarray(0, Math.floor(whole.length * 0.6)), OPENXML);
    expect(page.notes.join()).toContain('cut off');
    expect(page.text).toContain('Paragraph 7 of the harbour');
  });

  it('no byte that is changed and no end that is missing makes a reader throw', async () => {
    const files = [
      docx(TEXT),
      odt(TEXT),
      xlsx({ ...PROPERTIES, sheet: 'S', rows: [['a', 1]] }),
      epub({ ...PROPERTIES, language: 'en', chapters: { A: ['b'] } }),
      doc('a\rb\x07c\r'),
      docWithLists(
        [
          { text: 'a', list: 1 },
          { text: 'b', style: 1 },
        ],
        {
          lists: [[{ pattern: '%1.' }]],
          named: [{ list: 0, start: 2 }],
          styles: [{}, { list: 1 }],
        },
      ),
      xls('S', [['a', 'b']]),
      ppt('T', ['x']),
      PHOTO,
      Buffer.from(png(2, 2, [1, 2, 3])),
      Buffer.from('{\\rtf1{\\fonttbl{\\f0 A;}}\\u233?\\par x}'),
    ];
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    for (const file of files)
      for (let i = 0; i < 16; i++) {
        const copy = Buffer.from(file.subarray(0, i % 4 === 0 ? random(file.length) : file.length));
        for (let n = 0; n < 4 && copy.length > 8; n++) copy[8 + random(copy.length - 8)] = random(256);
        expect(typeof (await pageOf(copy)).text).toBe('string');
      }
  });
});
