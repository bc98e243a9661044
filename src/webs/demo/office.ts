/** Office files, made rather than stored: packages of today with as little in them as they need, and files of old. */
import { crc32 } from 'node:zlib';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument';

export const DOCX_TYPE = `${MAIN}.wordprocessingml.document`;
export const PPTX_TYPE = `${MAIN}.presentationml.presentation`;

/** A Word document, a paragraph a line. */
export function docx(lines: readonly string[]): Uint8Array {
  const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const paragraphs = lines.map((line) => `<w:p><w:r><w:t>${escaped(line)}</w:t></w:r></w:p>`).join('');
  const document = `${XML}<w:document xmlns:w="${namespace}"><w:body>${paragraphs}</w:body></w:document>`;
  return zip([
    ['[Content_Types].xml', contentTypes([['/word/document.xml', `${DOCX_TYPE}.main+xml`]])],
    ['_rels/.rels', relations([['rId1', 'officeDocument', 'word/document.xml']])],
    ['word/document.xml', document],
  ]);
}

/** A presentation of one slide. */
export function pptx(lines: readonly string[]): Uint8Array {
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const namespace = 'http://schemas.openxmlformats.org/presentationml/2006/main';
  const text = lines.map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`).join('');
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${text}</p:txBody></p:sp>`;
  const tree = `<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape}`;
  const names = `xmlns:a="${drawing}" xmlns:p="${namespace}" xmlns:r="${OFFICE}"`;
  return zip([
    [
      '[Content_Types].xml',
      contentTypes([
        ['/ppt/presentation.xml', `${PPTX_TYPE}.main+xml`],
        ['/ppt/slides/slide1.xml', `${MAIN}.presentationml.slide+xml`],
      ]),
    ],
    ['_rels/.rels', relations([['rId1', 'officeDocument', 'ppt/presentation.xml']])],
    ['ppt/presentation.xml', `${XML}<p:presentation ${names}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`],
    ['ppt/_rels/presentation.xml.rels', relations([['rId1', 'slide', 'slides/slide1.xml']])],
    ['ppt/slides/slide1.xml', `${XML}<p:sld ${names}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`],
  ]);
}

/** The head by which DOC and PPT are known, and text behind it. No office program opens it; sorters of files take it for what it says. */
export function oldOffice(lines: readonly string[]): Uint8Array {
  const head = Buffer.alloc(512);
  head.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  return Buffer.concat([head, Buffer.from(lines.join('\r'), 'utf16le')]);
}

const contentTypes = (parts: readonly (readonly [name: string, type: string])[]): string =>
  `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts
    .map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
    .join('')}</Types>`;

const relations = (all: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${RELATIONS}">${all
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Files stored one after the other, not compressed. */
function zip(files: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const [label, body] = [Buffer.from(name), Buffer.from(text)];
    const facts = factsOf(body, label.length);
    parts.push(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, label, body]));
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, rest, label]));
    offset += 30 + label.length + body.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** What stands in both heads of a file: version, flags, method, time, sum, sizes and the lengths of name and extra field. */
function factsOf(body: Buffer, nameLength: number): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(0x21, 8); // the first day a ZIP knows
  facts.writeUInt32LE(crc32(body), 10);
  facts.writeUInt32LE(body.length, 14);
  facts.writeUInt32LE(body.length, 18);
  facts.writeUInt16LE(nameLength, 22);
  return facts;
}
