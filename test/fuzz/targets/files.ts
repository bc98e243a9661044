/** Files that are documents: office files, books, pictures. */

import { shownNumber } from '../../../src/read/files/cell-format.js';
import { Metadata } from '../../../src/read/files/metadata.js';
import { readXmp } from '../../../src/read/files/xmp.js';
import { png } from '../../../src/webs/demo/files.js';
import { pptx } from '../../../src/webs/demo/office.js';
import * as office from '../../../src/webs/demo/office-files.js';
import { photograph } from '../../../src/webs/demo/photograph.js';
import { doc, ppt, xls, xlsWith } from '../../support/files/compound-file.js';
import { bytesOf, type Target, text } from '../target.js';
import { partsOf, zipOf } from '../zip-parts.js';
import { page } from './pages.js';
import { PDF, RTF } from './seeds.js';

const SPEC = {
  title: 'A',
  author: 'B',
  created: '2024-05-17T10:00:00Z',
  paragraphs: ['one', 'two'],
  link: { url: 'https://a.example/', text: 'l' },
};
const XLSX = office.xlsx({
  ...SPEC,
  sheet: 'S',
  rows: [
    ['a', 1, new Date(0)],
    ['b', 2.5, 'c'],
  ],
});
const EPUB = office.epub({ ...SPEC, language: 'de', chapters: { Eins: ['x', 'y'], Zwei: ['z'] } });
const PHOTO = photograph({
  taken: '2025:08:14 19:42:10',
  latitude: -45.5279,
  longitude: 13.5682,
  make: 'M',
  model: 'N',
  artist: 'Ana',
  description: 'A quay',
});
const XMP = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="d" xmlns:exif="e" xmlns:xmp="p" xmp:CreateDate="2024-05-01T10:00:00+02:00" exif:GPSLatitude="46,3.0N" exif:GPSLongitude="14,30.0E"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>Ana</rdf:li><rdf:li>Bor</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** A box of an ISO file: its length, its kind, what is in it. */
function box(kind: string, ...inside: readonly (string | Uint8Array)[]): Buffer {
  const content = Buffer.concat(inside.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const EXIF = Buffer.from(PHOTO).subarray(Math.max(0, Buffer.from(PHOTO).indexOf('Exif\0\0')));
const HEIC = Buffer.concat([
  box('ftyp', 'heic\0\0\0\0mif1heic'),
  box(
    'meta',
    '\0\0\0\0',
    box('iinf', '\0\0\0\0\0\x01', box('infe', '\x02\0\0\0\0\x01\0\0Exif\0')),
    box('iprp', box('ipco', box('ispe', '\0\0\0\0\0\0\0\x08\0\0\0\x09'))),
  ),
  box('mdat', EXIF),
]);
const WEBP = Buffer.concat([
  Buffer.from('RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\x08\0\0\0\x07\0\0\x07\0\0EXIF\x20\0\0\0', 'latin1'),
  EXIF.subarray(6),
]);
const GIF = Buffer.from('GIF89a\x08\0\x09\0\x80\0\0\0\0\0\xff\xff\xff!\xfe\x05hello\0,\0\0\0\0\x08\0\x09\0\0\x02\x02D\x01\0;', 'latin1');

const NUMBERED = office.zip({
  '[Content_Types].xml': 'wordprocessingml.document.main+xml',
  'word/document.xml': `<w:document xmlns:w="x"><w:body>${['1', '2', '1']
    .map((list) => `<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`)
    .join('')}</w:body></w:document>`,
  'word/numbering.xml':
    '<w:numbering xmlns:w="x"><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="(%1)"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="10"/></w:lvlOverride></w:num></w:numbering>',
});
const FORMATTED = xlsWith(
  { 164: '[>=100]#,##0.00" EUR";(0)' },
  [9, 164],
  [
    [0, 0.25],
    [1, 1200],
  ],
  { truth: true, mistake: 7, header: '&LDues&RPage &P' },
);

const zipped = (type: string) => {
  const read = page(type);
  return (bytes: Buffer) => read(zipOf(bytes));
};

export const FILES: readonly Target[] = [
  {
    name: 'office files',
    seeds: [office.docx(SPEC), office.odt(SPEC), XLSX, EPUB, Buffer.from(pptx(['a', 'b']))],
    run: page(''),
  },
  { name: 'text documents', seeds: [partsOf(office.docx(SPEC)), partsOf(office.odt(SPEC)), partsOf(NUMBERED)], run: zipped('') },
  {
    name: 'spreadsheets',
    seeds: [partsOf(XLSX)],
    run: zipped('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  { name: 'presentations', seeds: [partsOf(Buffer.from(pptx(['a', 'b'])))], run: zipped('') },
  { name: 'books', seeds: [partsOf(EPUB)], run: zipped('application/epub+zip') },
  { name: 'older office files', seeds: [doc('Hello'), xls('S', [['a', 'b'], ['c']]), ppt('T', ['a', 'b']), FORMATTED], run: page('') },
  {
    name: 'number formats',
    seeds: bytesOf('[Red][>=100]#,##0.00"x"_);[<0](0.0E+00);@', '[$€-407] #,##0.00;-0%', '[h]:mm:ss', '# ?/?', '\\a*-000'),
    run: text((code) => [0, 1234.5, -0.07, 1e300].map((value) => shownNumber(value, 164, code, false))),
  },
  { name: 'pictures', seeds: [PHOTO, png(3, 3, [1, 2, 3]), HEIC, WEBP, GIF, EXIF.subarray(6)], run: page('') },
  { name: 'XMP', seeds: bytesOf(XMP), run: (bytes) => readXmp(bytes.toString('utf8'), new Metadata()) },
  { name: 'PDF', seeds: bytesOf(PDF), run: page('application/pdf') },
  { name: 'RTF', seeds: bytesOf(RTF), run: page('application/rtf') },
];
