/**
 * XML events for the format readers: saxes, made forgiving where sitemaps go wrong and strict where it matters.
 *
 * Faults of spelling (a bare `&`, an undefined entity, a stray character) are noted and read over. Faults of
 * structure end the reading. Entities are never expanded, nothing is ever fetched, depth is bounded.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';

export class Element {
  /** Local name in lower case: `lastMod` occurs. */
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly #tag: SaxesTagNS;

  constructor(
    tag: SaxesTagNS,
    /** 1 for the root. */
    readonly depth: number,
  ) {
    this.#tag = tag;
    this.name = tag.local.toLowerCase();
    this.prefix = tag.prefix;
    this.namespace = tag.uri;
  }

  /** By local name. */
  attribute(name: string): string | null {
    return this.attributes.find(([local]) => local === name)?.[1] ?? null;
  }

  get attributes(): readonly (readonly [name: string, value: string])[] {
    return Object.values(this.#tag.attributes).map(({ local, value }) => [local, value] as const);
  }
}

/** Reads one format. */
export interface ContentReader {
  open(element: Element): void;
  text(text: string): void;
  close(element: Element): void;
  /** A declared but never expanded entity stood in the text. */
  entity(): void;
  /** Keeps an entry that the end of the document cut short. */
  finish(): void;
}

export interface XmlReader extends ContentReader {
  /** What stands in `<!DOCTYPE …>`. */
  doctype(declaration: string): void;
}

/** How the document ended: read to its end, cut off, or broken in the middle. */
export interface XmlEnd {
  readonly state: 'complete' | 'truncated' | 'broken';
  readonly fault: string | null;
}

export class XmlRefusal extends Error {}

const CHUNK = 65_536;
const STRUCTURAL = /^(?:unexpected close tag|weird empty close tag)/;
/** Structural too, unless the document is over: what follows the root (a counter, half a page) harms nobody. */
const TRAILING = /^(?:documents may contain only one root|unmatched closing tag)/;
/** Kinds of misspelling that are counted; a file can invent any number. */
const MAX_MISSPELLINGS = 20;

/** `reader.doctype` and the others may throw to leave the document. */
export function readXml(text: string, reader: XmlReader, maxDepth: number, notes: string[]): XmlEnd {
  const run = new Run(reader, maxDepth);
  const end = run.read(text);
  for (const [what, count] of run.misspellings) notes.push(`read over: ${what}${count > 1 ? ` (${count} times)` : ''}`);
  return end;
}

class Run {
  readonly misspellings = new Map<string, number>();
  readonly #reader: XmlReader;
  readonly #maxDepth: number;
  readonly #parser = new SaxesParser({ xmlns: true, position: true, resolvePrefix: (prefix: string) => `unbound:${prefix}` });
  readonly #open: Element[] = [];
  #hasDoctype = false;
  #ending = false;
  #rootClosed = false;

  constructor(reader: XmlReader, maxDepth: number) {
    this.#reader = reader;
    this.#maxDepth = maxDepth;
    this.#parser.on('error', ({ message }) => this.#fault(message));
    this.#parser.on('doctype', (declaration) => {
      this.#hasDoctype = true;
      reader.doctype(declaration);
    });
    this.#parser.on('opentag', (tag) => this.#openTag(tag));
    this.#parser.on('closetag', () => {
      const element = this.#open.pop();
      if (element) reader.close(element);
      this.#rootClosed = this.#open.length === 0;
    });
    this.#parser.on('text', (piece) => reader.text(piece));
    this.#parser.on('cdata', (piece) => reader.text(piece));
  }

  read(text: string): XmlEnd {
    try {
      const source = escapeBareAmpersands(text, this.misspellings);
      for (let at = 0; at < source.length; at += CHUNK) this.#parser.write(source.slice(at, at + CHUNK));
      this.#ending = true;
      this.#parser.close();
      return { state: 'complete', fault: null };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error instanceof TrailingFault) return { state: 'complete', fault: null };
      return { state: this.#ending ? 'truncated' : 'broken', fault: error.message };
    }
  }

  #openTag(tag: SaxesTagNS): void {
    if (this.#open.length >= this.#maxDepth) throw new XmlRefusal(`elements nest deeper than ${this.#maxDepth}`);
    const element = new Element(tag, this.#open.length + 1);
    this.#open.push(element);
    this.#reader.open(element);
  }

  /** Messages of the parser start with the place, `line:column: `. */
  #fault(message: string): void {
    const what = message.replace(/^(?:\d+:)+\s*/, '');
    const misspelling = what.replace(/[.:].*$/s, '');
    if (TRAILING.test(what) && this.#rootClosed) {
      this.#count(`${misspelling}, behind the end of the document`);
      throw new TrailingFault();
    }
    if (this.#ending || STRUCTURAL.test(what) || TRAILING.test(what)) throw new Fault(message);
    if (this.#hasDoctype && what.startsWith('undefined entity')) this.#reader.entity();
    this.#count(misspelling);
  }

  #count(misspelling: string): void {
    const count = this.misspellings.get(misspelling);
    if (count || this.misspellings.size < MAX_MISSPELLINGS) this.misspellings.set(misspelling, (count ?? 0) + 1);
  }
}

class Fault extends Error {}
class TrailingFault extends Fault {}

const REFERENCE = /&(?:[A-Za-z_][\w.-]{0,63}|#\d{1,7}|#[xX][\da-fA-F]{1,6});/y;
const CDATA = '<![CDATA[';

/**
 * `?a=1&b=2` unescaped is the commonest fault of sitemaps. The parser would take everything up to the next semicolon for
 * the name of an entity, tags included, so it is mended before. CDATA keeps its ampersands.
 */
function escapeBareAmpersands(text: string, misspellings: Map<string, number>): string {
  const pieces: string[] = [];
  let done = 0;
  let cdata = text.indexOf(CDATA);
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at)) {
    while (cdata >= 0 && cdata < at) {
      const end = text.indexOf(']]>', cdata);
      if (end < 0) at = text.length;
      else if (end > at) at = end;
      cdata = end < 0 ? -1 : text.indexOf(CDATA, end);
    }
    if (text.charCodeAt(at) !== 38) continue; // moved past a CDATA section: look for the next one
    REFERENCE.lastIndex = at;
    if (!REFERENCE.test(text)) {
      pieces.push(text.slice(done, at), '&amp;');
      done = at + 1;
    }
    at++;
  }
  if (pieces.length === 0) return text;
  misspellings.set('ampersand that stands alone', pieces.length / 2);
  pieces.push(text.slice(done));
  return pieces.join('');
}
