/** Small valid office files, a book and a photograph, made rather than stored. */
import { crc32, deflateRawSync } from 'node:zlib';
import { escape } from './html.js';

export type Entries = Readonly<Record<string, string | Uint8Array>>;

/** A ZIP archive; names that begin with `mimetype` are stored as they are, as OpenDocument and EPUB ask for. */
export function zip(entries: Entries): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const entry = zipEntry(name, Buffer.from(content as string), offset);
    parts.push(entry.local);
    directory.push(entry.central);
    offset += entry.local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

function zipEntry(name: string, content: Buffer, offset: number): { local: Buffer; central: Buffer } {
  const stored = name === 'mimetype';
  const body = stored ? content : deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(stored ? 0 : 8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(body.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 4);
  common.copy(central, 6);
  central.writeUInt32LE(offset, 42);
  const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name)]);
  return { local: Buffer.concat([head, body]), central: Buffer.concat([central, Buffer.from(name)]) };
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const contentTypes = (part: string, type: string): string =>
  `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${type}"/></Types>`;

const relations = (rows: readonly string[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`;

const relation = (id: string, kind: string, target: string, outside = false): string =>
  `<Relationship Id="${id}" Type="${kind}" Target="${escape(target)}"${outside ? ' TargetMode="External"' : ''}/>`;

const packageRelations = (main: string): string =>
  relations([
    relation('rId1', `${OFFICE}/officeDocument`, main),
    relation('rId2', 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'docProps/core.xml'),
  ]);

export interface FileProperties {
  readonly title: string;
  readonly author: string;
  /** ISO 8601, in UTC. */
  readonly created: string;
}

const coreProperties = ({ title, author, created }: FileProperties): string =>
  `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escape(title)}</dc:title><dc:creator>${escape(author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`;

export interface OfficeText extends FileProperties {
  readonly paragraphs: readonly string[];
  readonly table?: readonly (readonly string[])[];
  readonly link?: { readonly url: string; readonly text: string };
}

export function docx(spec: OfficeText): Buffer {
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r>`;
  const paragraph = (inside: string, style = ''): string =>
    `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${inside}</w:p>`;
  const cells = (row: readonly string[]): string => row.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('');
  const body = [
    paragraph(run(spec.title), 'Title'),
    ...spec.paragraphs.map((text) => paragraph(run(text))),
    spec.table ? `<w:tbl>${spec.table.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>` : '',
    spec.link ? paragraph(`<w:hyperlink r:id="rId9">${run(spec.link.text)}</w:hyperlink>`) : '',
  ].join('');
  return zip({
    '[Content_Types].xml': contentTypes(
      'word/document.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ),
    '_rels/.rels': packageRelations('word/document.xml'),
    'docProps/core.xml': coreProperties(spec),
    'word/_rels/document.xml.rels': relations(spec.link ? [relation('rId9', `${OFFICE}/hyperlink`, spec.link.url, true)] : []),
    'word/document.xml': `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`,
  });
}

/** One sheet; texts are shared, numbers are numbers, and what looks like a date has a date's style. */
export function xlsx(
  spec: FileProperties & { readonly sheet: string; readonly rows: readonly (readonly (string | number | Date)[])[] },
): Buffer {
  const texts = [...new Set(spec.rows.flat().filter((cell): cell is string => typeof cell === 'string'))];
  const cell = (value: string | number | Date): string => {
    if (typeof value === 'string') return `<c t="s"><v>${texts.indexOf(value)}</v></c>`;
    if (typeof value === 'number') return `<c><v>${value}</v></c>`;
    return `<c s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
  };
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return zip({
    '[Content_Types].xml': contentTypes('xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
    '_rels/.rels': packageRelations('xl/workbook.xml'),
    'docProps/core.xml': coreProperties(spec),
    'xl/_rels/workbook.xml.rels': relations([relation('rId1', `${OFFICE}/worksheet`, 'worksheets/sheet1.xml')]),
    'xl/workbook.xml': `${HEAD}<workbook ${main} xmlns:r="${OFFICE}"><sheets><sheet name="${escape(spec.sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${main}>${texts.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `${HEAD}<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet ${main}><sheetData>${spec.rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  });
}

export function odt(spec: OfficeText): Buffer {
  const spaces =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const cells = (row: readonly string[]): string =>
    row.map((cell) => `<table:table-cell><text:p>${escape(cell)}</text:p></table:table-cell>`).join('');
  const body = [
    `<text:h text:outline-level="1">${escape(spec.title)}</text:h>`,
    ...spec.paragraphs.map((text) => `<text:p>${escape(text)}</text:p>`),
    spec.table ? `<table:table>${spec.table.map((row) => `<table:table-row>${cells(row)}</table:table-row>`).join('')}</table:table>` : '',
    spec.link ? `<text:p><text:a xlink:href="${escape(spec.link.url)}">${escape(spec.link.text)}</text:a></text:p>` : '',
  ].join('');
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `${HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>`,
    'meta.xml': `${HEAD}<office:document-meta ${spaces}><office:meta><dc:title>${escape(spec.title)}</dc:title><meta:initial-creator>${escape(spec.author)}</meta:initial-creator><meta:creation-date>${spec.created}</meta:creation-date></office:meta></office:document-meta>`,
    'content.xml': `${HEAD}<office:document-content ${spaces}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
}

export function epub(
  spec: FileProperties & { readonly language: string; readonly chapters: Readonly<Record<string, readonly string[]>> },
): Buffer {
  const chapters = Object.entries(spec.chapters);
  const page = ([title, paragraphs]: [string, readonly string[]]): string =>
    `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${escape(title)}</title></head><body><h1>${escape(title)}</h1>${paragraphs.map((text) => `<p>${escape(text)}</p>`).join('')}</body></html>`;
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'book/content.opf': `${HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escape(spec.title)}</dc:title><dc:creator>${escape(spec.author)}</dc:creator><dc:language>${spec.language}</dc:language><dc:date>${spec.created}</dc:date></metadata><manifest>${chapters.map((_, i) => `<item id="c${i}" href="chapter-${i}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${chapters.map((_, i) => `<itemref idref="c${i}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(chapters.map((chapter, i) => [`book/chapter-${i}.xhtml`, page(chapter)])),
  });
}

/** A Word file whose text unpacks to so many megabytes of blanks. */
export function docxBomb(megabytes: number): Buffer {
  return zip({
    '[Content_Types].xml': contentTypes(
      'word/document.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ),
    '_rels/.rels': packageRelations('word/document.xml'),
    'word/document.xml': Buffer.alloc(megabytes * 1024 * 1024, '<w:p> </w:p>'),
  });
}
