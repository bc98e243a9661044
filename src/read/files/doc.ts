/**
 * Word documents before 2007: the text lies in pieces in any order; a table says where each piece is and whether it has
 * one or two bytes per character.
 */
import { decodeText } from '../charset.js';
import { CompoundFile } from './cfb.js';
import { DocLists } from './doc-lists.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { readPropertySets } from './property-set.js';
import { Unreadable } from './unreadable.js';

const MAX_PIECES = 100_000;
const MAX_CHARACTERS = 12_000_000;

export const docReader = fileReader({
  name: 'doc',
  about: 'Reads Word documents before 2007 (DOC): text, numbers of lists, tables, links, properties.',
  types: ['application/msword'],
  what: 'the Word file',
  read({ bytes }, found) {
    const file = new CompoundFile(bytes);
    readPropertySets(file, found);
    const main = file.stream('WordDocument');
    if (!main || main.length < 0x1a8) throw new Unreadable('lacks its text');
    const flags = main.readUInt16LE(0x0a);
    if (flags & 0x0100) throw new Unreadable('is encrypted');
    writeText(textOf(file, main, flags), found);
  },
});

function textOf(file: CompoundFile, main: Buffer, flags: number): string {
  // Word 6 and 95 store it as one piece, with one byte per character.
  if (main.readUInt16LE(2) < 0xc1) return decodeText(main.subarray(main.readUInt32LE(0x18), main.readUInt32LE(0x1c)), 'windows-1252');
  const table = file.stream(flags & 0x0200 ? '1Table' : '0Table');
  if (!table) throw new Unreadable('is damaged: the table of its text is missing');
  const start = main.readUInt32LE(0x01a2);
  return numbered(pieces(main, table.subarray(start, start + main.readUInt32LE(0x01a6))), new DocLists(main, table));
}

/** A part of the text and its position in the main stream. */
interface Piece {
  readonly text: string;
  readonly place: number;
  /** Bytes per character. */
  readonly width: number;
}

/** The text, with each list paragraph after its label. The mark at the end of a paragraph has its properties. */
function numbered(parts: readonly Piece[], lists: DocLists): string {
  const text = parts.map((piece) => piece.text).join('');
  if (lists.isEmpty) return text;
  let [numbering, from, index, passed] = ['', 0, 0, 0];
  for (const { 0: mark, index: at } of text.matchAll(/[\r\x07\x0c]/g)) {
    for (
      let length = parts[index]?.text.length ?? 0;
      index < parts.length && at >= passed + length;
      length = parts[index]?.text.length ?? 0
    ) {
      passed += length;
      index++;
    }
    const piece = parts[index] as Piece;
    const paragraph = text.slice(from, at);
    // A paragraph without text has no label either.
    const label = paragraph.trim() === '' ? '' : lists.labelAt(piece.place + (at - passed) * piece.width);
    numbering += label === '' ? paragraph + mark : `${label} ${paragraph}${mark}`;
    from = at + 1;
  }
  return numbering + text.slice(from);
}

/** The formatting rules (marked 1) come first, then the table of pieces (marked 2). */
function pieces(main: Buffer, clx: Buffer): Piece[] {
  let at = 0;
  while (at + 3 <= clx.length && clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1);
  if (clx[at] !== 2 || at + 5 > clx.length) throw new Unreadable('is damaged: the table of its text cannot be read');
  const table = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
  const count = Math.min(Math.floor((table.length - 4) / 12), MAX_PIECES);
  const parts: Piece[] = [];
  for (let i = 0, length = 0; i < count && length < MAX_CHARACTERS; i++) {
    const characters = Math.min(table.readUInt32LE(i * 4 + 4) - table.readUInt32LE(i * 4), MAX_CHARACTERS - length);
    if (characters <= 0) continue;
    const place = table.readUInt32LE((count + 1) * 4 + i * 8 + 2);
    const narrow = (place & 0x40000000) !== 0;
    const from = narrow ? (place & 0x3fffffff) >>> 1 : place & 0x3fffffff;
    const piece = main.subarray(from, from + characters * (narrow ? 1 : 2));
    parts.push({ text: decodeText(piece, narrow ? 'windows-1252' : 'utf-16le'), place: from, width: narrow ? 1 : 2 });
    length += characters;
  }
  return parts;
}

/** Marks in the text: 13 ends a paragraph, 7 a cell or a row; 19, 20 and 21 surround fields and what they show. */
function writeText(text: string, found: FileFindings): void {
  let line = '';
  let row: string[] = [];
  let url: string | null = null;
  let from = 0;
  const fields: { code: string; shown: boolean }[] = [];
  const hidden = (): boolean => fields.some(({ shown }) => !shown);
  const endLine = (): void => {
    if (row.length) row.push(line);
    else found.lines.add(line);
    line = '';
  };
  for (const stretch of text.split(/([\x07\x0b\x0c\r\x13\x14\x15])/)) {
    if (stretch === '\r' || stretch === '\x0c') endLine();
    else if (stretch === '\x0b') line += '\n';
    else if (stretch === '\x07') {
      // Two in succession end the row of the table.
      if (line === '' && row.length) {
        found.lines.row(row);
        row = [];
      } else row.push(line);
      line = '';
    } else if (stretch === '\x13') fields.push({ code: '', shown: false });
    else if (stretch === '\x14') {
      const field = fields.at(-1);
      if (field) field.shown = true;
      url = /HYPERLINK\s+"?([^"\s\\]{1,4000})/.exec(field?.code ?? '')?.[1] ?? url;
      from = line.length;
    } else if (stretch === '\x15') {
      fields.pop();
      if (url !== null) found.link(url, line.slice(from));
      url = null;
    } else if (hidden()) {
      const field = fields.at(-1);
      if (field && field.code.length < 10_000) field.code += stretch;
    } else if (line.length < 1_000_000) line += stretch.replace(/\x1e/g, '-').replace(/[\x00-\x08\x0e-\x1f]/g, '');
    if (found.lines.full) return;
  }
  endLine();
  if (row.length) found.lines.row(row);
}
