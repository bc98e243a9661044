/**
 * Text, title and references of an XML document nobody has a better reader for.
 *
 * Tolerant on purpose: a feed with one bad character is still worth reading, so the HTML tokenizer
 * in XML mode is used rather than a validating parser. It expands no entities of the document's own,
 * so there is nothing to blow up and no file to fetch.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { LinkKind } from '../model/index.js';
import { foldSpace } from './html/html-text.js';
import { withoutSubset } from './xml-events.js';

const MAX_TEXT = 10_000_000;
const MAX_DEPTH = 512;
/** Elements whose text is a URL in the formats met most: RSS, sitemaps, OPDS. */
const URL_ELEMENTS: ReadonlySet<string> = new Set(['link', 'loc', 'url', 'comments']);

export interface XmlReference {
  readonly url: string;
  readonly kind: LinkKind;
  readonly anchor: string;
  readonly path: string;
}

export interface XmlText {
  readonly title: string | null;
  readonly text: string;
  readonly references: readonly XmlReference[];
  /** References past the limit. */
  readonly left: number;
}

export function readXml(document: string, maxReferences: number): XmlText {
  const source = withoutSubset(document);
  const handler = new XmlHandler(source, maxReferences);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, handler.callbacks());
  tokenizer.write(source);
  tokenizer.end();
  return handler.result();
}

class XmlHandler {
  private readonly lines: string[] = [];
  private length = 0;
  private readonly references: XmlReference[] = [];
  private title: string | null = null;
  private readonly open: string[] = [];
  private tooDeep = 0;
  private run = '';
  private attribute = '';
  private value = '';

  private left = 0;

  constructor(
    private readonly source: string,
    private readonly maxReferences: number,
  ) {}

  result(): XmlText {
    this.flush();
    return { title: this.title, text: this.lines.join('\n'), references: this.references, left: this.left };
  }

  callbacks(): TokenizerCallbacks {
    const slice = (start: number, end: number): string => this.source.slice(start, end);
    const nothing = (): void => undefined;
    return {
      onopentagname: (start, end) => this.enter(slice(start, end)),
      onopentagend: nothing,
      onselfclosingtag: () => this.leave(),
      onclosetag: () => this.leave(),
      onattribname: (start, end) => {
        this.attribute = slice(start, end).toLowerCase();
        this.value = '';
      },
      onattribdata: (start, end) => {
        this.value += slice(start, end);
      },
      onattribentity: (point) => {
        this.value += String.fromCodePoint(point);
      },
      onattribend: () => this.takeAttribute(),
      ontext: (start, end) => {
        this.run += slice(start, end);
      },
      ontextentity: (point) => {
        this.run += String.fromCodePoint(point);
      },
      oncdata: (start, end, offset) => {
        this.run += slice(start, end - offset);
      },
      onprocessinginstruction: (start, end) => this.takeInstruction(slice(start, Math.min(end, start + 2000))),
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
    };
  }

  private enter(name: string): void {
    this.flush();
    if (this.open.length >= MAX_DEPTH) this.tooDeep++;
    else this.open.push(localName(name));
  }

  private leave(): void {
    this.flush();
    if (this.tooDeep > 0) this.tooDeep--;
    else this.open.pop();
  }

  /** What stood between two tags is one line of the text. */
  private flush(): void {
    if (this.run === '') return;
    const line = foldSpace(this.run);
    this.run = '';
    if (line === '' || this.length >= MAX_TEXT) return;
    const name = this.open.at(-1) ?? '';
    if (name === 'title' && this.title === null) this.title = line.slice(0, 2000);
    if (URL_ELEMENTS.has(name) && /^https?:\/\/\S+$/i.test(line)) this.refer(line, 'link');
    this.lines.push(line);
    this.length += line.length + 1;
  }

  private takeAttribute(): void {
    const name = this.attribute;
    if (name === 'href' || name === 'xlink:href') this.refer(this.value, 'link');
    else if (name === 'src') this.refer(this.value, 'media');
    else if (name === 'url' && this.open.at(-1) === 'enclosure') this.refer(this.value, 'media');
  }

  /** `<?xml-stylesheet href="…"?>` */
  private takeInstruction(instruction: string): void {
    if (!instruction.startsWith('xml-stylesheet')) return;
    const href = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(instruction);
    if (href) this.refer(href[1] ?? href[2] ?? '', 'css');
  }

  private refer(url: string, kind: LinkKind): void {
    if (this.references.length >= this.maxReferences) this.left++;
    else this.references.push({ url, kind, anchor: '', path: this.open.slice(-24).join('>') });
  }
}

const localName = (name: string): string =>
  name
    .slice(name.indexOf(':') + 1)
    .toLowerCase()
    .slice(0, 100);
