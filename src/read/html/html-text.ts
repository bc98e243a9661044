/**
 * The visible text of a page, and where each row of the tree stands in it.
 *
 * Line feeds separate blocks. Inside a block white space is folded to single spaces, `<br>` and line feeds of
 * preformatted text become line feeds, and a space separates table cells. Invisible characters (soft hyphen, zero-width
 * space, controls) are dropped. What no reader sees is left out: head, scripts, templates, noscript, `hidden`,
 * `display:none`.
 */
import { TextUnits } from '../../model/index.js';
import { decodeEntities } from './entities.js';
import type { Marked } from './html-content.js';
import { ATTR, BLOCK, CELL, LINE_BREAK, PREFORMATTED, TAG, UNSEEN } from './html-names.js';
import { PartTracker } from './html-parts.js';
import type { HtmlTree } from './html-tree.js';

const MAX_TEXT = 10_000_000;

/** Why a row is not part of the visible text. */
export const Zone = { visible: 0, hidden: 1, noscript: 2, inert: 3 } as const;

export interface HtmlText {
  readonly text: string;
  /** Whether text was left out because there was too much. */
  readonly cut: boolean;
  /** Per row: the positions in `text` where the row begins and ends. Separators may stand at either end. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly zone: Uint8Array;
  /** Per row: the part of the page it belongs to (bits of html-parts.ts), and the number of the block it begins in. */
  readonly part: Uint8Array;
  readonly block: Int32Array;
  /** The text in ranges, each with the part of the page it belongs to. */
  readonly marked: Marked;
  /** The block an element begins in; null when that block has no text. */
  blockAt(row: number): readonly [start: number, end: number] | null;
}

/** Ids of parts that a server sends later, hidden until a script moves them into place; React numbers them so. */
const STREAMED = /^S:[\da-f]+$/;

/** Columns that the next page reuses, like those of the tree. */
let startColumn = new Int32Array(4096);
let endColumn = new Int32Array(4096);
let zoneColumn = new Uint8Array(4096);
let blockColumn = new Int32Array(4096);
let partColumn = new Uint8Array(4096);
const sourceUnits = new TextUnits();
/** Longest text for the fast path over numbers. */
const LARGEST_QUICK = 1 << 20;
/** Longer columns are not kept. */
const KEEP_ROWS = 1 << 16;

/** The result is valid until the next page, or until the columns are released. */
export function textOf(tree: HtmlTree): HtmlText {
  if (startColumn.length < tree.count) makeColumns(tree.tag.length);
  return new TextPass(tree).run();
}

/** Releases columns that only a giant page needs. */
export function forgetLargeColumns(): void {
  if (startColumn.length <= KEEP_ROWS) return;
  for (const { buffer } of [startColumn, endColumn, zoneColumn, blockColumn, partColumn]) buffer.transfer(0);
  makeColumns(4096);
}

function makeColumns(rows: number): void {
  startColumn = new Int32Array(rows);
  endColumn = new Int32Array(rows);
  zoneColumn = new Uint8Array(rows);
  blockColumn = new Int32Array(rows);
  partColumn = new Uint8Array(rows);
}

class TextPass {
  private readonly writer = new TextWriter();
  private readonly parts: PartTracker;
  /** Open elements, innermost last; the tree's depth limit bounds it. */
  private readonly open: number[] = [];
  private preformatted = 0;
  private nextReference: number;
  /** Null for a giant page: the numbers would take twice its size again. */
  private readonly units: Uint16Array | null;

  constructor(private readonly tree: HtmlTree) {
    this.nextReference = tree.source.indexOf('&');
    this.units = tree.source.length <= LARGEST_QUICK ? sourceUnits.of(tree.source) : null;
    this.parts = new PartTracker(tree);
  }

  run(): HtmlText {
    const { tree, writer } = this;
    for (let row = 0; row < tree.count; row++) {
      while (this.open.length > 0 && (tree.last[this.open[this.open.length - 1] ?? 0] ?? 0) < row) this.leave();
      startColumn[row] = endColumn[row] = writer.length;
      blockColumn[row] = writer.block;
      zoneColumn[row] = Zone.visible;
      partColumn[row] = this.parts.mark;
      if (!tree.isElement(row)) this.addText(row);
      else {
        const zone = this.zoneOf(row);
        if (zone === Zone.visible) this.enter(row);
        else row = this.skip(row, zone);
      }
    }
    while (this.open.length > 0) this.leave();
    return this.result();
  }

  private result(): HtmlText {
    const { blockStart, blockEnd, stretches } = this.writer.finish();
    const text = this.writer.text();
    return {
      text,
      marked: { text, stretches, articles: this.parts.articles, heading: this.parts.heading },
      cut: this.writer.full,
      start: startColumn,
      end: endColumn,
      zone: zoneColumn,
      part: partColumn,
      block: blockColumn,
      blockAt: (row) => {
        const block = blockColumn[row] ?? -1;
        const start = blockStart[block] ?? -1;
        return block < 0 || start < 0 ? null : [start, blockEnd[block] ?? start];
      },
    };
  }

  private enter(row: number): void {
    const flags = this.tree.flagsOf(row);
    if ((flags & LINE_BREAK) !== 0) this.writer.lineBreak();
    else if ((flags & BLOCK) !== 0) this.writer.endBlock();
    else if ((flags & CELL) !== 0) this.writer.space();
    if ((flags & PREFORMATTED) !== 0) this.preformatted++;
    blockColumn[row] = this.writer.block;
    startColumn[row] = this.writer.length;
    this.open.push(row);
    this.parts.enter(row, this.writer.length);
    partColumn[row] = this.parts.mark;
    if (this.parts.top === row) this.writer.setMark(this.parts.mark);
  }

  private leave(): void {
    const row = this.open.pop() ?? 0;
    const flags = this.tree.flagsOf(row);
    endColumn[row] = this.writer.length;
    if ((flags & BLOCK) !== 0) this.writer.endBlock();
    else if ((flags & CELL) !== 0) this.writer.space();
    if ((flags & PREFORMATTED) !== 0) this.preformatted--;
    if (this.parts.top !== row) return;
    this.parts.leave();
    this.writer.setMark(this.parts.mark);
  }

  /** Returns the last row of the subtree, so that the loop can step over it. */
  private skip(row: number, zone: number): number {
    const last = this.tree.last[row] ?? row;
    const { length } = this.writer;
    startColumn.fill(length, row, last + 1);
    endColumn.fill(length, row, last + 1);
    zoneColumn.fill(zone, row, last + 1);
    blockColumn.fill(-1, row, last + 1);
    return last;
  }

  private zoneOf(row: number): number {
    const { tree } = this;
    const tag = tree.tag[row];
    if ((tree.flagsOf(row) & UNSEEN) !== 0) {
      if (tag === TAG.noscript) return Zone.noscript;
      return tag === TAG.template || tag === TAG.script || tag === TAG.style ? Zone.inert : Zone.hidden;
    }
    if (tag === TAG.dialog && !tree.has(row, ATTR.open)) return Zone.hidden;
    if (tree.attributes[row] === tree.attributes[row + 1]) return Zone.visible;
    if (tree.has(row, ATTR.hidden)) return STREAMED.test(tree.attribute(row, ATTR.id, 20) ?? '') ? Zone.visible : Zone.hidden;
    // When the whole page is hidden, a script shows it.
    if (tag === TAG.body || !tree.has(row, ATTR.style)) return Zone.visible;
    const style = tree.attribute(row, ATTR.style, 2000) ?? '';
    return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style) ? Zone.hidden : Zone.visible;
  }

  private addText(row: number): void {
    const { tree } = this;
    const start = tree.start[row] ?? 0;
    const end = tree.end[row] ?? 0;
    if (this.nextReference >= 0 && this.nextReference < start) this.nextReference = tree.source.indexOf('&', start);
    if (this.nextReference >= 0 && this.nextReference < end && !tree.isRaw(row)) {
      const decoded = decodeEntities(tree.source.slice(start, end), 'text');
      this.writer.write(decoded, 0, decoded.length, this.preformatted > 0);
    } else if (this.units !== null && isPlain(this.units, start, end)) this.writer.writePlain(tree.source, start, end);
    else this.writer.write(tree.source, start, end, this.preformatted > 0);
    endColumn[row] = this.writer.length;
  }
}

/**
 * Whether a range needs no work: only letters and single spaces. Avoids a branch for each character, since ends of words
 * cannot be predicted.
 */
function isPlain(source: Uint16Array, start: number, end: number): boolean {
  const kinds = kindTable();
  let odd = 0;
  let before = LETTER;
  for (let at = start; at < end; at++) {
    const kind = kinds[source[at] as number] as number;
    odd |= (kind & INVISIBLE) | ((kind & before) << 1);
    before = kind;
  }
  return odd === 0;
}

let kinds: Uint8Array | null = null;

/** The kind of every character for `isPlain`: letter, space, or neither. */
function kindTable(): Uint8Array {
  if (kinds !== null) return kinds;
  kinds = Uint8Array.from({ length: 0x10000 }, (_, code) => (isLetter(code) ? LETTER : code === 0x20 ? BLANK : INVISIBLE));
  return kinds;
}

const NOTHING = 0;
const SPACE = 1;
const LINE = 2;

/** Joins pieces of text; a separator is written only when something follows. */
class TextWriter {
  /** Characters written so far. */
  length = 0;
  /** Number of the current block; grows at every block boundary, with or without text. */
  block = 0;
  full = false;
  private readonly pieces: string[] = [];
  private readonly blockStart: number[] = [-1];
  private readonly blockEnd: number[] = [-1];
  private separator = NOTHING;
  private readonly stretches: number[] = [];
  private stretchStart = -1;
  private mark = 0;

  text(): string {
    return this.pieces.join('');
  }

  finish(): { blockStart: readonly number[]; blockEnd: readonly number[]; stretches: readonly number[] } {
    this.endBlock();
    return { blockStart: this.blockStart, blockEnd: this.blockEnd, stretches: this.stretches };
  }

  /** The following text belongs to another part of the page. */
  setMark(mark: number): void {
    if (mark === this.mark) return;
    this.endStretch();
    this.mark = mark;
  }

  private endStretch(): void {
    if (this.stretchStart >= 0) this.stretches.push(this.stretchStart, this.length, this.mark);
    this.stretchStart = -1;
  }

  endBlock(): void {
    if (this.blockStart[this.block] !== -1) this.blockEnd[this.block] = this.length;
    this.endStretch();
    this.blockStart.push(-1);
    this.blockEnd.push(-1);
    this.block++;
    this.separator = LINE;
  }

  lineBreak(): void {
    this.separator = LINE;
  }

  space(): void {
    if (this.separator === NOTHING) this.separator = SPACE;
  }

  /** Writes a piece of letters and single spaces, the usual case. */
  writePlain(source: string, from: number, to: number): void {
    let start = from;
    let end = to;
    if (source.charCodeAt(start) === 0x20 && start < end) {
      this.space();
      start++;
    }
    const blankEnd = end > start && source.charCodeAt(end - 1) === 0x20;
    if (blankEnd) end--;
    if (end > start) this.add(source.slice(start, end));
    if (blankEnd) this.space();
  }

  /** Finds ranges that can be copied unchanged. */
  write(source: string, from: number, to: number, preformatted: boolean): void {
    let start = -1;
    for (let at = from; at < to; at++) {
      const code = source.charCodeAt(at);
      if (code > 0x20 && code < 0x7f) {
        if (start < 0) start = at;
        continue;
      }
      if (code === 0x20 && start >= 0 && at + 1 < to && isLetter(source.charCodeAt(at + 1))) continue;
      const kind = kindOf(code);
      if (kind === LETTER) {
        if (start < 0) start = at;
        continue;
      }
      if (start >= 0) this.add(source.slice(start, at));
      start = -1;
      if (kind === BLANK) this.space();
      if (preformatted && code === 0x0a) this.lineBreak();
    }
    if (start >= 0) this.add(from === start && to === source.length && from === 0 ? source : source.slice(start, to));
  }

  private add(piece: string): void {
    if (this.full) return;
    if (this.length + piece.length >= MAX_TEXT) {
      this.full = true;
      return;
    }
    if (this.separator !== NOTHING && this.length > 0) {
      this.pieces.push(this.separator === LINE ? '\n' : ' ');
      this.length++;
    }
    this.separator = NOTHING;
    if (this.blockStart[this.block] === -1) this.blockStart[this.block] = this.length;
    if (this.stretchStart < 0) this.stretchStart = this.length;
    this.pieces.push(piece);
    this.length += piece.length;
  }
}

const LETTER = 0;
const BLANK = 1;
const INVISIBLE = 2;

const isLetter = (code: number): boolean => code > 0x20 && (code < 0x7f || kindOf(code) === LETTER);

/** For the characters outside printable ASCII. */
function kindOf(code: number): number {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return BLANK;
  if (code < 0xa0) return code === 0x85 ? BLANK : INVISIBLE; // C0 and C1 controls
  if (code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || code === 0x3000) return BLANK;
  if (code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f) return BLANK;
  return code === 0xad || code === 0x200b || code === 0xfeff || code === 0x2060 ? INVISIBLE : LETTER;
}

/** The same folding for a text that stands alone: titles, metadata, anchors. */
export function foldSpace(text: string): string {
  const writer = new TextWriter();
  writer.write(text, 0, text.length, false);
  return writer.text();
}
