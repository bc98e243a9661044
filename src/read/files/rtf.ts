/**
 * Rich Text Format: words that begin with a backslash, groups in braces, text in the code page of the current font.
 *
 * Pictures and embedded objects are skipped. Groups nested beyond the limit are read with the settings of the last group
 * within it.
 */
import { decodeText } from '../charset.js';
import { charsetOfCodePage, codePageOfFont } from './code-page.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { Unreadable } from './unreadable.js';

export const rtfReader = fileReader({
  name: 'rtf',
  about: 'Reads Rich Text Format (RTF): text, tables, links, properties.',
  types: ['application/rtf', 'text/rtf'],
  what: 'the RTF file',
  read({ bytes }, found) {
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    if (!source.trimStart().startsWith('{\\rt')) throw new Unreadable('is damaged: it does not begin like one');
    new RtfText(source, found).read();
  },
});

interface Group {
  /** Where its text goes. */
  readonly to: 'text' | 'nothing' | 'fonts' | 'instruction' | 'property';
  readonly property: string;
  readonly charset: string;
  readonly hidden: boolean;
  /** How many characters after a `\u` are substitutes for it and are skipped. */
  readonly substitutes: number;
}

const MAX_DEPTH = 2000;
const LONGEST_LINE = 1_000_000;
const UNSEEN: ReadonlySet<string> = new Set(
  'colortbl stylesheet pict object objdata themedata colorschememapping datastore xmlnstbl listtable listoverridetable rsidtbl generator fontemb fontfile filetbl revtbl operator doccomm template nonshppict falt panose xe tc bkmkstart bkmkend atnid atnauthor comment'.split(
    ' ',
  ),
);
const PROPERTIES: Readonly<Record<string, string>> = {
  title: 'dc.title',
  author: 'dc.creator',
  subject: 'dc.subject',
  keywords: 'keywords',
  operator: 'lastmodifiedby',
  company: 'company',
  category: 'category',
  doccomm: 'dc.description',
};
const CHARACTERS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  tab: ' ',
  line: '\n',
  softline: '\n',
};
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)|\\/giy;

class RtfText {
  readonly #groups: Group[] = [];
  #tooDeep = 0;
  #group: Group = { to: 'text', property: '', charset: 'windows-1252', hidden: false, substitutes: 1 };
  readonly #fonts = new Map<number, string>();
  #font = 0;
  #usual = 'windows-1252';
  /** Bytes not yet decoded: a character may have two. */
  #raw = '';
  #line = '';
  #row: string[] | null = null;
  #skip = 0;
  #property = '';
  #instruction = '';
  #link: { readonly url: string; readonly from: number; readonly depth: number } | null = null;
  #isNewGroup = false;

  constructor(
    private readonly source: string,
    private readonly found: FileFindings,
  ) {}

  read(): void {
    TOKEN.lastIndex = 0;
    for (let token = TOKEN.exec(this.source); token && !this.found.lines.full; token = TOKEN.exec(this.source)) {
      const [, word, number, hex, symbol, brace, text] = token;
      if (word !== undefined) this.#word(word, number === undefined ? null : Number(number));
      else if (hex !== undefined) this.#bytes(String.fromCharCode(Number.parseInt(hex, 16)));
      else if (brace === '{') this.#begin();
      else if (brace === '}') this.#end();
      else if (text !== undefined) this.#bytes(text.replace(/[\r\n]+/g, ''));
      else if (symbol !== undefined) this.#symbol(symbol);
      if (brace !== '{' && symbol !== '*') this.#isNewGroup = false;
    }
    this.#endLine();
    if (this.#row) this.found.lines.row(this.#row);
    if (this.#groups.length || this.#tooDeep) this.found.note('the RTF file is cut off; the part that is there was read');
  }

  #begin(): void {
    this.#flush();
    this.#isNewGroup = true;
    this.#skip = 0;
    if (this.#groups.length >= MAX_DEPTH) this.#tooDeep++;
    else this.#groups.push(this.#group);
  }

  #end(): void {
    this.#flush();
    this.#skip = 0;
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const { to, property } = this.#group;
    this.#group = this.#groups.pop() ?? this.#group;
    if (to === 'property' && this.#group.to !== 'property') this.found.metadata.add(property, this.#property);
    if (to === 'instruction' && this.#group.to !== 'instruction') this.#beginLink();
    if (this.#link && this.#groups.length < this.#link.depth) this.#endLink();
  }

  #set(change: Partial<Group>): void {
    this.#flush();
    this.#group = { ...this.#group, ...change };
  }

  #symbol(symbol: string): void {
    if (symbol === '*') {
      // A reader that does not know the next word must skip the group; we know few.
      const next = /^\\([a-z]+)/.exec(this.source.slice(TOKEN.lastIndex, TOKEN.lastIndex + 40))?.[1];
      if (this.#isNewGroup && next !== 'fldinst' && next !== 'shppict') this.#set({ to: 'nothing' });
    } else if (symbol === '~') this.#bytes(' ');
    else if (symbol === '_') this.#bytes('-');
    else if (symbol === '\n' || symbol === '\r') this.#endLine();
    else if (symbol === '\\' || symbol === '{' || symbol === '}') this.#bytes(symbol);
  }

  #word(word: string, number: number | null): void {
    if (word === 'u' && number !== null) return this.#unicode(number);
    if (word === 'bin') {
      TOKEN.lastIndex += Math.min(Math.max(number ?? 0, 0), this.source.length);
      return;
    }
    if (this.#isDestination(word)) return;
    const { to } = this.#group;
    if (word === 'ansicpg') this.#usual = this.#codePage(number);
    else if (word === 'mac') this.#set({ charset: (this.#usual = 'macintosh') });
    else if (word === 'uc') this.#set({ substitutes: Math.min(Math.max(number ?? 1, 0), 10) });
    else if (word === 'v') this.#set({ hidden: number !== 0 });
    else if (word === 'plain') this.#set({ hidden: false });
    else if (to === 'fonts') this.#fontWord(word, number ?? 0);
    else if (word === 'f') this.#set({ charset: this.#fonts.get(number ?? 0) ?? this.#usual });
    else if (word === 'par' || word === 'sect' || word === 'page') this.#endLine();
    else if (word === 'cell' || word === 'nestcell') this.#endCell();
    else if (word === 'row' || word === 'nestrow') this.#endRow();
    else if (Object.hasOwn(CHARACTERS, word)) this.#add(CHARACTERS[word] as string);
  }

  /** Whether the word says where the text of its group goes. */
  #isDestination(word: string): boolean {
    if (this.#group.to === 'property' || this.#inInformation) {
      const property = Object.hasOwn(PROPERTIES, word) ? PROPERTIES[word] : undefined;
      if (property !== undefined && this.#isNewGroup) {
        this.#property = '';
        this.#set({ to: 'property', property });
        return true;
      }
    }
    if (!this.#isNewGroup) return false;
    if (word === 'info') this.#set({ to: 'nothing', property: 'info' });
    else if (word === 'fonttbl') this.#set({ to: 'fonts' });
    else if (word === 'fldinst') {
      this.#instruction = '';
      this.#set({ to: 'instruction' });
    } else if (UNSEEN.has(word)) this.#set({ to: 'nothing' });
    else return false;
    return true;
  }

  get #inInformation(): boolean {
    return this.#group.property === 'info';
  }

  #codePage(number: number | null): string {
    const charset = charsetOfCodePage(number ?? 1252) ?? 'windows-1252';
    this.#set({ charset });
    return charset;
  }

  #fontWord(word: string, number: number): void {
    if (word === 'f') this.#font = number;
    const page = word === 'fcharset' ? codePageOfFont(number) : word === 'cpg' ? number : null;
    const charset = page === null ? null : charsetOfCodePage(page);
    if (charset !== null && this.#fonts.size < 10_000) this.#fonts.set(this.#font, charset);
  }

  #unicode(number: number): void {
    this.#flush();
    const code = number < 0 ? number + 65_536 : number & 0xffff;
    // Symbol fonts have their characters in the private range, bullets above all.
    this.#add(String.fromCharCode(code >= 0xf020 && code <= 0xf0ff ? code & 0xff : code));
    this.#skip = this.#group.substitutes;
  }

  #bytes(raw: string): void {
    const kept = raw.slice(this.#skip);
    this.#skip = Math.max(0, this.#skip - raw.length);
    if (this.#group.to !== 'nothing' && this.#group.to !== 'fonts') this.#raw += kept;
  }

  #flush(): void {
    if (this.#raw === '') return;
    const raw = this.#raw;
    this.#raw = '';
    this.#write(isAscii(raw) ? raw : decodeText(Buffer.from(raw, 'latin1'), this.#group.charset));
  }

  #add(text: string): void {
    this.#flush();
    this.#write(text);
  }

  #write(text: string): void {
    const { to, hidden } = this.#group;
    if (to === 'property') this.#property = (this.#property + text).slice(0, 10_000);
    else if (to === 'instruction') this.#instruction = (this.#instruction + text).slice(0, 10_000);
    else if (to === 'text' && !hidden && this.#line.length < LONGEST_LINE) this.#line += text;
  }

  #endLine(): void {
    this.#flush();
    if (this.#row) this.#row.push(this.#line);
    else this.found.lines.add(this.#line);
    this.#line = '';
  }

  #endCell(): void {
    this.#flush();
    this.#row ??= [];
    this.#row.push(this.#line);
    this.#line = '';
  }

  #endRow(): void {
    this.#flush();
    if (this.#row) this.found.lines.row(this.#row);
    this.#row = null;
  }

  /** The text of the field follows in a group beside this one. */
  #beginLink(): void {
    const url = /HYPERLINK\s+"([^"]{1,4000})"/.exec(this.#instruction)?.[1];
    if (url !== undefined) this.#link = { url, from: this.#line.length, depth: this.#groups.length };
  }

  #endLink(): void {
    if (this.#link) this.found.link(this.#link.url, this.#line.slice(this.#link.from));
    this.#link = null;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are part of ASCII
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
