/**
 * How much every element of a page weighs in the search for its main part (html-main.ts).
 *
 * Three sums for each row of the tree: characters, characters inside links, and weight. A text weighs by the block it
 * stands in: a sentence fully, a label hardly, a line of links nothing. Boxes weigh nothing: what a name gives away
 * (box-words.ts), furniture by its name, and lists of teasers. Names are believed only where the box does not hold most
 * of the page's sentences, because wrappers around everything are called `sidebar-left`, too.
 *
 * A few passes over typed arrays, which are used again by the next page: valid until then.
 */
import { BoxHint, boxHint } from './box-words.js';
import { Hint, hintOf } from './furniture-words.js';
import { ATTR, BLOCK, CELL, KNOWN_TAGS, TAG } from './html-names.js';
import { FURNITURE, NAMED } from './html-parts.js';
import { type HtmlText, Zone } from './html-text.js';
import type { HtmlTree } from './html-tree.js';

/** Bits of a row: inside a link, inside a box, holds a heading that is a link to another page. */
const IN_LINK = 1;
const IN_BOX = 2;
const TITLED = 4;

/** A block of this many characters is a sentence. */
const SENTENCE = 100;
/** A box of which the name says so, but not one that holds this share of all sentences. */
const LARGEST_BOX = 0.5;
/** Comments and teasers may be most of a page, where this much is left without them. */
const ENOUGH = 400;
/** Longest line about an article, sentences that no weak word calls a box, least title and largest teaser. */
const LONGEST_LINE = 250;
const PROSE = 400;
const TITLE = 15;
const LONGEST_TEASER = 700;

let chars = new Int32Array(4096);
let linked = new Int32Array(4096);
let weight = new Float64Array(4096);
let flags = new Uint8Array(4096);

/** Columns longer than this are not kept. */
const KEEP_ROWS = 1 << 16;

/** Lets go of columns that only a giant among the pages needs. */
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
  /** Are boxes believed that only a doubtful word makes ones? */
  private trustsDoubtful = true;
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
    this.findBoxes();
    this.sumWeights();
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

  density(row: number): number {
    return (linked[row] ?? 0) / Math.max(chars[row] ?? 0, 1);
  }

  inBox(row: number): boolean {
    return ((flags[row] ?? 0) & IN_BOX) !== 0;
  }

  /** Announces another page. */
  isTitled(row: number): boolean {
    return ((flags[row] ?? 0) & TITLED) !== 0 && (chars[row] ?? 0) > 3 * TITLE;
  }

  charsOfBlock(row: number): number {
    return this.blockChars[this.text.block[row] ?? 0] ?? 0;
  }

  /** Furniture by its name only is judged anew, since its size is known here. */
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

  private sumWeights(): void {
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
    const density = (this.blockLinked[this.text.block[row] ?? 0] ?? 0) / all;
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

  /** A heading that links to its own place is one of this page. */
  private leadsAway(row: number): boolean {
    const { tree } = this;
    const end = tree.last[row] ?? row;
    for (let at = row + 1; at <= end; at++) if (tree.tag[at] === TAG.a) return (tree.attribute(at, ATTR.href, 2) ?? '#')[0] !== '#';
    return true;
  }

  /**
   * A word is believed of what is little beside the rest. Where boxes that only a doubtful word makes ones weigh more
   * together than all that is left, they are the page: each paragraph in a `widget`, the article behind a `paywall`.
   */
  private findBoxes(): void {
    const all = weight[this.root] ?? 0;
    const doubtful: number[] = [];
    let doubted = 0;
    let left = all;
    this.markBoxes(0, this.tree.count - 1, all, (row) => {
      left -= weight[row] ?? 0;
      const hint = this.hint(row);
      if (hint > BoxHint.doubtful || hint < BoxHint.weak || this.isTeaserList(row)) return;
      doubtful.push(row);
      doubted += weight[row] ?? 0;
    });
    this.trustsDoubtful = doubted <= left;
    if (!this.trustsDoubtful) for (const row of doubtful) if (this.readsLikeProse(row)) this.reopen(row, all);
  }

  private readsLikeProse(row: number): boolean {
    return (weight[row] ?? 0) > 0.6 * (chars[row] ?? 0);
  }

  private markBoxes(from: number, to: number, all: number, note: (row: number) => void): void {
    const { tree } = this;
    for (let row = from; row <= to; row++) {
      if ((chars[row] ?? 0) === 0 || !tree.isElement(row) || !this.isBox(row, all)) continue;
      const end = tree.last[row] ?? row;
      for (let at = row; at <= end; at++) flags[at] = (flags[at] ?? 0) | IN_BOX;
      note(row);
      row = end;
    }
  }

  /** What is inside is judged by itself. */
  private reopen(row: number, all: number): void {
    const end = this.tree.last[row] ?? row;
    for (let at = row; at <= end; at++) flags[at] = (flags[at] ?? 0) & ~IN_BOX;
    this.markBoxes(row + 1, end, all, () => undefined);
  }

  private isBox(row: number, all: number): boolean {
    const own = weight[row] ?? 0;
    if (this.isTeaserList(row)) return own <= LARGEST_BOX * all || all - own > ENOUGH;
    const hint = this.hint(row);
    if (hint >= BoxHint.weak && hint <= BoxHint.doubtful && !this.trustsDoubtful && this.readsLikeProse(row)) return false;
    switch (hint) {
      case BoxHint.none:
        return false;
      case BoxHint.line:
        return own <= LARGEST_BOX * all && (chars[row] ?? 0) <= LONGEST_LINE && this.isWholeBlock(row);
      case BoxHint.weak:
        return own <= LARGEST_BOX * all && this.isWholeBlock(row) && (own <= PROSE || own <= 0.6 * (chars[row] ?? 0));
      case BoxHint.comments:
        return own <= LARGEST_BOX * all || all - own > ENOUGH;
      default:
        return own <= LARGEST_BOX * all;
    }
  }

  private hint(row: number): number {
    const { tree, text } = this;
    if (((text.part[row] ?? 0) & NAMED) === 0) return this.nameHint(row);
    const parent = tree.parent[row] ?? -1;
    if (parent < 0 || ((text.part[parent] ?? 0) & NAMED) === 0) return Math.max(BoxHint.doubtful, this.nameHint(row));
    // Nobody judged what is inside, since all of it was furniture.
    if (FURNITURE_TAGS.has(tree.tag[row] ?? 0)) return BoxHint.box;
    const hint = this.nameHint(row);
    return hint === BoxHint.none && this.isNamedFurniture(row) ? BoxHint.box : hint;
  }

  private nameHint(row: number): number {
    const { tree } = this;
    const tag = tree.tag[row] ?? 0;
    let hint: number = BoxHint.none;
    if (tag < KNOWN_TAGS && !NAMED_TAGS.has(tag)) return hint;
    const end = tree.attributes[row + 1] ?? 0;
    for (let at = tree.attributes[row] ?? 0; at < end; at++) {
      const name = tree.attributeName[at];
      if (name !== ATTR.class && name !== ATTR.id) continue;
      hint = Math.max(hint, boxHint(tree.source.slice(tree.attributeRange[4 * at + 2], tree.attributeRange[4 * at + 3])));
    }
    return hint;
  }

  private isNamedFurniture(row: number): boolean {
    const { tree } = this;
    if (!NAMED_TAGS.has(tree.tag[row] ?? 0)) return false;
    const names = [tree.attribute(row, ATTR.class, 300), tree.attribute(row, ATTR.id, 300)];
    return names.some((name) => name !== null && hintOf(name) === Hint.strong);
  }

  /** A part of a sentence is no box. */
  private isWholeBlock(row: number): boolean {
    if ((this.tree.flagsOf(row) & (BLOCK | CELL)) !== 0) return true;
    return (chars[row] ?? 0) > 0.9 * this.charsOfBlock(row);
  }

  /** Three or more in a row that each announce another page. */
  private isTeaserList(row: number): boolean {
    const { tree } = this;
    const end = tree.last[row] ?? row;
    if ((linked[row] ?? 0) < 3 * TITLE || end - row < 9) return false;
    let items = 0;
    let taken = 0;
    for (let at = row + 1; at <= end; at = (tree.last[at] ?? at) + 1) {
      if (!this.isTeaser(at)) continue;
      items++;
      taken += chars[at] ?? 0;
    }
    return items >= 3 && taken > 0.7 * (chars[row] ?? 0);
  }

  private isTeaser(row: number): boolean {
    const tag = this.tree.tag[row] ?? 0;
    if (tag === TAG.p || tag === TAG.tr || (linked[row] ?? 0) < TITLE || (chars[row] ?? 0) > LONGEST_TEASER) return false;
    return ((flags[row] ?? 0) & TITLED) !== 0 || (this.density(row) > 0.6 && tag !== TAG.li);
  }
}

/** Elements whose names are looked at. */
const NAMED_TAGS: ReadonlySet<number> = new Set(
  (['div', 'section', 'ul', 'ol', 'p', 'span', 'a', 'article', 'figure'] as const).map((name) => TAG[name]),
);
const FURNITURE_TAGS: ReadonlySet<number> = new Set(
  (['nav', 'footer', 'aside', 'form', 'button', 'select'] as const).map((name) => TAG[name]),
);

/** Characters; of scripts without spaces one says as much as two or three letters. */
function lengthOf(text: string, start: number, end: number): number {
  const length = end - start;
  return length > 0 && text.charCodeAt(start) >= 0x2e80 ? Math.round(length * 2.5) : length;
}
