/** OpenDocument texts, sheets and presentations, as packages or as one flat XML file. */
import { decodeText, detectCharset } from '../charset.js';
import { attributeOf, readXmlEvents, type XmlListener } from '../xml-events.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { readNamed } from './opc.js';
import { Unreadable } from './unreadable.js';
import { ZipPackage } from './zip-package.js';

const ODF = 'application/vnd.oasis.opendocument';
const WHAT = 'the OpenDocument file';

export const odfReader = fileReader({
  name: 'odf',
  about: 'Reads OpenDocument texts, sheets and presentations (ODT, ODS, ODP): text, tables, links, properties.',
  types: [
    'text',
    'text-template',
    'text-master',
    'spreadsheet',
    'spreadsheet-template',
    'presentation',
    'presentation-template',
    'graphics',
  ].map((kind) => `${ODF}.${kind}`),
  what: WHAT,
  read({ bytes }, found) {
    const zip = new ZipPackage(bytes);
    if (zip.damaged) found.note(`${WHAT} is cut off; the part that is there was read`);
    if (zip.text('META-INF/manifest.xml')?.includes('encryption-data')) throw new Unreadable('is encrypted');
    readMeta(zip.text('meta.xml'), found);
    const content = zip.text('content.xml');
    if (content === null) throw new Unreadable('lacks its content');
    readXmlEvents(content, new ContentListener(found));
  },
});

export const flatOdfReader = fileReader({
  name: 'flat-odf',
  about: 'Reads OpenDocument files that are one XML file (FODT, FODS, FODP).',
  types: ['text', 'spreadsheet', 'presentation'].map((kind) => `${ODF}.${kind}-flat-xml`),
  what: WHAT,
  read({ bytes, contentType }, found) {
    const source = decodeText(bytes, detectCharset(bytes, contentType, 'application/xml').charset);
    readMeta(metaIn(source.slice(0, 200_000)), found);
    readXmlEvents(source, new ContentListener(found, true));
  },
});

function metaIn(head: string): string | null {
  const start = head.search(/<office:meta[\s>]/);
  const end = start < 0 ? -1 : head.indexOf('</office:meta>', start);
  return end < 0 ? null : head.slice(start, end + '</office:meta>'.length);
}

const META: Readonly<Record<string, string>> = {
  title: 'dc.title',
  creator: 'dc.creator',
  subject: 'dc.subject',
  description: 'dc.description',
  language: 'dc.language',
  keyword: 'keywords',
  generator: 'generator',
  'creation-date': 'dcterms.created',
  date: 'dcterms.modified',
};

function readMeta(source: string | null, found: FileFindings): void {
  if (source === null) return;
  // The author is who wrote it first; `creator` is who saved it last.
  readNamed(source, { 'initial-creator': 'dc.creator' }, found);
  readNamed(source, found.metadata.first('dc.creator') === null ? META : { ...META, creator: 'lastmodifiedby' }, found);
  readXmlEvents(source, {
    open(name, attributes) {
      if (name !== 'document-statistic') return;
      found.metadata.add('pages', attributeOf(attributes, 'page-count'));
      found.metadata.add('words', attributeOf(attributes, 'word-count'));
    },
  });
}

const MAX_REPEAT = 100;

class ContentListener implements XmlListener {
  #text = '';
  /** A stack: paragraphs may contain frames with paragraphs. */
  readonly #waiting: string[] = [];
  #open = 0;
  #unseen = 0;
  #tables = 0;
  #row: string[] = [];
  #cell = '';
  #cellRepeat = 1;
  readonly #links: { readonly url: string; readonly from: number; to: number }[] = [];
  #body: boolean;

  constructor(
    private readonly found: FileFindings,
    flat = false,
  ) {
    this.#body = !flat;
  }

  done(): boolean {
    return this.found.lines.full;
  }

  open(...[name, attributes]: Parameters<NonNullable<XmlListener['open']>>): void {
    if (name === 'body') this.#body = true;
    if (UNSEEN.has(name)) this.#unseen++;
    if (!this.#body || this.#unseen > 0) return;
    if (name === 'p' || name === 'h') this.#begin();
    else if (name === 's') this.#text += ' ';
    else if (name === 'tab') this.#text += ' ';
    else if (name === 'line-break') this.#text += '\n';
    else if (name === 'a') this.#links.push({ url: attributeOf(attributes, 'href') ?? '', from: this.#text.length, to: 0 });
    else if (name === 'table') {
      this.#tables++;
      if (this.#tables === 1 && attributeOf(attributes, 'name')) this.#sheet = attributeOf(attributes, 'name') ?? '';
    } else if (name === 'spreadsheet') this.#isSheet = true;
    else if (name === 'table-cell')
      this.#cellRepeat = Math.min(Number(attributeOf(attributes, 'number-columns-repeated') ?? 1) || 1, MAX_REPEAT);
  }

  #isSheet = false;
  #sheet = '';

  text(text: string): void {
    if (this.#open > 0 && this.#unseen === 0 && this.#text.length < 1_000_000) this.#text += text;
  }

  close(name: string): void {
    if (UNSEEN.has(name)) this.#unseen--;
    if (!this.#body || this.#unseen > 0) return;
    if (name === 'a') {
      const link = this.#links.at(-1);
      if (link) link.to = this.#text.length;
    } else if (name === 'p' || name === 'h') this.#end(name);
    else if (name === 'table-cell' && this.#tables === 1) this.#endCell();
    else if (name === 'table-row' && this.#tables === 1) this.#endRow();
    else if (name === 'table') this.#tables--;
    else if (name === 'body') this.#body = false;
  }

  #begin(): void {
    this.#waiting.push(this.#text);
    this.#text = '';
    this.#open++;
  }

  #end(name: string): void {
    const text = this.#text;
    this.#text = this.#waiting.pop() ?? '';
    this.#open--;
    if (name === 'h' && text.trim() !== '') this.found.heading ??= text.trim();
    const range = this.#tables > 0 ? null : this.found.lines.add(text);
    if (this.#tables > 0 && this.#cell.length < 1_000_000) this.#cell += ` ${text}`;
    for (const { url, from, to } of this.#links.splice(0)) this.found.link(url, text.slice(from, to), 'a', range);
  }

  /** Empty cells are repeated to the edge of the sheet, so only cells with text count. */
  #endCell(): void {
    if (this.#cell.trim() !== '') for (let i = 0; i < this.#cellRepeat && this.#row.length < 16_384; i++) this.#row.push(this.#cell);
    this.#cell = '';
  }

  #endRow(): void {
    if (this.#isSheet && this.#sheet !== '') this.found.lines.add(this.#sheet);
    this.#sheet = '';
    this.found.lines.row(this.#row);
    this.#row = [];
  }
}

const UNSEEN: ReadonlySet<string> = new Set(['tracked-changes', 'annotation', 'sequence-decls', 'desc', 'script', 'binary-data']);
