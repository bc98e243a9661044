/**
 * HtmlTree: one parsed page as a table in document order, the single parse all passes work on.
 *
 * Columns of typed arrays instead of node objects: row = element or text, with its tag, its parent,
 * the last row of its subtree and where it stands in the source. Attributes are rows of a second
 * table. Nothing is copied out of the source before somebody asks. Building it costs about a third
 * of a DOM, walking it next to nothing, and since text positions per row are kept, later passes
 * (boilerplate, selectors) need no other tree.
 *
 * Tokenising is htmlparser2's; its Parser is not used, because its stack makes deep nesting quadratic
 * (10⁶ open elements: hours). Here depth stops at 512, as in browsers: what is deeper becomes a
 * sibling, so no consumer needs to fear for its stack.
 *
 * The arrays are used again for the next page: a tree is valid until the next `parse`.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { decodeEntities } from './entities.js';
import {
  ATTRIBUTE_NUMBERS,
  BARRIER,
  CLOSED_BY,
  HEAD_CONTENT,
  KNOWN_TAGS,
  RAW,
  TABLE_PARTS,
  TAG,
  TAG_FLAGS,
  TAG_NUMBERS,
  tagName,
  UNSEEN,
  VOID,
} from './html-names.js';

const MAX_DEPTH = 512;
const MAX_ROWS = 3_000_000;
const MAX_ATTRIBUTES = 3_000_000;
const MAX_ATTRIBUTES_PER_ELEMENT = 256;
const MAX_OWN_NAMES = 2000;
/** Larger tables are not kept. */
const KEEP_ROWS = 1 << 16;

/**
 * The tokenizer looks for the next `<` or quotation mark one character at a time; `indexOf` does the
 * same several times faster (0.18 → 0.09 ms a page). Put on the prototype because the method is
 * private; a version that no longer has it merely stays slow.
 */
class QuickTokenizer extends Tokenizer {}

interface Inner {
  readonly buffer: string;
  readonly offset: number;
  index: number;
}

Object.defineProperty(QuickTokenizer.prototype, 'fastForwardTo', {
  value(this: Inner, code: number): boolean {
    const found = this.buffer.indexOf(String.fromCharCode(code), this.index - this.offset + 1);
    this.index = this.offset + (found < 0 ? this.buffer.length - 1 : found);
    return found >= 0;
  },
});

export interface TreeOptions {
  /** XHTML: `<div/>` is closed, CDATA sections are text. */
  readonly xhtml?: boolean;
}

export class HtmlTree {
  source = '';
  count = 0;
  /** Notes on what was flattened or left out: too deep, too many. */
  readonly notes: string[] = [];

  tag = new Uint16Array(4096);
  parent = new Int32Array(4096);
  /** Last row of the subtree; the row itself when it has no children. */
  last = new Int32Array(4096);
  /** Source range: of a text itself; of an element, the name in its start tag. */
  start = new Int32Array(4096);
  end = new Int32Array(4096);
  /** First attribute row; the next row's is one past the last. */
  attributes = new Int32Array(4097);

  attributeCount = 0;
  attributeName = new Uint8Array(4096);
  /** Four numbers each: start and end of name and value. An empty range is a missing value. */
  attributeRange = new Int32Array(4 * 4096);

  private current = -1;
  private depth = 0;
  private xhtml = false;
  /** The attribute being read is left out. */
  private skipping = false;
  /** The last attribute has begun and not ended. */
  private valueOpen = false;
  private foreign = 0;
  /** How many elements of a tag are open: tells at once whether an end tag closes anything. */
  private openCount = new Uint32Array(256);
  private ownNames = new Map<string, number>();
  private ownNameList: string[] = [];
  private readonly handlers = this.callbacks();

  parse(source: string, options: TreeOptions = {}): this {
    this.reset(source, options);
    // A new one for each page: the tokenizer's own reset does not leave an unclosed script or title.
    const tokenizer = new QuickTokenizer({ decodeEntities: false }, this.handlers);
    tokenizer.write(source);
    tokenizer.end();
    // A tag cut off by the end of the page keeps its complete attributes.
    if (this.valueOpen) this.attributeCount--;
    while (this.current >= 0) this.closeCurrent();
    this.attributes[this.count] = this.attributeCount;
    return this;
  }

  /** Releases the page, and tables that only a giant page needs. */
  forget(): void {
    this.source = '';
    this.count = 0;
    this.attributeCount = 0;
    this.shrinkLarge();
  }

  isElement(row: number): boolean {
    return (this.tag[row] ?? 0) > TAG['#cdata'];
  }

  /** Lower-case name of an element. */
  nameOf(row: number): string {
    const tag = this.tag[row] ?? 0;
    return tagName(tag) ?? this.ownNameList[tag - KNOWN_TAGS] ?? 'x';
  }

  has(row: number, name: number): boolean {
    return this.find(row, name) >= 0;
  }

  /** Value of an attribute with character references decoded; null when the element has none of that name. */
  attribute(row: number, name: number, longest = 65_536): string | null {
    const at = this.find(row, name);
    if (at < 0) return null;
    const from = this.attributeRange[4 * at + 2] ?? 0;
    const to = Math.min(this.attributeRange[4 * at + 3] ?? 0, from + longest);
    const raw = this.source.slice(from, to);
    return raw.includes('&') ? decodeEntities(raw, 'attribute') : raw;
  }

  /** Text of all descendants as written, references decoded; for titles, scripts and anchors outside the visible text. */
  textOf(row: number, longest: number): string {
    const end = this.last[row] ?? row;
    let text = '';
    for (let at = row + 1; at <= end && text.length < longest; at++) if (!this.isElement(at)) text += this.contentOf(at, longest);
    return text.slice(0, longest);
  }

  private contentOf(row: number, longest: number): string {
    const from = this.start[row] ?? 0;
    const raw = this.source.slice(from, Math.min(this.end[row] ?? 0, from + longest));
    return raw.includes('&') && !this.isRaw(row) ? decodeEntities(raw, 'text') : raw;
  }

  /** Whether this text cannot contain character references. */
  isRaw(row: number): boolean {
    const parent = this.parent[row] ?? -1;
    return this.tag[row] === TAG['#cdata'] || (parent >= 0 && (this.flagsOf(parent) & RAW) !== 0);
  }

  flagsOf(row: number): number {
    return TAG_FLAGS[this.tag[row] ?? 0] ?? 0;
  }

  private find(row: number, name: number): number {
    const end = this.attributes[row + 1] ?? 0;
    for (let at = this.attributes[row] ?? 0; at < end; at++) if (this.attributeName[at] === name) return at;
    return -1;
  }

  private reset(source: string, options: TreeOptions): void {
    this.shrinkLarge();
    this.source = source;
    this.count = 0;
    this.attributeCount = 0;
    this.notes.length = 0;
    this.current = -1;
    this.depth = 0;
    this.foreign = 0;
    this.skipping = false;
    this.valueOpen = false;
    this.xhtml = options.xhtml ?? false;
    this.openCount.fill(0);
    if (this.ownNames.size > 0) {
      this.ownNames.clear();
      this.ownNameList = [];
    }
  }

  private shrinkLarge(): void {
    if (this.tag.length <= KEEP_ROWS && this.attributeName.length <= KEEP_ROWS) return;
    for (const { buffer } of [
      this.tag,
      this.parent,
      this.last,
      this.start,
      this.end,
      this.attributes,
      this.attributeName,
      this.attributeRange,
    ])
      buffer.transfer(0);
    this.tag = new Uint16Array(4096);
    this.parent = new Int32Array(4096);
    this.last = new Int32Array(4096);
    this.start = new Int32Array(4096);
    this.end = new Int32Array(4096);
    this.attributes = new Int32Array(4097);
    this.attributeName = new Uint8Array(4096);
    this.attributeRange = new Int32Array(4 * 4096);
  }

  private callbacks(): TokenizerCallbacks {
    return {
      onopentagname: (start, end) => this.open(this.tagAt(start, end), start, end),
      onopentagend: () => this.endOpenTag(false),
      onselfclosingtag: () => this.endOpenTag(true),
      onclosetag: (start, end) => this.close(this.tagAt(start, end), start, end),
      onattribname: (start, end) => this.addAttribute(start, end),
      onattribdata: (start, end) => this.extendValue(start, end),
      onattribend: () => {
        this.valueOpen = false;
      },
      ontext: (start, end) => this.addText(TAG['#text'], start, end),
      oncdata: (start, end, offset) => {
        if (this.xhtml || this.foreign > 0) this.addText(TAG['#cdata'], start, end - offset);
      },
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
      // References are decoded when a value is read.
      onattribentity: () => undefined,
      ontextentity: () => undefined,
    };
  }

  private tagAt(start: number, end: number): number {
    const written = this.source.slice(start, end);
    return TAG_NUMBERS.get(written) ?? this.numberOf(written.toLowerCase());
  }

  private numberOf(name: string): number {
    const known = TAG_NUMBERS.get(name) ?? this.ownNames.get(name);
    if (known !== undefined) return known;
    if (this.ownNameList.length >= MAX_OWN_NAMES) return 0;
    const tag = KNOWN_TAGS + this.ownNameList.length;
    this.ownNames.set(name, tag);
    this.ownNameList.push(name);
    return tag;
  }

  private open(tag: number, start: number, end: number): void {
    if (this.current >= 0 && this.tag[this.current] === TAG.head && !HEAD_CONTENT.has(tag)) this.closeCurrent();
    const closes = CLOSED_BY.get(tag);
    if (closes) while (this.current >= 0 && closes.has(this.tag[this.current] ?? 0)) this.closeCurrent();
    if (this.depth >= MAX_DEPTH && ((TAG_FLAGS[tag] ?? 0) & VOID) === 0) {
      if (this.depth === MAX_DEPTH) this.noteOnce(`elements nested deeper than ${MAX_DEPTH} levels were flattened`);
      this.closeCurrent();
    }
    const row = this.addRow(tag, start, end);
    if (row < 0) return;
    this.current = row;
    this.depth++;
    this.openCountUp(tag, 1);
    if (tag === TAG.svg || tag === TAG.math) this.foreign++;
  }

  private endOpenTag(selfClosing: boolean): void {
    if (this.current < 0) return;
    const flags = this.flagsOf(this.current);
    // For hidden elements the slash counts in HTML too: `<iframe …/>` would hide the rest of the page.
    if ((flags & VOID) !== 0 || (selfClosing && (this.xhtml || this.foreign > 0 || (flags & UNSEEN) !== 0))) this.closeCurrent();
  }

  private close(tag: number, start: number, end: number): void {
    if ((this.openCount[tag] ?? 0) === 0) {
      // The standard turns both end tags into an empty element: a break in the text.
      if (tag === TAG.p || tag === TAG.br) {
        this.open(tag, start, end);
        this.closeCurrent();
      }
      return;
    }
    const passes = TABLE_PARTS.has(tag);
    let row = this.current;
    while (row >= 0 && this.tag[row] !== tag) {
      if (!passes && (this.flagsOf(row) & BARRIER) !== 0) return;
      row = this.parent[row] ?? -1;
    }
    if (row < 0) return;
    while (this.current !== row) this.closeCurrent();
    this.closeCurrent();
  }

  private closeCurrent(): void {
    const row = this.current;
    const tag = this.tag[row] ?? 0;
    this.last[row] = this.count - 1;
    this.openCountUp(tag, -1);
    if (tag === TAG.svg || tag === TAG.math) this.foreign--;
    this.current = this.parent[row] ?? -1;
    this.depth--;
  }

  private openCountUp(tag: number, by: 1 | -1): void {
    if (tag >= this.openCount.length) {
      const larger = new Uint32Array(KNOWN_TAGS + MAX_OWN_NAMES);
      larger.set(this.openCount);
      this.openCount = larger;
    }
    this.openCount[tag] = (this.openCount[tag] ?? 0) + by;
  }

  private addText(tag: number, start: number, end: number): void {
    if (this.current >= 0 && this.tag[this.current] === TAG.head && /\S/.test(this.source.slice(start, end))) this.closeCurrent();
    const row = this.addRow(tag, start, end);
    if (row >= 0) this.last[row] = row;
  }

  private addRow(tag: number, start: number, end: number): number {
    const row = this.count;
    if (row >= MAX_ROWS) {
      this.noteOnce(`only the first ${MAX_ROWS.toLocaleString('en')} elements and texts were read`);
      return -1;
    }
    if (row >= this.tag.length) this.grow();
    this.tag[row] = tag;
    this.parent[row] = this.current;
    this.start[row] = start;
    this.end[row] = end;
    this.attributes[row] = this.attributeCount;
    this.count = row + 1;
    return row;
  }

  private grow(): void {
    const size = this.tag.length * 2;
    this.tag = enlarged(this.tag, size);
    this.parent = enlarged(this.parent, size);
    this.last = enlarged(this.last, size);
    this.start = enlarged(this.start, size);
    this.end = enlarged(this.end, size);
    this.attributes = enlarged(this.attributes, size + 1);
  }

  private addAttribute(start: number, end: number): void {
    const at = this.attributeCount;
    if (
      at >= MAX_ATTRIBUTES ||
      at - (this.attributes[this.current] ?? 0) >= MAX_ATTRIBUTES_PER_ELEMENT ||
      this.current !== this.count - 1
    ) {
      this.skipping = true;
      this.noteOnce(`attributes past the ${MAX_ATTRIBUTES_PER_ELEMENT}th of an element were left out`);
      return;
    }
    this.skipping = false;
    if (at >= this.attributeName.length) {
      this.attributeName = enlarged(this.attributeName, at * 2);
      this.attributeRange = enlarged(this.attributeRange, 8 * at);
    }
    const written = this.source.slice(start, end);
    this.attributeName[at] = ATTRIBUTE_NUMBERS.get(written) ?? ATTRIBUTE_NUMBERS.get(written.toLowerCase()) ?? 0;
    this.attributeRange[4 * at] = start;
    this.attributeRange[4 * at + 1] = end;
    this.attributeRange[4 * at + 2] = end;
    this.attributeRange[4 * at + 3] = end;
    this.attributeCount = at + 1;
    this.valueOpen = true;
  }

  private extendValue(start: number, end: number): void {
    if (this.skipping) return;
    const at = this.attributeCount - 1;
    this.attributeRange[4 * at + 2] = start;
    this.attributeRange[4 * at + 3] = end;
  }

  private noteOnce(note: string): void {
    if (!this.notes.includes(note)) this.notes.push(note);
  }
}

/** Releases the old column at once: columns of giant pages would pile up until garbage is collected. */
function enlarged<Column extends Uint8Array | Uint16Array | Int32Array>(from: Column, length: number): Column {
  const bytes = (from.buffer as ArrayBuffer).transfer(length * from.BYTES_PER_ELEMENT);
  return new (from.constructor as new (bytes: ArrayBuffer) => Column)(bytes);
}
