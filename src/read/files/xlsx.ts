/** Workbooks since 2007: sheet after sheet, one line for each row of cells, numbers as the cells show them. */
import { attributeOf, readXmlEvents, type XmlListener } from '../xml-events.js';
import { shownNumber } from './cell-format.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { mainPart, readProperties, relationId, relationsOf } from './opc.js';
import { type CellFormat, cellFormats } from './serial-date.js';
import { headerLines } from './sheet-header.js';
import { Unreadable } from './unreadable.js';
import { ZipPackage } from './zip-package.js';

const OPENXML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MAX_SHEETS = 1000;
const MAX_STRINGS = 2_000_000;
const MAX_CELLS_A_ROW = 16_384;

export const xlsxReader = fileReader({
  name: 'xlsx',
  about: 'Reads workbooks (XLSX): names of sheets, rows of cells, links, properties.',
  types: [
    `${OPENXML}.sheet`,
    `${OPENXML}.template`,
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.ms-excel.template.macroenabled.12',
    'application/vnd.ms-excel.addin.macroenabled.12',
  ],
  what: 'the workbook',
  read({ bytes }, found) {
    const zip = new ZipPackage(bytes);
    if (zip.damaged) found.note('the workbook is cut off; the part that is there was read');
    readProperties(zip, found);
    const main = mainPart(zip, 'xl/workbook.xml');
    const { sheets, from1904 } = workbookOf(zip, main);
    if (sheets.length === 0) throw new Unreadable('has no sheets that could be found');
    found.metadata.add('sheets', sheets.length);
    const folder = main.slice(0, main.lastIndexOf('/') + 1);
    const strings = sharedStrings(zip.text(`${folder}sharedStrings.xml`));
    const formats = cellFormats(zip.text(`${folder}styles.xml`));
    for (const { name, part } of sheets.slice(0, MAX_SHEETS)) {
      found.lines.add(name);
      readSheet(zip, part, { strings, formats, from1904 }, found);
      if (found.lines.full) break;
    }
  },
});

interface Sheet {
  readonly name: string;
  readonly part: string;
}

function workbookOf(zip: ZipPackage, main: string): { sheets: Sheet[]; from1904: boolean } {
  const relations = relationsOf(zip, main);
  const sheets: Sheet[] = [];
  let from1904 = false;
  readXmlEvents(zip.text(main) ?? '', {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      const part = name === 'sheet' ? relations.get(relationId(attributes) ?? '')?.target : undefined;
      if (part !== undefined && zip.has(part)) sheets.push({ name: attributes.get('name') ?? '', part });
    },
  });
  if (sheets.length) return { sheets, from1904 };
  const parts = zip.names().filter((name) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name));
  return { sheets: parts.map((part) => ({ name: '', part })), from1904 };
}

/** Texts that cells refer to by number, without phonetic hints. */
function sharedStrings(source: string | null): string[] {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let unseen = 0;
  readXmlEvents(source ?? '', {
    done: () => strings.length >= MAX_STRINGS,
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') unseen++;
    },
    text(part) {
      if (inText && unseen === 0) text += part;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') unseen--;
      else if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

interface Book {
  readonly strings: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly from1904: boolean;
}

function readSheet(zip: ZipPackage, part: string, book: Book, found: FileFindings): void {
  const source = zip.text(part);
  if (source === null) return;
  const sheet = new SheetListener(book, found);
  readXmlEvents(source, sheet);
  const relations = relationsOf(zip, part);
  for (const { id, cell } of sheet.links) {
    const relation = relations.get(id);
    if (relation?.outside) found.link(relation.target, sheet.textAt(cell));
  }
}

class SheetListener implements XmlListener {
  readonly links: { readonly id: string; readonly cell: string }[] = [];
  /** Only short texts that may belong to a link: sheets have many cells. */
  readonly #texts = new Map<string, string>();
  #row: string[] = [];
  #reference = '';
  #type = '';
  #style = 0;
  #value = '';
  #inValue = false;
  #header: string | null = null;

  constructor(
    private readonly book: Book,
    private readonly found: FileFindings,
  ) {}

  textAt(cell: string): string {
    return this.#texts.get(cell) ?? '';
  }

  done(): boolean {
    return this.found.lines.full;
  }

  open(...[name, attributes]: Parameters<NonNullable<XmlListener['open']>>): void {
    if (name === 'c') {
      [this.#reference, this.#type, this.#value] = [attributes.get('r') ?? '', attributes.get('t') ?? 'n', ''];
      this.#style = Number(attributes.get('s') ?? 0);
    } else if (name === 'v' || name === 't') this.#inValue = true;
    else if (HEADERS.has(name)) this.#header = '';
    else if (name === 'row') this.#row = [];
    else if (name === 'hyperlink') {
      const id = relationId(attributes);
      if (id !== null && this.links.length < 100_000)
        this.links.push({ id, cell: (attributeOf(attributes, 'ref') ?? '').split(':')[0] ?? '' });
    }
  }

  text(text: string): void {
    if (this.#inValue && this.#value.length < 100_000) this.#value += text;
    else if (this.#header !== null && this.#header.length < 10_000) this.#header += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.found.lines.row(this.#row);
    else if (HEADERS.has(name)) this.#endHeader();
  }

  #endHeader(): void {
    for (const line of headerLines(this.#header ?? '')) this.found.lines.add(line);
    this.#header = null;
  }

  #endCell(): void {
    const text = this.#shown();
    if (text === '' || this.#row.length >= MAX_CELLS_A_ROW) return;
    this.#row.push(text);
    if (this.#reference !== '' && this.#texts.size < 100_000 && text.length < 500) this.#texts.set(this.#reference, text);
  }

  #shown(): string {
    if (this.#type === 's') return this.book.strings[Number(this.#value)] ?? '';
    if (this.#type === 'b') return this.#value === '1' ? 'TRUE' : 'FALSE';
    const number = Number(this.#value);
    if (this.#type !== 'n' || this.#value === '' || Number.isNaN(number)) return this.#value;
    const format = this.book.formats[this.#style];
    return shownNumber(number, format?.number ?? 0, format?.code, this.book.from1904);
  }
}

const HEADERS: ReadonlySet<string> = new Set(['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter']);
