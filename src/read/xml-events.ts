/**
 * XML as a sequence of events: elements by local name, attributes, text.
 *
 * Tolerant like xml-text.ts and for the same reasons, and as harmless: no entities of the document's own, no files. Text
 * comes in one piece between two tags. Elements nested beyond the limit, and what stands in them, are passed over, so
 * neither a stack nor a search in one can be made to grow.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const MAX_DEPTH = 512;
const MAX_ATTRIBUTES = 200;

/** By name as written, prefix included. */
export type XmlAttributes = ReadonlyMap<string, string>;

export interface XmlListener {
  open?(name: string, attributes: XmlAttributes, prefix: string): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True: nothing more is wanted. */
  done?(): boolean;
}

/** How many characters are read before the listener is asked whether it has enough. */
const STRETCH = 65_536;

export function readXmlEvents(document: string, listener: XmlListener): void {
  const source = withoutSubset(document);
  const events = new Events(source, listener);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, events.callbacks());
  for (let at = 0; at < source.length && !listener.done?.(); at += STRETCH) tokenizer.write(source.slice(at, at + STRETCH));
  tokenizer.end();
  events.end();
}

/** The declarations inside a doctype are no text, and the tokenizer does not know where they end. */
export function withoutSubset(source: string): string {
  const doctype = /<!DOCTYPE[^<>[]{0,2000}\[/.exec(source.slice(0, 20_000));
  if (!doctype) return source;
  const end = source.indexOf(']>', doctype.index);
  return end < 0 ? source.slice(0, doctype.index) : source.slice(0, doctype.index) + source.slice(end + 2);
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The value of the first attribute of this local name, under whatever prefix. */
export function attributeOf(attributes: XmlAttributes, local: string): string | null {
  const plain = attributes.get(local);
  if (plain !== undefined) return plain;
  for (const [name, value] of attributes) if (name.length > local.length && localName(name) === local) return value;
  return null;
}

class Events {
  private readonly open: string[] = [];
  private tooDeep = 0;
  private run = '';
  private name = '';
  private attributes = new Map<string, string>();
  private attribute = '';
  private value = '';

  constructor(
    private readonly source: string,
    private readonly listener: XmlListener,
  ) {}

  end(): void {
    this.flush();
    this.closeTo(0);
  }

  callbacks(): TokenizerCallbacks {
    const slice = (start: number, end: number): string => this.source.slice(start, end);
    const nothing = (): void => undefined;
    return {
      onopentagname: (start, end) => {
        this.flush();
        this.name = slice(start, Math.min(end, start + 200));
        if (this.attributes.size) this.attributes = new Map();
      },
      onopentagend: () => this.enter(),
      onselfclosingtag: () => {
        this.enter();
        this.leave(this.name);
      },
      onclosetag: (start, end) => {
        this.flush();
        this.leave(slice(start, Math.min(end, start + 200)));
      },
      onattribname: (start, end) => {
        this.attribute = slice(start, Math.min(end, start + 200));
        this.value = '';
      },
      onattribdata: (start, end) => {
        this.value += slice(start, end);
      },
      onattribentity: (point) => {
        this.value += String.fromCodePoint(point);
      },
      onattribend: () => {
        if (this.attributes.size < MAX_ATTRIBUTES && !this.attributes.has(this.attribute)) this.attributes.set(this.attribute, this.value);
      },
      ontext: (start, end) => {
        this.run += slice(start, end);
      },
      ontextentity: (point) => {
        this.run += String.fromCodePoint(point);
      },
      oncdata: (start, end, offset) => {
        this.run += slice(start, end - offset);
      },
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    };
  }

  private enter(): void {
    if (this.open.length >= MAX_DEPTH) {
      this.tooDeep++;
      return;
    }
    const colon = this.name.indexOf(':');
    const local = this.name.slice(colon + 1);
    this.open.push(local);
    this.listener.open?.(local, this.attributes, colon < 0 ? '' : this.name.slice(0, colon));
  }

  /** An end tag that does not fit closes what stands in its way; one without a beginning is passed over. The depth is bounded, so is the search. */
  private leave(written: string): void {
    if (this.tooDeep > 0) {
      this.tooDeep--;
      return;
    }
    const at = this.open.lastIndexOf(localName(written));
    if (at < 0) return;
    this.closeTo(at);
  }

  private closeTo(depth: number): void {
    while (this.open.length > depth) {
      const name = this.open.pop() as string;
      this.listener.close?.(name);
    }
  }

  private flush(): void {
    if (this.run === '') return;
    const text = this.run;
    this.run = '';
    if (this.tooDeep === 0) this.listener.text?.(text);
  }
}
