/**
 * XML events for the format readers: saxes, forgiving where sitemaps go wrong and strict where it matters.
 *
 * Mistakes in the text (a bare `&`, an undefined entity, a stray character) are noted and skipped. Mistakes in the
 * structure end the reading. Entities are never expanded, nothing is fetched, depth is bounded.
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
  /** The text contained an entity that is declared but never expanded. */
  entity(): void;
  /** Keeps an entry that the end of the document cut short. */
  finish(): void;
}

export interface XmlReader extends ContentReader {
  /** Receives the text of `<!DOCTYPE …>`. */
  doctype(declaration: string): void;
}

/** How the document ended: complete, cut off, or broken in the middle. */
export interface XmlEnd {
  readonly state: 'complete' | 'truncated' | 'broken';
  readonly fault: string | null;
}

export class XmlRefusal extends Error {}

const CHUNK = 65_536;
const STRUCTURAL = /^(?:unexpected close tag|weird empty close tag)/;
/** Structural too, unless the document is over: what follows the root (a counter, half a page) does no harm. */
const TRAILING = /^(?:documents may contain only one root|unmatched closing tag)/;
/** Most kinds of mistakes to count; a file can invent any number. */
const MAX_MISSPELLINGS = 20;

/** Parses a document in chunks. `reader.doctype` and the other events may throw to stop. */
export class XmlStream {
  readonly #misspellings = new Map<string, number>();
  readonly #reader: XmlReader;
  readonly #maxDepth: number;
  readonly #parser = new SaxesParser({ xmlns: true, position: true, resolvePrefix: (prefix: string) => `unbound:${prefix}` });
  readonly #open: Element[] = [];
  readonly #mender = new AmpersandMender();
  #end: XmlEnd | null = null;
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

  write(text: string): void {
    this.#parse(this.#mender.write(text));
  }

  /** How the document ended; called once, with notes on what was skipped. */
  end(notes: string[]): XmlEnd {
    this.#parse(this.#mender.end());
    this.#ending = true;
    this.#attempt(() => this.#parser.close());
    if (this.#mender.mended) notes.push(readOver('ampersand that stands alone', this.#mender.mended));
    for (const [what, count] of this.#misspellings) notes.push(readOver(what, count));
    return this.#end ?? { state: 'complete', fault: null };
  }

  #parse(source: string): void {
    for (let at = 0; at < source.length && !this.#end; at += CHUNK) this.#attempt(() => this.#parser.write(source.slice(at, at + CHUNK)));
  }

  /** After a fault nothing more is read. */
  #attempt(parse: () => void): void {
    if (this.#end) return;
    try {
      parse();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const state = this.#ending ? 'truncated' : 'broken';
      this.#end = error instanceof TrailingFault ? { state: 'complete', fault: null } : { state, fault: error.message };
    }
  }

  #openTag(tag: SaxesTagNS): void {
    if (this.#open.length >= this.#maxDepth) throw new XmlRefusal(`elements nest deeper than ${this.#maxDepth}`);
    const element = new Element(tag, this.#open.length + 1);
    this.#open.push(element);
    this.#reader.open(element);
  }

  /** The parser's messages start with the place, `line:column: `. */
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
    const count = this.#misspellings.get(misspelling);
    if (count || this.#misspellings.size < MAX_MISSPELLINGS) this.#misspellings.set(misspelling, (count ?? 0) + 1);
  }
}

class Fault extends Error {}
class TrailingFault extends Fault {}

const readOver = (what: string, count: number): string => `read over: ${what}${count > 1 ? ` (${count} times)` : ''}`;

const REFERENCE = /&(?:[A-Za-z_][\w.-]{0,63}|#\d{1,7}|#[xX][\da-fA-F]{1,6});/y;
/** The longest of these and of the marks of CDATA: this many characters must follow before the kind of text is known. */
const LOOKAHEAD = 70;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/**
 * Escapes bare ampersands. `?a=1&b=2` unescaped is the commonest mistake in sitemaps, and the parser would take
 * everything up to the next semicolon, tags included, for the name of an entity. Ampersands in CDATA stay.
 */
class AmpersandMender {
  mended = 0;
  #held = '';
  #inCdata = false;

  /** Returns the part of the text that is certain; the rest waits for the next call. */
  write(text: string): string {
    const all = this.#held + text;
    const until = Math.max(0, all.length - LOOKAHEAD);
    return this.#mend(all, until);
  }

  end(): string {
    return this.#mend(this.#held, this.#held.length);
  }

  #mend(all: string, until: number): string {
    let mended = '';
    let at = 0;
    while (at < until) {
      const mark = this.#inCdata ? CDATA_END : CDATA;
      const found = all.indexOf(mark, at);
      const isInside = found >= 0 && found < until;
      const stop = isInside ? found + mark.length : until;
      mended += this.#inCdata ? all.slice(at, stop) : this.#escaped(all, at, stop);
      if (isInside) this.#inCdata = !this.#inCdata;
      at = stop;
    }
    this.#held = all.slice(at);
    return mended;
  }

  #escaped(all: string, from: number, to: number): string {
    const pieces: string[] = [];
    let done = from;
    for (let at = all.indexOf('&', from); at >= 0 && at < to; at = all.indexOf('&', at + 1)) {
      REFERENCE.lastIndex = at;
      if (REFERENCE.test(all)) continue;
      pieces.push(all.slice(done, at), '&amp;');
      done = at + 1;
      this.mended++;
    }
    pieces.push(all.slice(done, to));
    return pieces.join('');
  }
}
