/** Each kind of file, made by code: what a reader of it would expect to be found. */
import { describe, expect, it } from 'vitest';
import { doc, ppt, xls } from '../../../test/support/files/compound-file.js';
import { type DocLevel, docWithLists } from '../../../test/support/files/doc-lists.js';
import type { Page } from '../../model/index.js';
import { pdf, png } from '../../webs/demo/files.js';
import { docx, epub, odt, xlsx, zip } from '../../webs/demo/office-files.js';
import { photograph } from '../../webs/demo/photograph.js';
import { read } from '../read.js';

const pageOf = async (bytes: Uint8Array, contentType: string | null = null): Promise<Page> =>
  (await read({ url: 'https://files.example/folder/file', bytes, contentType, headers: [] })) as Page;

const PROPERTIES = { title: 'Charter', author: 'Ana Novak', created: '2024-05-01T10:00:00Z' };
const TEXT = {
  ...PROPERTIES,
  paragraphs: ['The first paragraph speaks of ships & tides.', 'The second is short.'],
  table: [
    ['Berth', 'Depth'],
    ['North', '7 m'],
  ],
  link: { url: 'https://elsewhere.example/a', text: 'A link' },
};
const LINES = 'Charter\nThe first paragraph speaks of ships & tides.\nThe second is short.\nBerth Depth\nNorth 7 m\nA link';

describe('files', () => {
  it.each([
    ['DOCX', docx(TEXT), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['ODT', odt(TEXT), 'application/vnd.oasis.opendocument.text'],
  ])('%s: text in order, table rows apart, links, properties', async (_, bytes, type) => {
    const page = await pageOf(bytes);
    expect(page).toMatchObject({ type, title: 'Charter', text: LINES, language: 'en', notes: [] });
    expect(page.content?.tables.length).toBe(4);
    expect(page.facts).toMatchObject({ title: 'Charter', author: 'Ana Novak', published: '2024-05-01T10:00:00Z' });
    expect(page.links).toMatchObject([{ url: 'https://elsewhere.example/a', anchor: 'A link', kind: 'a' }]);
    expect(page.metadata).toMatchObject({ 'dc.creator': ['Ana Novak'], 'dcterms.created': ['2024-05-01T10:00:00Z'] });
  });

  it('DOCX: what is deleted is gone, what is drawn twice is read once, fields are links', async () => {
    const word = (body: string) => `<w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`;
    const t = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
    const body = [
      `<w:p>${t('Kept')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`,
      `<w:p><mc:AlternateContent><mc:Choice><w:txbxContent><w:p>${t('Box')}</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p>${t('Box')}</w:p></mc:Fallback></mc:AlternateContent>${t('Around')}</w:p>`,
      `<w:p><w:r><w:instrText> HYPERLINK "https://f.example/" </w:instrText></w:r>${t('Field')}</w:p>`,
    ].join('');
    const page = await pageOf(zip({ '[Content_Types].xml': 'wordprocessingml.document.main+xml', 'word/document.xml': word(body) }));
    expect(page.text).toBe('Kept\nBox\nAround\nField');
    expect(page.links).toMatchObject([{ url: 'https://f.example/', anchor: 'Field' }]);
  });

  it('DOCX: numbers of lists are text: levels, formats, starts, styles', async () => {
    const level = (at: number, format: string, pattern: string, start = 1) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${pattern}"/></w:lvl>`;
    const numbering = `<w:numbering xmlns:w="x"><w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}${level(2, 'upperRoman', '(%3)', 4).replace('<w:lvlText', '<w:lvlRestart w:val="1"/><w:lvlText')}${level(3, 'decimal', '%1.%2.%4').replace('<w:lvlText', '<w:isLgl/><w:lvlText')}</w:abstractNum>
      <w:abstractNum w:abstractNumId="8">${level(0, 'bullet', '\uf0b7')}</w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
      <w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="10"/></w:lvlOverride></w:num>
      <w:num w:numId="4"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0">${level(0, 'upperLetter', '%1.')}</w:lvlOverride></w:num>
      <w:abstractNum w:abstractNumId="9"><w:lvl w:ilvl="0"><w:numFmt w:val="decimalZero"/><w:lvlText w:val="%1"/></w:lvl></w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="9"/></w:num></w:numbering>`;
    const styles =
      '<w:styles xmlns:w="x"><w:style w:styleId="Clause"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>';
    const p = (text: string, list?: number, at = 0) =>
      `<w:p><w:pPr>${list === undefined ? '<w:pStyle w:val="Clause"/>' : `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const body = [
      p('one', 1),
      p('first', 1, 1),
      p('second', 1, 1),
      p('deep', 1, 2),
      p('third', 1, 1),
      p('deep on', 1, 2),
      p('in digits', 1, 3),
      p('two', 1),
      p('again', 1, 1),
      p('deep anew', 1, 2),
      p('styled'),
      p('dot', 2),
      p('ten', 3),
      p('', 1),
      p('plain', 0),
      p('otherwise', 4),
      p('from nothing', 5),
    ];
    const page = await pageOf(
      zip({
        '[Content_Types].xml': 'wordprocessingml.document.main+xml',
        'word/document.xml': `<w:document xmlns:w="x"><w:body>${body.join('')}</w:body></w:document>`,
        'word/numbering.xml': numbering,
        'word/styles.xml': styles,
      }),
    );
    expect(page.text).toBe(
      '1. one\n1.a) first\n1.b) second\n(IV) deep\n1.c) third\n(V) deep on\n1.3.1 in digits\n2. two\n2.a) again\n(IV) deep anew\n3. styled\n• dot\n10. ten\nplain\nD. otherwise\n00 from nothing',
    );
  });

  it('XLSX: sheets by name, shared texts, numbers, dates as dates', async () => {
    const rows = [
      ['Ship', 'Due', 'Paid'],
      ['Marigold', 120.5, new Date('2024-05-01T00:00:00Z')],
    ];
    const page = await pageOf(xlsx({ ...PROPERTIES, sheet: 'Dues', rows }));
    expect(page.text).toBe('Dues\nShip Due Paid\nMarigold 120.5 2024-05-01');
    expect(page.metadata).toMatchObject({ sheets: ['1'], 'dc.title': ['Charter'] });
  });

  it('PPTX: slides in the order they are shown, titles, tables, notes, links', async () => {
    const slide = (body: string) => `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r">${body}</p:sld>`;
    const shape = (text: string, ph = '') =>
      `<p:sp><p:nvPr>${ph}</p:nvPr><a:p><a:r><a:rPr><a:hlinkClick r:id="rId1"/></a:rPr><a:t>${text}</a:t></a:r></a:p></p:sp>`;
    const rels = (...rows: string[]) =>
      `<Relationships>${rows.map((row, i) => `<Relationship Id="rId${i + 1}" ${row}/>`).join('')}</Relationships>`;
    const page = await pageOf(
      zip({
        '[Content_Types].xml': 'presentationml.presentation.main+xml',
        'ppt/presentation.xml': '<p:presentation xmlns:r="r"><p:sldId id="2" r:id="rId2"/><p:sldId id="1" r:id="rId1"/></p:presentation>',
        'ppt/_rels/presentation.xml.rels': rels('Type="x/slide" Target="slides/slide1.xml"', 'Type="x/slide" Target="slides/slide2.xml"'),
        'ppt/slides/slide1.xml': slide(shape('Shown last')),
        'ppt/slides/slide2.xml': slide(`${shape('Shown first', '<p:ph type="ctrTitle"/>')}${shape('7', '<p:ph type="sldNum"/>')}`),
        'ppt/slides/_rels/slide1.xml.rels': rels(
          'Type="x/hyperlink" Target="https://l.example/" TargetMode="External"',
          'Type="x/notesSlide" Target="../notes/n1.xml"',
        ),
        'ppt/notes/n1.xml': slide('<a:p><a:r><a:t>A note</a:t></a:r></a:p>'),
      }),
    );
    expect(page).toMatchObject({ title: 'Shown first', text: 'Shown first\nShown last\nA note', metadata: { slides: ['2'] } });
    expect(page.links).toMatchObject([{ url: 'https://l.example/', anchor: 'Shown last' }]);
  });

  it('EPUB: chapters in reading order, metadata of the book', async () => {
    const page = await pageOf(epub({ ...PROPERTIES, language: 'en', chapters: { One: ['It began at sea.'], Two: ['It ended there.'] } }));
    expect(page).toMatchObject({ type: 'application/epub+zip', title: 'Charter', text: 'One\nIt began at sea.\nTwo\nIt ended there.' });
    expect(page.metadata).toMatchObject({ 'dc.language': ['en'], 'dc.creator': ['Ana Novak'] });
  });

  it('DOC: pieces of text, cells of tables, fields, properties', async () => {
    const page = await pageOf(
      doc('A heading\rČlen 1 speaks.\rleft\x07right\x07\x07See \x13 HYPERLINK "https://d.example/" \x14the law\x15.\r'),
    );
    expect(page).toMatchObject({
      type: 'application/msword',
      title: 'Summary title',
      text: 'A heading\nČlen 1 speaks.\nleft right\nSee the law.',
    });
    expect(page.metadata['dc.creator']).toEqual(['Ana Novak']);
    expect(page.links).toMatchObject([{ url: 'https://d.example/', anchor: 'the law' }]);
  });

  it('DOC: numbers of lists are text: levels, formats, starts, styles', async () => {
    const plain: DocLevel = { pattern: '%1' };
    const clauses: DocLevel[] = [
      { pattern: '%1.' },
      { pattern: '%1.%2)', format: 4 },
      { pattern: '(%3)', format: 1, start: 4, restartAfter: 1 },
      { pattern: '%1.%2.%4', isLegal: true },
      ...Array.from({ length: 5 }, () => plain),
    ];
    const tables = {
      lists: [clauses, [{ pattern: '\uf0b7', format: 23 }]],
      named: [{ list: 0 }, { list: 1 }, { list: 0, start: 10 }],
      styles: [{}, { list: 1 }, { base: 1 }],
    };
    const paragraphs = [
      { text: 'one', list: 1 },
      { text: 'first', list: 1, level: 1 },
      { text: 'second', list: 1, level: 1 },
      { text: 'deep', list: 1, level: 2 },
      { text: 'third', list: 1, level: 1 },
      { text: 'deep on', list: 1, level: 2 },
      { text: 'in digits', list: 1, level: 3 },
      { text: 'two', style: 1 },
      { text: 'deep anew', list: 1, level: 2 },
      { text: 'three', style: 2 },
      { text: 'dot', list: 2 },
      { text: 'ten', list: 3 },
      { text: '', list: 1 },
      { text: 'plain', list: 0, style: 1 },
      { text: 'four', list: 0xffff },
    ];
    expect((await pageOf(docWithLists(paragraphs, tables))).text).toBe(
      '1. one\n1.a) first\n1.b) second\n(IV) deep\n1.c) third\n(V) deep on\n1.3.1 in digits\n2. two\n(IV) deep anew\n3. three\n• dot\n10. ten\nplain\n4. four',
    );
  });

  it('XLS and PPT: texts, also where a record cuts one in two', async () => {
    const rows = [
      ['Žita', 'Cena'],
      ['Rž', 'visoka'],
    ];
    expect(await pageOf(xls('Trg', rows))).toMatchObject({ type: 'application/vnd.ms-excel', text: 'Trg\nŽita Cena\nRž visoka' });
    expect(await pageOf(ppt('Naslov ž', ['one', 'two']))).toMatchObject({
      type: 'application/vnd.ms-powerpoint',
      title: 'Naslov ž',
      text: 'Naslov ž\none\ntwo',
    });
  });

  it('RTF: code pages, Unicode with its substitutes, tables, links, properties; nothing of pictures', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1250{\fonttbl{\f0\fcharset238 Arial;}{\f1\fcharset204 Times;}}{\info{\title Nasl\'f8v}{\author Ana}}
{\pict\pngblip 89504e47}\f0 \'e8len\u8364?\par{\f1 \'cf\'f0\'e8\'e2\'e5\'f2}\par a\cell b\cell\row {\field{\*\fldinst HYPERLINK "https://r.example/"}{\fldrslt link}}\emdash{\*\unknown secret}{\v hidden}\par}`;
    const page = await pageOf(Buffer.from(rtf, 'latin1'));
    expect(page).toMatchObject({ type: 'application/rtf', title: 'Naslřv', text: 'člen€\nПривет\na b\nlink—', notes: [] });
    expect(page.links).toMatchObject([{ url: 'https://r.example/', anchor: 'link' }]);
    expect(page.metadata).toMatchObject({ 'dc.creator': ['Ana'] });
  });

  it('A-43 PDF served as text/html is recognised and read: text, link, properties', async () => {
    const lines = ['A long line of text that goes on to the far edge of the pa-', 'per and ends there.'];
    const page = await pageOf(pdf('Minutes', lines, { author: 'Ana', link: '/next' }), 'text/html; charset=utf-8');
    expect(page).toMatchObject({ type: 'application/pdf', charset: null, title: 'Minutes', language: 'en', notes: [] });
    expect(page.text).toBe('A long line of text that goes on to the far edge of the paper and ends there.');
    expect(page.metadata).toMatchObject({ 'dc.creator': ['Ana'], pages: ['1'], 'dcterms.created': ['2026-03-02T06:00:00Z'] });
    expect(page.links).toMatchObject([{ url: 'https://files.example/next', kind: 'a', anchor: lines[0] }]);
  });

  it('S-58 photo gives date and place', async () => {
    const taken = {
      taken: '2025:08:14 19:42:10',
      latitude: -45.5279,
      longitude: -13.5682,
      make: 'M',
      model: 'N',
      artist: 'Ana Žagar',
      description: 'A quay',
    };
    expect(await pageOf(photograph(taken))).toMatchObject({
      type: 'image/jpeg',
      text: '',
      metadata: {
        'image.width': ['8'],
        'image.height': ['8'],
        'exif.datetimeoriginal': ['2025-08-14T19:42:10'],
        'geo.latitude': ['-45.5279'],
        'geo.longitude': ['-13.5682'],
        'dc.creator': ['Ana Žagar'],
        'dc.description': ['A quay'],
        'exif.make': ['M'],
      },
    });
  });

  it('S-58 XMP of a PDF and of a picture is read: lists, alternatives, attributes, places', async () => {
    const xmp = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="d" xmlns:exif="e" xmlns:xmp="p" xmp:CreateDate="2024-05-01T10:00:00+02:00" exif:GPSLatitude="46,3.0S" exif:GPSLongitude="14,30,36W">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li><rdf:li xml:lang="sl">Naslov</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Ana</rdf:li><rdf:li>Bor</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const expected = {
      'dc.title': ['A title'],
      'dc.creator': ['Ana', 'Bor'],
      'dcterms.created': ['2024-05-01T10:00:00+02:00'],
      'geo.latitude': ['-46.05'],
      'geo.longitude': ['-14.51'],
    };
    const chunk = Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(chunk.length, 0);
    head.write('iTXt', 4, 'latin1');
    const picture = Buffer.from(png(3, 2, [1, 2, 3]));
    const marked = Buffer.concat([picture.subarray(0, 33), head, chunk, Buffer.alloc(4), picture.subarray(33)]);
    expect((await pageOf(marked)).metadata).toMatchObject({ ...expected, 'image.width': ['3'], 'image.height': ['2'] });
    const source = Buffer.from(pdf('', ['x']))
      .toString('latin1')
      .replace('/Pages 2 0 R >>', '/Pages 2 0 R /Metadata 7 0 R >>');
    const stream = `7 0 obj\n<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream\nendobj\n`;
    const broken = source.replace('xref', `${stream}xref`).replace(/startxref\n\d+/, 'startxref\n1'); // found by looking for objects
    expect((await pageOf(Buffer.from(broken, 'latin1'))).metadata).toMatchObject({
      ...expected,
      'dcterms.created': ['2026-03-02T06:00:00Z'],
    });
  });
});
