/**
 * The main part of a page: what a reader came for, without menus, boxes and comments.
 *
 * Works on the tree and the text that are there already, in three steps. Every block of text is weighed: sentences
 * count, links and labels hardly do. From the root the search goes down as long as one child holds nearly all of that
 * weight. Inside of what was found, lists of links, boxes that their names or their build give away, and headings left
 * without a body are taken out. Where a page has no clear main part, null says so.
 */
import { boxHint, BoxHint } from './box-words.js';
import { Hint, hintOf } from './furniture-words.js';
import { ATTR, BLOCK, CELL, KNOWN_TAGS, TAG } from './html-names.js';
import { FURNITURE, NAMED, TABLE } from './html-parts.js';
import { type HtmlText, Zone } from './html-text.js';
import type { HtmlTree } from './html-tree.js';

/** Pairs of start and end in the text, in document order. */
export type Ranges = readonly number[];

/** Less than this, in weighed characters, is no main part. */
const LEAST = 140;
/** A child that holds this share of its parent's weight stands for it. */
const NEARLY_ALL = Number(process.env.NA ?? 0.8);

export function mainPart(tree: HtmlTree, text: HtmlText, title: string | null): Ranges | null {
  return new MainPass(tree, text, title).run();
}

/** Scratch columns, used again by the next page like those of the tree. */
let chars = new Int32Array(4096);
let linked = new Int32Array(4096);
let weight = new Float64Array(4096);
let flags = new Uint8Array(4096);

const IN_LINK = 1;
const IN_BOX = 2;
/** Holds a heading that is a link: a teaser for another page. */
const TITLED = 4;

const BOX_SHARE = Number(process.env.BS ?? 0.5);
const ENOUGH = Number(process.env.EN ?? 400);
const HT = process.env.HT !== '0';
const SMALL = 250;
const PROSE = Number(process.env.PR ?? 400);
const LEAD = Number(process.env.LEAD ?? 800);
const TITLE = 15;
const LONGEST_TEASER = 700;
const LEVELS = Number(process.env.LV ?? 2);
const SIB_MIN = Number(process.env.SM ?? 60);
const SIB_PROSE = Number(process.env.SP ?? 0.8);

/** How pages announce others in the middle of a text, in the languages of the Union. */
const POINTER =
  /^[\W_]*(?:related|read (?:more|also|next)|see (?:more|also)|more:|watch|don.t miss|also read|(?:à )?lire aussi|à lire|voir aussi|lesen sie (?:auch|mehr)|lies auch|mehr (?:zum thema|dazu)|auch interessant|siehe auch|lea también|lee también|te puede interesar|ver también|leggi anche|leia (?:também|mais)|veja também|lees ook|lees meer|czytaj (?:też|także|więcej|również)|zobacz (?:też|także|również)|läs (?:också|även|mer)|les (?:også|mer)|læs (?:også|mere)|lue (?:myös|lisää)|čtěte (?:také|více)|přečtěte si|čítajte (?:aj|viac)|prečítajte si|olvass(?:a|on)? |ez is érdekelheti|cite(?:ș|ş)te (?:și|şi|mai)|прочетете|виж(?:те)? още|διαβάστε|preberite (?:tudi|več)|pročitajte|skaitykite|lasi(?:et)? (?:arī|vairāk)|loe (?:ka|lisaks|veel)|léigh|aqra )/iu;

class MainPass {
  private readonly blockChars: number[] = [];
  private readonly blockLinked: number[] = [];
  private readonly kept: number[] = [];
  private readonly title: string;

  constructor(
    private readonly tree: HtmlTree,
    private readonly text: HtmlText,
    title: string | null,
  ) {
    this.title = lettersOf(title ?? '');
  }

  run(): Ranges | null {
    this.weigh();
    const root = this.root();
    if (root < 0 || (weight[root] ?? 0) < LEAST) return null;
    const main = this.descend(root);
    const all = weight[main] ?? 0;
    for (const part of this.withSiblings(main, root)) {
      if (part >= 0) this.clean(part, all);
      else this.keepProse(-part, all);
    }
    return this.kept.length === 0 ? null : this.kept;
  }

  private root(): number {
    const body = this.tree.tag.indexOf(TAG.body);
    return body >= 0 && body < this.tree.count ? body : this.tree.count > 0 ? 0 : -1;
  }

  /** Forward: characters by block. Backward: sums up to the root. */
  private weigh(): void {
    const { tree, text } = this;
    if (chars.length < tree.count || chars.length > 4 * Math.max(tree.count, 65_536)) {
      chars = new Int32Array(tree.tag.length);
      linked = new Int32Array(tree.tag.length);
      weight = new Float64Array(tree.tag.length);
      flags = new Uint8Array(tree.tag.length);
    }
    for (let row = 0; row < tree.count; row++) this.measure(row);
    for (let row = tree.count - 1; row >= 0; row--) {
      const parent = tree.parent[row] ?? -1;
      if (parent < 0) continue;
      chars[parent] = (chars[parent] ?? 0) + (chars[row] ?? 0);
      linked[parent] = (linked[parent] ?? 0) + (linked[row] ?? 0);
    }
    this.sumWeights();
    this.findTitledItems();
    this.findBoxes();
    weight.fill(0, 0, tree.count);
    this.sumWeights();
  }

  private sumWeights(): void {
    const { tree } = this;
    for (let row = tree.count - 1; row >= 0; row--) {
      if (!tree.isElement(row)) weight[row] = this.weightOfText(row);
      const parent = tree.parent[row] ?? -1;
      if (parent >= 0) weight[parent] = (weight[parent] ?? 0) + (weight[row] ?? 0);
    }
  }

  private measure(row: number): void {
    const { tree, text } = this;
    chars[row] = linked[row] = weight[row] = 0;
    const parent = tree.parent[row] ?? -1;
    const above = parent < 0 ? 0 : (flags[parent] ?? 0);
    flags[row] = tree.tag[row] === TAG.a ? above | IN_LINK : above;
    if (tree.isElement(row) || !this.isShown(row)) return;
    const length = lengthOf(text.text, text.start[row] ?? 0, text.end[row] ?? 0);
    const block = text.block[row] ?? 0;
    chars[row] = length;
    this.blockChars[block] = (this.blockChars[block] ?? 0) + length;
    if ((above & IN_LINK) === 0) return;
    linked[row] = length;
    this.blockLinked[block] = (this.blockLinked[block] ?? 0) + length;
  }

  /** Furniture by its name only is judged anew, since its size is known here. */
  private isShown(row: number): boolean {
    return this.text.zone[row] === Zone.visible && ((this.text.part[row] ?? 0) & (FURNITURE | NAMED)) !== FURNITURE;
  }

  /** What its name says is a box, and does not hold the larger part of the page's sentences. */
  private findBoxes(): void {
    const { tree, text } = this;
    const all = weight[Math.max(0, this.root())] ?? 0;
    for (let row = 0; row < tree.count; row++) {
      if ((chars[row] ?? 0) === 0 || !tree.isElement(row)) continue;
      const hint = this.boxAt(row);
      if (hint === BoxHint.none) continue;
      const own = weight[row] ?? 0;
      if (hint === BoxHint.small && ((chars[row] ?? 0) > SMALL || !this.isWholeBlock(row))) continue;
      if (hint === BoxHint.weak && (!this.isWholeBlock(row) || (own > PROSE && own > 0.6 * (chars[row] ?? 0)))) continue;
      if (own > BOX_SHARE * all && !(hint === BoxHint.comments && all - own > ENOUGH)) continue;
      const end = tree.last[row] ?? row;
      for (let at = row; at <= end; at++) flags[at] = (flags[at] ?? 0) | IN_BOX;
      row = end;
    }
    void text;
  }

  private findTitledItems(): void {
    const { tree } = this;
    for (let row = 0; row < tree.count; row++) {
      const tag = tree.tag[row] ?? 0;
      if (tag < TAG.h1 || tag > TAG.h6 || (chars[row] ?? 0) < TITLE || (linked[row] ?? 0) < 0.8 * (chars[row] ?? 0)) continue;
      if (!this.leadsAway(row)) continue;
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

  /** Three or more in a row that each announce another page. */
  private isTeaserList(row: number): boolean {
    const { tree } = this;
    const end = tree.last[row] ?? row;
    const size = chars[row] ?? 0;
    if ((linked[row] ?? 0) < 3 * TITLE || (tree.last[row] ?? row) - row < 9) return false;
    let items = 0;
    let taken = 0;
    for (let at = row + 1; at <= end; at = (tree.last[at] ?? at) + 1) {
      if (!this.isTeaser(at)) continue;
      items++;
      taken += chars[at] ?? 0;
    }
    return items >= 3 && taken > 0.7 * size;
  }

  private isTeaser(row: number): boolean {
    const size = chars[row] ?? 0;
    const links = linked[row] ?? 0;
    const tag = this.tree.tag[row] ?? 0;
    if (tag === TAG.p || tag === TAG.tr || links < TITLE || size > LONGEST_TEASER) return false;
    return ((flags[row] ?? 0) & TITLED) !== 0 || (links > 0.6 * size && tag !== TAG.li);
  }

  /** A part of a sentence is no box. */
  private isWholeBlock(row: number): boolean {
    if ((this.tree.flagsOf(row) & (BLOCK | CELL)) !== 0) return true;
    return (chars[row] ?? 0) > 0.9 * (this.blockChars[this.text.block[row] ?? 0] ?? 0);
  }

  private boxAt(row: number): number {
    if (this.isTeaserList(row)) return BoxHint.comments;
    const { tree, text } = this;
    if (((text.part[row] ?? 0) & NAMED) === 0) return this.isBox(row) ? this.hint(row) : BoxHint.none;
    const parent = tree.parent[row] ?? -1;
    if (parent < 0 || ((text.part[parent] ?? 0) & NAMED) === 0) return BoxHint.box;
    // Nobody judged what is inside, since all of it was furniture.
    const tag = tree.tag[row] ?? 0;
    if (tag === TAG.nav || tag === TAG.footer || tag === TAG.aside || tag === TAG.form || tag === TAG.button || tag === TAG.select) return BoxHint.box;
    if (!this.isBox(row)) return BoxHint.none;
    return this.hint(row) || (this.furnitureHint(row) === Hint.strong ? BoxHint.box : BoxHint.none);
  }

  private furnitureHint(row: number): number {
    return Math.max(hintOf(this.tree.attribute(row, ATTR.class, 300) ?? ''), hintOf(this.tree.attribute(row, ATTR.id, 300) ?? ''));
  }

  private isBox(row: number): boolean {
    const tag = this.tree.tag[row] ?? 0;
    return tag === TAG.div || tag === TAG.section || tag === TAG.ul || tag === TAG.ol || tag === TAG.p || tag === TAG.span || tag === TAG.a || tag === TAG.article || tag === TAG.figure || tag >= KNOWN_TAGS;
  }

  private hint(row: number): number {
    const { tree } = this;
    let hint: number = BoxHint.none;
    const end = tree.attributes[row + 1] ?? 0;
    for (let at = tree.attributes[row] ?? 0; at < end; at++) {
      const name = tree.attributeName[at];
      if (name !== ATTR.class && name !== ATTR.id) continue;
      hint = Math.max(hint, boxHint(tree.source.slice(tree.attributeRange[4 * at + 2], tree.attributeRange[4 * at + 3])));
    }
    return hint;
  }

  /** A text counts by the block it stands in: a sentence fully, a label hardly, a line of links not at all. */
  private weightOfText(row: number): number {
    const own = (chars[row] ?? 0) - (linked[row] ?? 0);
    if (own <= 0 || ((flags[row] ?? 0) & IN_BOX) !== 0) return 0;
    const block = this.text.block[row] ?? 0;
    const all = this.blockChars[block] ?? 0;
    const density = (this.blockLinked[block] ?? 0) / all;
    if (density > 0.5) return 0;
    return own * Math.min(1, all / 100) * (1 - density);
  }

  private descend(root: number): number {
    const { tree } = this;
    let node = root;
    for (;;) {
      const end = tree.last[node] ?? node;
      let best = -1;
      for (let child = node + 1; child <= end; child = (tree.last[child] ?? child) + 1)
        if (tree.isElement(child) && (best < 0 || (weight[child] ?? 0) > (weight[best] ?? 0))) best = child;
      if (best < 0 || (weight[best] ?? 0) < NEARLY_ALL * (weight[node] ?? 0) || !this.isContainer(best)) return node;
      node = best;
    }
  }

  private isHeading(tag: number): boolean {
    return tag >= TAG.h1 && tag <= TAG.h6;
  }

  private isContainer(row: number): boolean {
    const tag = this.tree.tag[row] ?? 0;
    return tag !== TAG.p && tag !== TAG.blockquote && tag !== TAG.pre && tag !== TAG.ul && tag !== TAG.ol && tag !== TAG.dl && (this.tree.flagsOf(row) & (BLOCK | CELL)) !== 0 || tag >= KNOWN_TAGS;
  }

  /** Parts of the same article that stand beside the main part: an introduction above it, a second section. */
  private withSiblings(main: number, root: number): number[] {
    const { tree } = this;
    const parts = [main];
    let inner = main;
    for (let level = 0; level < LEVELS; level++) {
      const parent = tree.parent[inner] ?? -1;
      if (parent <= root) break;
      const end = tree.last[parent] ?? parent;
      for (let child = parent + 1; child <= end; child = (tree.last[child] ?? child) + 1)
        if (child !== inner && tree.isElement(child)) {
          if (this.belongs(child, inner, weight[main] ?? 0)) parts.push(child);
          else if (child < inner && this.holdsLead(child)) parts.push(-child);
        }
      inner = parent;
    }
    return parts.sort((a, b) => Math.abs(a) - Math.abs(b));
  }

  private belongs(row: number, main: number, all: number): boolean {
    const size = chars[row] ?? 0;
    const own = weight[row] ?? 0;
    if (own < SIB_MIN || own > all) return false;
    const density = (linked[row] ?? 0) / size;
    const alike = this.tree.tag[row] === this.tree.tag[main] && this.firstClass(row) === this.firstClass(main);
    return own > (alike ? 0.3 : SIB_PROSE) * size && density < 0.25 && !this.isJunk(row, all);
  }

  /** Of what stands above, sentences only: between them are dates, names and buttons. */
  private holdsLead(row: number): boolean {
    const own = weight[row] ?? 0;
    return own > SIB_MIN && own > 0.4 * (chars[row] ?? 0) && own < LEAD && ((flags[row] ?? 0) & IN_BOX) === 0;
  }

  private keepProse(part: number, all: number): void {
    const { tree, text } = this;
    const end = tree.last[part] ?? part;
    for (let row = part; row <= end; row++) {
      if (tree.isElement(row)) {
        if (this.isJunk(row, all) || tree.tag[row] === TAG.h1) row = tree.last[row] ?? row;
      } else if (this.isShown(row) && (this.blockChars[text.block[row] ?? 0] ?? 0) >= 80) this.keep(text.start[row] ?? 0, text.end[row] ?? 0, false);
    }
  }

  private firstClass(row: number): string {
    return this.tree.attribute(row, ATTR.class, 60)?.trim().split(/\s/, 1)[0] ?? '';
  }

  private clean(main: number, all: number): void {
    const { tree, text } = this;
    const end = tree.last[main] ?? main;
    let heading = -1;
    let held = 0;
    for (let row = main + 1; row <= end; row++) {
      if (tree.isElement(row)) {
        const tag = tree.tag[row] ?? 0;
        if (this.isJunk(row, all) || (tag >= TAG.h1 && tag <= TAG.h2 && this.repeatsTitle(row))) {
          // A heading above something that was taken out goes with it.
          if (heading >= 0 && this.kept.length === held + 2) this.kept.length = held;
          heading = -1;
          row = tree.last[row] ?? row;
        } else if (tag >= TAG.h1 && tag <= TAG.h6) {
          heading = row;
          held = this.kept.length;
        }
        continue;
      }
      if (!this.isShown(row)) continue;
      const inHeading = heading >= 0 && row <= (tree.last[heading] ?? heading);
      if (heading >= 0 && !inHeading && (text.end[row] ?? 0) > (text.start[row] ?? 0)) heading = -1;
      this.keep(text.start[row] ?? 0, text.end[row] ?? 0, inHeading && this.kept.length === held);
    }
  }

  /** `Read also: …` */
  private pointsElsewhere(row: number): boolean {
    const start = this.text.start[row] ?? 0;
    return POINTER.test(this.text.text.slice(start, start + 40).trimStart());
  }

  private itemsOf(row: number): number {
    const { tree } = this;
    const end = tree.last[row] ?? row;
    let items = 0;
    for (let at = row + 1; at <= end; at = (tree.last[at] ?? at) + 1) if (tree.tag[at] === TAG.li) items++;
    return items;
  }

  /** Lists are judged by themselves. */
  private holdsList(row: number): boolean {
    const end = Math.min(this.tree.last[row] ?? row, row + 10);
    for (let at = row + 1; at <= end; at++) {
      const tag = this.tree.tag[at];
      if ((tag === TAG.ul || tag === TAG.ol) && (chars[at] ?? 0) > 0.8 * (chars[row] ?? 0)) return true;
    }
    return false;
  }

  /** The title is told apart from the text. */
  private repeatsTitle(row: number): boolean {
    if (!HT) return false;
    const letters = lettersOf(this.text.text.slice(this.text.start[row], this.text.end[row]));
    return letters.length >= 8 && 2 * letters.length > this.title.length && this.title.includes(letters);
  }

  private keep(start: number, end: number, apart: boolean): void {
    if (end <= start) return;
    const { kept } = this;
    const last = kept.length - 1;
    // What follows directly, or behind one space, goes on.
    if (last > 0 && !apart && start - (kept[last] ?? 0) <= 1) kept[last] = end;
    else kept.push(start, end);
  }

  private isJunk(row: number, all: number): boolean {
    const { tree } = this;
    const tag = tree.tag[row] ?? 0;
    const flagsOfTag = tree.flagsOf(row);
    if ((flagsOfTag & (BLOCK | CELL)) === 0 && tag < KNOWN_TAGS) return ((flags[row] ?? 0) & IN_BOX) !== 0;
    if (((this.text.part[row] ?? 0) & TABLE) !== 0) return false;
    const size = chars[row] ?? 0;
    if (size === 0) return false;
    if (((flags[row] ?? 0) & IN_BOX) !== 0) return true;
    const density = (linked[row] ?? 0) / size;
    const own = weight[row] ?? 0;
    if (own > 0.3 * all) return false;
    if (((flags[row] ?? 0) & TITLED) !== 0 && tag !== TAG.li && size > 3 * TITLE && own < 0.15 * all) return !this.isHeading(tag) || tag > TAG.h2;
    if (tag === TAG.ul || tag === TAG.ol) return density > 0.5 && size - (linked[row] ?? 0) < 15 * this.itemsOf(row);
    if (tag === TAG.div || tag === TAG.section) return density > 0.5 && own < 0.3 * size && !this.holdsList(row);
    if (tag === TAG.p) return size < 200 && (density > 0.9 || (density > 0.3 && this.pointsElsewhere(row)));
    return false;
  }
}

const lettersOf = (text: string): string => text.slice(0, 400).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Characters; those of scripts without spaces say two or three times as much each. */
function lengthOf(text: string, start: number, end: number): number {
  let length = end - start;
  if (length > 0 && text.charCodeAt(start) >= 0x2e80) length = Math.round(length * 2.5);
  return length;
}
export const debug = (row: number) => `c${chars[row]} l${linked[row]} w${Math.round(weight[row] ?? 0)} f${flags[row]}`;
