import { describe, expect, it } from 'vitest';
import { compoundFile, doc, ppt, xls } from '../../test/support/files/compound-file.js';
import { zip as archive } from '../webs/demo/office-files.js';
import { sniffType } from './sniff-type.js';

const hex = (digits: string, then = ''): Uint8Array => Buffer.concat([Buffer.from(digits, 'hex'), Buffer.from(then, 'latin1')]);
const text = (content: string): Uint8Array => Buffer.from(content, 'utf8');
const OPENXML = 'application/vnd.openxmlformats-officedocument';
const office = (part: string): Uint8Array =>
  archive({ '[Content_Types].xml': `<Types><Override ContentType="${part}"/></Types>`, 'word/x': '' });
const zip = (entries: string): Uint8Array => hex('504b0304140000000000', `${'\0'.repeat(20)}${entries}`);

describe('sniffType', () => {
  it.each([
    ['HTML as declared', text('<!doctype html><p>x'), 'text/html; charset=utf-8', 'text/html', 'utf-8'],
    ['HTML without a type', text('\n <!DOCTYPE HTML><p>x'), null, 'text/html', 'windows-1252'],
    ['HTML behind comments', text('<!-- a --><!-- b -->\n<body>ü'), null, 'text/html', 'utf-8'],
    ['HTML as octets', text('<html><p>x'), 'application/octet-stream', 'text/html', 'windows-1252'],
    ['HTML error page as PDF', text('<html><p>Not found'), 'application/pdf', 'text/html', 'windows-1252'],
    ['HTML error page as JSON', text('<!doctype html><p>oops'), 'application/json', 'text/html', 'windows-1252'],
    ['HTML source as plain text stays plain', text('<html><p>x'), 'text/plain', 'text/plain', 'windows-1252'],
    ['text declared as HTML', text('just words'), 'text/html', 'text/html', 'utf-8'],
    ['XHTML as declared', text('<?xml version="1.0"?><html xmlns="x">'), 'application/xhtml+xml', 'application/xhtml+xml', 'utf-8'],
    ['PDF as HTML', text('%PDF-1.4\n...'), 'text/html', 'application/pdf', null],
    ['PDF behind a line break', text('\r\n%PDF-1.4\n...'), 'application/pdf', 'application/pdf', null],
    ['PNG as JPEG', hex('89504e470d0a1a0a0000'), 'image/jpeg', 'image/png', null],
    ['GIF without a type', hex('474946383961'), null, 'image/gif', null],
    ['WebP', hex('524946461a00000057454250'), null, 'image/webp', null],
    ['MP4', hex('0000001866747970', 'isom'), null, 'video/mp4', null],
    ['gzip', hex('1f8b0800'), 'text/html', 'application/gzip', null],
    ['ZIP', zip('a.txt'), null, 'application/zip', null],
    [
      'Word file as octets',
      zip('[Content_Types].xml..word/document.xml'),
      'application/octet-stream',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      null,
    ],
    [
      'OpenDocument by its first entry',
      hex('504b03040a000000000000000000000000000000000000000000' + '08000000', 'mimetypeapplication/vnd.oasis.opendocument.textPK'),
      null,
      'application/vnd.oasis.opendocument.text',
      null,
    ],
    ['RSS as HTML', text('<?xml version="1.0"?><rss version="2.0">'), 'text/html', 'application/rss+xml', 'utf-8'],
    ['Atom as XML', text('<feed xmlns="http://www.w3.org/2005/Atom">'), 'text/xml', 'application/atom+xml', 'utf-8'],
    ['sitemap without a type', text('<urlset xmlns="x"><url>'), null, 'application/xml', 'utf-8'],
    ['SVG', text('<?xml version="1.0"?><!DOCTYPE svg><svg>'), null, 'image/svg+xml', 'utf-8'],
    ['JSON without a type', text('{"a": 1}'), null, 'application/json', 'utf-8'],
    ['text that begins like JSON', text('[sic] he said'), null, 'text/plain', 'utf-8'],
    ['style sheet', text('a{b:c}'), 'text/css', 'text/css', 'utf-8'],
    ['unknown binary', hex('00010203040506'), null, 'application/octet-stream', null],
    ['binary declared as text', hex('0001020304ff'), 'text/html', 'application/octet-stream', null],
    ['text declared as image', text('hello'), 'image/png', 'text/plain', 'utf-8'],
    ['UTF-16 is no binary', Buffer.from('\ufeff<html><p>x', 'utf16le'), null, 'text/html', 'utf-16le'],
    ['a type nobody knows', text('hello'), 'application/x-own', 'application/x-own', null],
    ['empty', new Uint8Array(), null, 'text/plain', 'utf-8'],
    ['empty HTML', new Uint8Array(), 'text/html', 'text/html', 'utf-8'],
    [
      'macro-free Word file under a wrong name',
      office('wordprocessingml.document.main+xml'),
      'application/pdf',
      `${OPENXML}.wordprocessingml.document`,
      null,
    ],
    ['template of Word', office('wordprocessingml.template.main+xml'), 'application/zip', `${OPENXML}.wordprocessingml.template`, null],
    [
      'Word file with macros',
      office('application/vnd.ms-word.document.macroEnabled.main+xml'),
      null,
      'application/vnd.ms-word.document.macroenabled.12',
      null,
    ],
    ['workbook as text', office('spreadsheetml.sheet.main+xml'), 'text/plain', `${OPENXML}.spreadsheetml.sheet`, null],
    [
      'binary workbook',
      office('application/vnd.ms-excel.sheet.binary.macroEnabled.main'),
      null,
      'application/vnd.ms-excel.sheet.binary.macroenabled.12',
      null,
    ],
    ['slide show', office('presentationml.slideshow.main+xml'), null, `${OPENXML}.presentationml.slideshow`, null],
    [
      'OpenDocument by its manifest',
      archive({ 'content.xml': '', 'META-INF/manifest.xml': 'application/vnd.oasis.opendocument.spreadsheet' }),
      null,
      'application/vnd.oasis.opendocument.spreadsheet',
      null,
    ],
    ['EPUB whose type stands last', archive({ a: 'b', mimetype: 'application/epub+zip' }), 'application/zip', 'application/epub+zip', null],
    ['Java archive', archive({ 'META-INF/MANIFEST.MF': 'x' }), null, 'application/java-archive', null],
    ['archive like any other', archive({ 'a.txt': 'word/ xl/' }), null, 'application/zip', null],
    [
      'flat OpenDocument',
      text(
        `<?xml version="1.0"?><office:document ${'xmlns:a="b" '.repeat(300)} office:mimetype="application/vnd.oasis.opendocument.text">`,
      ),
      null,
      'application/vnd.oasis.opendocument.text-flat-xml',
      'utf-8',
    ],
    ['Word file of old as HTML', doc('x'), 'text/html', 'application/msword', null],
    ['workbook of old as Word', xls('S', [['a']]), 'application/msword', 'application/vnd.ms-excel', null],
    ['presentation of old', ppt('t', []), null, 'application/vnd.ms-powerpoint', null],
    ['mail', compoundFile({ '__properties_version1.0': Buffer.alloc(9) }), null, 'application/vnd.ms-outlook', null],
    ['RTF as Word', text('{\\rtf1 x}'), 'application/msword', 'application/rtf', null],
    ['HEIC by a further brand', hex('0000001c667479706d696631000000006d6966316865696300000000'), null, 'image/heic', null],
    ['AVIF', hex('000000146674797061766966'), 'image/jpeg', 'image/avif', null],
    ['bitmap', hex('424d36000000000000003600'), null, 'image/bmp', null],
    ['words that begin with BM', text('BMW drives'), null, 'text/plain', 'utf-8'],
    ['TIFF', hex('49492a0008000000'), 'application/octet-stream', 'image/tiff', null],
    ['Matroska', hex('1a45dfa3', 'xxmatroska'), null, 'video/x-matroska', null],
    [
      'sound in frames',
      Buffer.concat([hex('fffb9000'), Buffer.alloc(413), hex('fffb9000')]),
      'application/octet-stream',
      'audio/mpeg',
      null,
    ],
    ['RSS 1.0', text('<rdf:RDF xmlns="http://purl.org/rss/1.0/">'), 'text/xml', 'application/rss+xml', 'utf-8'],
    ['RDF that is no feed', text('<rdf:RDF xmlns="http://x/">'), 'text/xml', 'application/rdf+xml', 'utf-8'],
    [
      'Atom under a prefix as HTML',
      text('<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">'),
      'text/html',
      'application/atom+xml',
      'utf-8',
    ],
    ['JSON Feed', text('{"version": "https://jsonfeed.org/version/1", "items": []}'), 'application/json', 'application/feed+json', 'utf-8'],
    ['PDF behind a byte order mark', text('\ufeff%PDF-1.4'), 'text/plain', 'application/pdf', null],
  ])('A-43 G-26 %s', (_case, bytes, declared, type, charset) => expect(sniffType(bytes, declared)).toEqual({ type, charset }));

  it.each([
    ['blanks', ' '.repeat(100_000)],
    ['comments', '<!---->'.repeat(10_000)],
    ['an open comment', `<!--${'-'.repeat(100_000)}`],
    ['instructions', '<?x?>'.repeat(10_000)],
    ['brackets', '['.repeat(100_000)],
  ])('is not slowed down by %s', (_case, content) => expect(sniffType(text(content), null).type).toMatch(/^(?:text|application)\//));
});
