/** Word documents since 2007: paragraphs with list labels, tables, notes and links, in document order. */
import { attributeOf, readXmlEvents, type XmlListener } from '../xml-events.js';
import { DocxLists, levelOf } from './docx-lists.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { mainPart, type Relation, readProperties, relationId, relationsOf, valueOf } from './opc.js';
import { ZipPackage } from './zip-package.js';

const OPENXML = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export const docxReader = fileReader({
  name: 'docx',
  about: 'Reads Word documents (DOCX): text, tables, notes, links, properties.',
  types: [
    `${OPENXML}.document`,
    `${OPENXML}.template`,
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ],
  what: 'the Word file',
  read({ bytes }, found) {
    const zip = new ZipPackage(bytes);
    if (zip.damaged) found.note('the Word file is cut off; the part that is there was read');
    readProperties(zip, found);
    const main = mainPart(zip, 'word/document.xml');
    const relations = relationsOf(zip, main);
    const lists = listsOf(zip, relations);
    readBody(zip, main, relations, lists, found);
    // Headers repeat on every page, but may be the only place where a letter names its sender.
    for (const kind of ['footnotes', 'endnotes', 'header', 'footer'])
      for (const { target } of [...relations.values()].filter((one) => one.kind === kind && !one.outside))
        readBody(zip, target, relationsOf(zip, target), lists, found);
  },
});

function listsOf(zip: ZipPackage, relations: ReadonlyMap<string, Relation>): DocxLists {
  const textOf = (kind: string): string | null => {
    const part = [...relations.values()].find((one) => one.kind === kind && !one.outside)?.target ?? `word/${kind}.xml`;
    return zip.has(part) ? zip.text(part) : null;
  };
  return new DocxLists(textOf('numbering'), textOf('styles'));
}

function readBody(zip: ZipPackage, part: string, relations: ReadonlyMap<string, Relation>, lists: DocxLists, found: FileFindings): void {
  const source = zip.text(part);
  if (source === null) found.note(`the Word file lacks a part: ${part.slice(0, 100)}`);
  else readXmlEvents(source, new BodyListener(relations, lists, found));
}

interface Paragraph {
  text: string;
  heading: boolean;
  style: string | null;
  list: string | null;
  level: number | null;
  readonly links: { readonly url: string; readonly from: number; to: number }[];
}

class BodyListener implements XmlListener {
  /** A stack: a text box is a paragraph within a paragraph. */
  readonly #paragraphs: Paragraph[] = [];
  readonly #hyperlinks: Paragraph['links'][number][] = [];
  /** Depth of elements whose content is hidden, or shown a second time. */
  #unseen = 0;
  #inText = false;
  #inField = false;
  #tables = 0;
  #row: string[] = [];
  #cell = '';

  constructor(
    private readonly relations: ReadonlyMap<string, Relation>,
    private readonly lists: DocxLists,
    private readonly found: FileFindings,
  ) {}

  done(): boolean {
    return this.found.lines.full;
  }

  open(...[name, attributes]: Parameters<NonNullable<XmlListener['open']>>): void {
    if (UNSEEN.has(name)) this.#unseen++;
    if (this.#unseen > 0) return;
    const paragraph = this.#paragraphs.at(-1);
    if (name === 'p') this.#paragraphs.push({ text: '', heading: false, style: null, list: null, level: null, links: [] });
    else if (name === 't') this.#inText = true;
    else if (name === 'instrText') this.#inField = true;
    else if (name === 'tab' || name === 'noBreakHyphen') this.#write(name === 'tab' ? ' ' : '-');
    else if (name === 'br' || name === 'cr') this.#write('\n');
    else if (name === 'tbl') this.#tables++;
    else if (name === 'pStyle' && paragraph) this.#style(paragraph, valueOf(attributes) ?? '');
    else if (name === 'numId' && paragraph) paragraph.list = valueOf(attributes);
    else if (name === 'ilvl' && paragraph) paragraph.level = levelOf(valueOf(attributes));
    else if (name === 'hyperlink') this.#beginLink(this.#target(relationId(attributes)));
    else if (name === 'fldSimple') this.#field(attributeOf(attributes, 'instr') ?? '');
  }

  text(text: string): void {
    if (this.#unseen > 0) return;
    if (this.#inText) this.#write(text);
    else if (this.#inField) this.#field(text);
  }

  close(name: string): void {
    if (UNSEEN.has(name)) this.#unseen--;
    if (this.#unseen > 0) return;
    if (name === 't') this.#inText = false;
    else if (name === 'instrText') this.#inField = false;
    else if (name === 'hyperlink') this.#endLink();
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc' && this.#tables === 1) {
      this.#row.push(this.#cell);
      this.#cell = '';
    } else if (name === 'tr' && this.#tables === 1) this.#endRow();
    else if (name === 'tbl') this.#tables--;
  }

  #style(paragraph: Paragraph, style: string): void {
    paragraph.style = style;
    if (/^(?:title|heading ?1|.berschrift1|titel)$/i.test(style)) paragraph.heading = true;
  }

  #write(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph && paragraph.text.length < 1_000_000) paragraph.text += text;
  }

  #target(id: string | null): string | null {
    const relation = id === null ? undefined : this.relations.get(id);
    return relation?.outside ? relation.target : null;
  }

  #beginLink(url: string | null): void {
    const paragraph = this.#paragraphs.at(-1);
    const link = { url: url ?? '', from: paragraph?.text.length ?? 0, to: 0 };
    this.#hyperlinks.push(link);
    if (url !== null) paragraph?.links.push(link);
  }

  #endLink(): void {
    const link = this.#hyperlinks.pop();
    if (link) link.to = this.#paragraphs.at(-1)?.text.length ?? 0;
  }

  /** `HYPERLINK "https://…"`: the text that follows is the link's. Its end is not looked for. */
  #field(instruction: string): void {
    const url = /HYPERLINK\s+"([^"]{1,4000})"/.exec(instruction)?.[1];
    const paragraph = this.#paragraphs.at(-1);
    if (url && paragraph) paragraph.links.push({ url, from: paragraph.text.length, to: 0 });
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph) return;
    const { text, links, heading } = paragraph;
    if (heading && text.trim() !== '') this.found.heading ??= text.trim();
    // A paragraph without text has no label either.
    const label = text.trim() === '' ? '' : this.lists.labelOf(paragraph.style, paragraph.list, paragraph.level);
    const line = label === '' ? text : `${label} ${text}`;
    const range = this.#tables > 0 ? null : this.found.lines.add(line);
    if (this.#tables > 0 && this.#cell.length < 1_000_000) this.#cell += ` ${line}`;
    for (const { url, from, to } of links) this.found.link(url, text.slice(from, to > from ? to : text.length), 'a', range);
  }

  #endRow(): void {
    this.found.lines.row(this.#row);
    this.#row = [];
  }
}

const UNSEEN: ReadonlySet<string> = new Set(['Fallback', 'del', 'moveFrom']);
