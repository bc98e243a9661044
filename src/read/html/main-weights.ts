/**
 * The weight of every element of a page in the search for its main part (html-main.ts).
 *
 * Three sums for each row of the tree: characters, characters inside links, and weight. A text weighs by its block: a
 * sentence fully, a label hardly, a line of links nothing. Boxes (main-boxes.ts) weigh nothing.
 *
 * A few passes over typed arrays, which the next page reuses: results are valid until then.
 */
import { ATTR, TAG } from './html-names.js';
import { FURNITURE, NAMED } from './html-parts.js';
import { type HtmlText, Zone } from './html-text.js';
import type { HtmlTree } from './html-tree.js';

/** Bits of a row: inside a link, inside a box, holds a heading that is a link to another page. */
const IN_LINK = 1;
const IN_BOX = 2;
const TITLED = 4;

/** Fewest characters of a block that is a sentence. */
const SENTENCE = 100;
/** Shortest title of another page, and longest text that announces one. */
export const TITLE = 15;
export const LONGEST_TEASER = 700;

let chars = new Int32Array(4096);
let linked = new Int32Array(4096);
let weight = new Float64Array(4096);
let flags = new Uint8Array(4096);

/** Longer columns are not kept. */
const KEEP_ROWS = 1 << 16;

/** Releases columns that only a giant page needs. */
export function forgetLargeWeights(): void {
  if (chars.length <= KEEP_ROWS) return;
  for (const { buffer } of [chars, linked, weight, flags]) buffer.transfer(0);
  makeColumns(4096);
}

function makeColumns(rows: number): void {
  chars = new Int32Array(rows);
  linked = new Int32Array(rows);
  weight = new Float64Array(rows);
  flags = new Uint8Array(rows);
}

export class MainWeights {
  /** The body, or the first row of a page without one. */
  readonly root: number;
  private readonly blockChars: number[] = [];
  private readonly blockLinked: number[] = [];

  constructor(
    private readonly tree: HtmlTree,
    private readonly text: HtmlText,
  ) {
    if (chars.length < tree.count) makeColumns(tree.tag.length);
    const body = tree.tag.indexOf(TAG.body);
    this.root = body >= 0 && body < tree.count ? body : 0;
    this.measure();
    this.sumWeights();
    this.findTitled();
  }

  chars(row: number): number {
    return chars[row] ?? 0;
  }

  weight(row: number): number {
    return weight[row] ?? 0;
  }

  /** Characters outside links. */
  unlinked(row: number): number {
    return (chars[row] ?? 0) - (linked[row] ?? 0);
  }

  linked(row: number): number {
    return linked[row] ?? 0;
  }

  density(row: number): number {
    return (linked[row] ?? 0) / Math.max(chars[row] ?? 0, 1);
  }

  inBox(row: number): boolean {
    return ((flags[row] ?? 0) & IN_BOX) !== 0;
  }

  /** Marks the row and everything below it. */
  setBox(row: number, isBox: boolean): void {
    const end = this.tree.last[row] ?? row;
    for (let at = row; at <= end; at++) flags[at] = isBox ? (flags[at] ?? 0) | IN_BOX : (flags[at] ?? 0) & ~IN_BOX;
  }

  holdsTitle(row: number): boolean {
    return ((flags[row] ?? 0) & TITLED) !== 0;
  }

  /** Whether the row announces another page. */
  isTitled(row: number): boolean {
    return this.holdsTitle(row) && (chars[row] ?? 0) > 3 * TITLE;
  }

  charsOfBlock(row: number): number {
    return this.blockChars[this.text.block[row] ?? 0] ?? 0;
  }

  /** The share of links in the row's block. */
  densityOfBlock(row: number): number {
    return (this.blockLinked[this.text.block[row] ?? 0] ?? 0) / Math.max(this.charsOfBlock(row), 1);
  }

  /** Judges furniture by name again, since its size is known here. */
  isShown(row: number): boolean {
    return this.text.zone[row] === Zone.visible && ((this.text.part[row] ?? 0) & (FURNITURE | NAMED)) !== FURNITURE;
  }

  private measure(): void {
    const { tree } = this;
    for (let row = 0; row < tree.count; row++) {
      const parent = tree.parent[row] ?? -1;
      const above = parent < 0 ? 0 : (flags[parent] ?? 0);
      chars[row] = linked[row] = 0;
      flags[row] = tree.tag[row] === TAG.a ? above | IN_LINK : above;
      if (!tree.isElement(row) && this.isShown(row)) this.measureText(row, (above & IN_LINK) !== 0);
    }
    for (let row = tree.count - 1; row >= 0; row--) {
      const parent = tree.parent[row] ?? -1;
      if (parent < 0) continue;
      chars[parent] = (chars[parent] ?? 0) + (chars[row] ?? 0);
      linked[parent] = (linked[parent] ?? 0) + (linked[row] ?? 0);
    }
  }

  private measureText(row: number, inLink: boolean): void {
    const { text } = this;
    const length = lengthOf(text.text, text.start[row] ?? 0, text.end[row] ?? 0);
    const block = text.block[row] ?? 0;
    chars[row] = length;
    this.blockChars[block] = (this.blockChars[block] ?? 0) + length;
    if (!inLink) return;
    linked[row] = length;
    this.blockLinked[block] = (this.blockLinked[block] ?? 0) + length;
  }

  /** Sums again once boxes are known. */
  sumWeights(): void {
    const { tree } = this;
    weight.fill(0, 0, tree.count);
    for (let row = tree.count - 1; row >= 0; row--) {
      if (!tree.isElement(row)) weight[row] = this.weightOfText(row);
      const parent = tree.parent[row] ?? -1;
      if (parent >= 0) weight[parent] = (weight[parent] ?? 0) + (weight[row] ?? 0);
    }
  }

  private weightOfText(row: number): number {
    const own = this.unlinked(row);
    if (own <= 0 || this.inBox(row)) return 0;
    const all = this.charsOfBlock(row);
    const density = this.densityOfBlock(row);
    return density > 0.5 ? 0 : own * Math.min(1, all / SENTENCE) * (1 - density);
  }

  private findTitled(): void {
    const { tree } = this;
    for (let row = 0; row < tree.count; row++) {
      const tag = tree.tag[row] ?? 0;
      if (tag < TAG.h1 || tag > TAG.h6 || (chars[row] ?? 0) < TITLE || this.density(row) < 0.8 || !this.leadsAway(row)) continue;
      for (let at = row; at >= 0 && (chars[at] ?? 0) <= LONGEST_TEASER; at = tree.parent[at] ?? -1) flags[at] = (flags[at] ?? 0) | TITLED;
    }
  }

  /** Whether a heading links to another place: one that links to itself belongs to this page. */
  private leadsAway(row: number): boolean {
    const { tree } = this;
    const end = tree.last[row] ?? row;
    for (let at = row + 1; at <= end; at++) if (tree.tag[at] === TAG.a) return (tree.attribute(at, ATTR.href, 2) ?? '#')[0] !== '#';
    return true;
  }
}

/** Characters; in scripts without spaces each one counts as two or three. */
function lengthOf(text: string, start: number, end: number): number {
  const length = end - start;
  // A separator may stand before the first letter.
  const first = text.charCodeAt(start) <= 0x20 ? start + 1 : start;
  return length > 0 && text.charCodeAt(first) >= 0x2e80 ? Math.round(length * 2.5) : length;
}
