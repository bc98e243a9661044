/** Workbooks before 2007: a stream of records. The texts of cells stand in a table at the beginning, which may be split anywhere. */
import { decodeText } from '../charset.js';
import { shownNumber } from './cell-format.js';
import { CompoundFile } from './cfb.js';
import { charsetOfCodePage } from './code-page.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { readPropertySets } from './property-set.js';
import { headerLines } from './sheet-header.js';
import { Unreadable } from './unreadable.js';
import { SharedTexts } from './xls-texts.js';

const MAX_RECORDS = 3_000_000;

export const xlsReader = fileReader({
  name: 'xls',
  about: 'Reads workbooks before 2007 (XLS): names of sheets, rows of cells, links, properties.',
  types: ['application/vnd.ms-excel'],
  what: 'the workbook',
  read({ bytes }, found) {
    const file = new CompoundFile(bytes);
    readPropertySets(file, found);
    const book = file.stream('Workbook') ?? file.stream('Book');
    if (!book) throw new Unreadable('lacks its sheets');
    new Workbook(book, found).read();
  },
});

class Workbook {
  #texts = new SharedTexts([]);
  readonly #sheets: { readonly name: string; readonly at: number }[] = [];
  readonly #formats = new Map<number, string>();
  readonly #styles: number[] = [];
  #charset = 'windows-1252';
  #wide = true;
  #from1904 = false;
  #row = -1;
  #cells: string[] = [];
  #formulaText = false;

  constructor(
    private readonly bytes: Buffer,
    private readonly found: FileFindings,
  ) {}

  read(): void {
    let left = MAX_RECORDS;
    for (let at = 0; at + 4 <= this.bytes.length && left > 0 && !this.found.lines.full; left--) {
      const type = this.bytes.readUInt16LE(at);
      const length = this.bytes.readUInt16LE(at + 2);
      const sheet = type === BOF ? this.#sheets.find((one) => one.at === at) : undefined;
      if (sheet) {
        this.#endRow();
        this.found.lines.add(sheet.name);
      }
      if (type === SST) this.#texts = new SharedTexts(this.#withContinuations(at));
      else this.#take(type, this.bytes.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    this.#endRow();
    this.found.metadata.add('sheets', this.#sheets.length || null);
  }

  /** The record and its continuations, across which a text may run. */
  #withContinuations(at: number): Buffer[] {
    const parts: Buffer[] = [];
    do {
      const length = this.bytes.readUInt16LE(at + 2);
      parts.push(this.bytes.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    } while (at + 4 <= this.bytes.length && this.bytes.readUInt16LE(at) === CONTINUE);
    return parts;
  }

  #take(type: number, part: Buffer): void {
    try {
      this.#takeRecord(type, part);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // ignore a record that is too short
    }
  }

  #takeRecord(type: number, part: Buffer): void {
    if (type === BOF) this.#wide = part.readUInt16LE(0) >= 0x0600;
    else if (type === FILEPASS) throw new Unreadable('is encrypted');
    else if (type === CODEPAGE) this.#charset = charsetOfCodePage(part.readUInt16LE(0)) ?? this.#charset;
    else if (type === DATE1904) this.#from1904 = part.readUInt16LE(0) === 1;
    else if (type === FORMAT) this.#formats.set(part.readUInt16LE(0), this.#text(part, 2, this.#wide ? 2 : 1));
    else if (type === XF) this.#styles.push(part.readUInt16LE(2));
    else if (type === BOUNDSHEET) this.#sheets.push({ at: part.readUInt32LE(0), name: this.#text(part, 6, 1) });
    else if (type === LABELSST) this.#cell(part, this.#texts.at(part.readUInt32LE(6)));
    else if (type === LABEL || type === RSTRING) this.#cell(part, this.#text(part, 6, 2));
    else if (type === NUMBER) this.#cell(part, this.#shown(part.readDoubleLE(6), part.readUInt16LE(4)));
    else if (type === RK) this.#cell(part, this.#shown(packedNumber(part.readUInt32LE(6)), part.readUInt16LE(4)));
    else if (type === MULRK) this.#manyNumbers(part);
    else if (type === BOOLERR) this.#cell(part, isOrError(part[6] ?? 0, part[7] === 1));
    else if (type === FORMULA) this.#formula(part);
    else if ((type === HEADER || type === FOOTER) && part.length > 0)
      for (const line of headerLines(this.#text(part, 0, this.#wide ? 2 : 1))) this.found.lines.add(line);
    else if (type === STRING && this.#formulaText) this.#push(this.#text(part, 0, 2));
    else if (type === HLINK) this.#link(part);
  }

  #cell(part: Buffer, text: string): void {
    const row = part.readUInt16LE(0);
    if (row !== this.#row) this.#endRow();
    this.#row = row;
    this.#push(text);
  }

  #push(text: string): void {
    if (text !== '') this.#cells.push(text);
  }

  #endRow(): void {
    this.found.lines.row(this.#cells);
    this.#cells = [];
  }

  #manyNumbers(part: Buffer): void {
    for (let at = 4; at + 8 <= part.length; at += 6)
      this.#cell(part, this.#shown(packedNumber(part.readUInt32LE(at + 2)), part.readUInt16LE(at)));
  }

  /** A text result follows in a separate record. */
  #formula(part: Buffer): void {
    this.#formulaText = part.readUInt16LE(12) === 0xffff && part[6] === 0;
    if (part.readUInt16LE(12) !== 0xffff) this.#cell(part, this.#shown(part.readDoubleLE(6), part.readUInt16LE(4)));
    else if (this.#formulaText) this.#cell(part, '');
    else if (part[6] === 1 || part[6] === 2) this.#cell(part, isOrError(part[8] ?? 0, part[6] === 2));
  }

  #shown(value: number, style: number): string {
    const format = this.#styles[style] ?? 0;
    return shownNumber(value, format, this.#formats.get(format), this.#from1904);
  }

  /** A text after its length: one byte per character, or two if a flag says so. */
  #text(part: Buffer, at: number, lengthSize: 1 | 2): string {
    const length = part.readUIntLE(at, lengthSize);
    const start = at + lengthSize;
    if (!this.#wide) return decodeText(part.subarray(start, start + length), this.#charset);
    const flags = part[start] ?? 0;
    const from = start + 1 + (flags & 8 ? 2 : 0) + (flags & 4 ? 4 : 0);
    return flags & 1 ? part.toString('utf16le', from, from + length * 2) : part.toString('latin1', from, from + length);
  }

  #link(part: Buffer): void {
    const moniker = part.indexOf(URL_MONIKER);
    if (moniker < 0 || moniker + 20 > part.length) return;
    const length = part.readUInt32LE(moniker + 16);
    const url = part.toString('utf16le', moniker + 20, moniker + 20 + length).split('\0', 1)[0] ?? '';
    this.found.link(url, '');
  }
}

/** Numbers in 32 bits: an integer or the front of a float, possibly times a hundred. */
function packedNumber(bits: number): number {
  const value = bits & 2 ? (bits | 0) >> 2 : floatOf(bits & 0xfffffffc);
  return bits & 1 ? value / 100 : value;
}

const scratch = Buffer.alloc(8);

function floatOf(high: number): number {
  scratch.writeUInt32LE(high >>> 0, 4);
  return scratch.readDoubleLE(0);
}

const ERRORS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

const isOrError = (value: number, isError: boolean): string => (isError ? (ERRORS.get(value) ?? '') : value === 1 ? 'TRUE' : 'FALSE');

const URL_MONIKER = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');
const BOF = 0x0809;
const FILEPASS = 0x2f;
const CODEPAGE = 0x42;
const DATE1904 = 0x22;
const FORMAT = 0x041e;
const XF = 0xe0;
const BOUNDSHEET = 0x85;
const SST = 0xfc;
const CONTINUE = 0x3c;
const LABELSST = 0xfd;
const LABEL = 0x0204;
const RSTRING = 0xd6;
const NUMBER = 0x0203;
const RK = 0x027e;
const MULRK = 0xbd;
const BOOLERR = 0x0205;
const HEADER = 0x14;
const FOOTER = 0x15;
const FORMULA = 0x06;
const STRING = 0x0207;
const HLINK = 0x01b8;
