/**
 * The main part of a page: what a reader came for, without menus, boxes and comments.
 *
 * Works on the tree and the text that are there already. From the root the search goes down as long as one child holds
 * nearly all of the weight (main-weights.ts); what stands beside and reads like the same article is taken along. Inside of
 * that, boxes, lists of links and headings left without a body are taken out. Null where no part is clearly the main one.
 */
import { isAsideLine, LONGEST_ASIDE } from './aside-lines.js';
import { ATTR, BLOCK, CELL, KNOWN_TAGS, TAG } from './html-names.js';
import { TABLE } from './html-parts.js';
import type { HtmlText } from './html-text.js';
import type { HtmlTree } from './html-tree.js';
import { MainWeights } from './main-weights.js';

/** Less than this, in weighed characters, is no main part. */
const LEAST = 140;
/** Pages with more are lists or made to keep us busy. */
const MOST_ROWS = 400_000;
/** A child that holds this share of its parent's weight stands for it. */
const NEARLY_ALL = 0.8;
/** Levels above the main part whose other children may belong to it, and what the least of them weighs. */
const LEVELS = 2;
const LEAST_SIBLING = 60;
/** A lead is a few sentences; more is something else. */
const LONGEST_LEAD = 800;

/** What is longer is part of the text, whatever it is written as. */
const LONGEST_CAPTION = 1000;

/** Of what is left. */
const MOST_TITLED = 0.35;

/** Pairs of start and end in the text, in document order. */
export function mainPart(tree: HtmlTree, text: HtmlText): readonly number[] | null {
  return tree.count > MOST_ROWS ? null : new MainSearch(tree, text).run();
}

class MainSearch {
  private readonly weights: MainWeights;
  private readonly kept: number[] = [];
  /** Weight of the main part without what stands beside it. */
  private all = 0;
  /** Do headings that lead elsewhere announce other articles? Not where most of this one stands below them. */
  private titledAreOthers = true;

  constructor(
    private readonly tree: HtmlTree,
    private readonly text: HtmlText,
  ) {
    this.weights = new MainWeights(tree, text);
  }

  run(): readonly number[] | null {
    const { root } = this.weights;
    if (this.tree.count === 0 || this.weights.weight(root) < LEAST) return null;
    const main = this.descend(root);
    this.all = this.weights.weight(main);
    this.titledAreOthers = this.weightOfTitled(main) <= MOST_TITLED * this.all;
    for (const [row, lead] of this.withSiblings(main)) {
      if (lead) this.keepSentences(row);
      else this.clean(row);
    }
    return this.kept.length === 0 ? null : this.kept;
  }

  private weightOfTitled(main: number): number {
    const { tree, weights } = this;
    const end = tree.last[main] ?? main;
    let sum = 0;
    for (let row = main + 1; row <= end; row++) {
      if (!tree.isElement(row) || !weights.isTitled(row) || tree.tag[row] === TAG.li) continue;
      sum += weights.weight(row);
      row = tree.last[row] ?? row;
    }
    return sum;
  }

  private descend(root: number): number {
    let node = root;
    for (;;) {
      const best = this.heaviestChild(node);
      if (best < 0 || this.weights.weight(best) < NEARLY_ALL * this.weights.weight(node) || !this.isContainer(best)) return node;
      node = best;
    }
  }

  private heaviestChild(node: number): number {
    const { tree, weights } = this;
    const end = tree.last[node] ?? node;
    let best = -1;
    for (let child = node + 1; child <= end; child = (tree.last[child] ?? child) + 1)
      if (tree.isElement(child) && (best < 0 || weights.weight(child) > weights.weight(best))) best = child;
    return best;
  }

  private isContainer(row: number): boolean {
    const tag = this.tree.tag[row] ?? 0;
    if (((this.text.part[row] ?? 0) & TABLE) !== 0) return false;
    return tag >= KNOWN_TAGS || ((this.tree.flagsOf(row) & (BLOCK | CELL)) !== 0 && !WHOLE.has(tag));
  }

  /** Parts of the same article that stand beside the main one: a second section whole, of what is above the sentences only. */
  private withSiblings(main: number): [row: number, lead: boolean][] {
    const { tree } = this;
    const parts: [number, boolean][] = [[main, false]];
    let inner = main;
    for (let level = 0; level < LEVELS; level++) {
      const parent = tree.parent[inner] ?? -1;
      if (parent <= this.weights.root) break;
      const end = tree.last[parent] ?? parent;
      for (let child = parent + 1; child <= end; child = (tree.last[child] ?? child) + 1) {
        if (child === inner || !tree.isElement(child)) continue;
        if (this.belongs(child, inner)) parts.push([child, false]);
        else if (child < inner && this.holdsLead(child)) parts.push([child, true]);
      }
      inner = parent;
    }
    return parts.sort(([a], [b]) => a - b);
  }

  private belongs(row: number, main: number): boolean {
    const { weights, tree } = this;
    const own = weights.weight(row);
    if (own < LEAST_SIBLING || own > this.all || weights.density(row) > 0.25) return false;
    const alike = tree.tag[row] === tree.tag[main] && this.firstClass(row) === this.firstClass(main);
    return own > (alike ? 0.3 : 0.8) * weights.chars(row) && !this.isJunk(row);
  }

  private firstClass(row: number): string {
    return this.tree.attribute(row, ATTR.class, 60)?.trim().split(/\s/, 1)[0] ?? '';
  }

  private holdsLead(row: number): boolean {
    const own = this.weights.weight(row);
    return own > LEAST_SIBLING && own > 0.4 * this.weights.chars(row) && own < LONGEST_LEAD && !this.weights.inBox(row);
  }

  private keepSentences(part: number): void {
    const { tree, text, weights } = this;
    const end = tree.last[part] ?? part;
    for (let row = part; row <= end; row++) {
      if (tree.isElement(row)) {
        if (this.isJunk(row) || tree.tag[row] === TAG.h1) row = tree.last[row] ?? row;
      } else if (weights.isShown(row) && weights.charsOfBlock(row) >= 80) this.keep(text.start[row] ?? 0, text.end[row] ?? 0, false);
    }
  }

  /** A heading above something that is taken out goes with it. */
  private clean(main: number): void {
    const { tree, text, kept } = this;
    const end = tree.last[main] ?? main;
    let heading = -1;
    let held = 0;
    for (let row = main + 1; row <= end; row++) {
      if (!tree.isElement(row)) {
        const inside = heading >= 0 && row <= (tree.last[heading] ?? heading);
        const shown = this.weights.isShown(row) && (text.end[row] ?? 0) > (text.start[row] ?? 0);
        if (shown && !inside) heading = -1;
        if (shown) this.keep(text.start[row] ?? 0, text.end[row] ?? 0, inside && kept.length === held);
      } else if (this.isJunk(row)) {
        if (heading >= 0 && kept.length === held + 2) kept.length = held;
        heading = -1;
        row = tree.last[row] ?? row;
      } else if (isHeading(tree.tag[row] ?? 0)) {
        heading = row;
        held = kept.length;
      }
    }
  }

  /** What follows directly, or behind one space or line feed, goes on; `apart` begins a pair of its own. */
  private keep(from: number, end: number, apart: boolean): void {
    const { kept } = this;
    // A separator may stand before the first letter of a row.
    const start = this.text.text.charCodeAt(from) <= 0x20 ? from + 1 : from;
    if (start >= end) return;
    const last = kept.length - 1;
    if (last > 0 && !apart && start - (kept[last] ?? 0) <= 1) kept[last] = end;
    else kept.push(start, end);
  }

  private isJunk(row: number): boolean {
    const { tree, weights } = this;
    const tag = tree.tag[row] ?? 0;
    const size = weights.chars(row);
    if (size === 0) return false;
    if ((tree.flagsOf(row) & (BLOCK | CELL)) === 0 && tag < KNOWN_TAGS) return weights.inBox(row);
    if (((this.text.part[row] ?? 0) & TABLE) !== 0) return false;
    if (weights.inBox(row) || (tag === TAG.figcaption && size < LONGEST_CAPTION)) return true;
    if (size <= LONGEST_ASIDE && tag !== TAG.h1 && this.isAside(row)) return true;
    const own = weights.weight(row);
    if (own > 0.3 * this.all) return false;
    if (this.titledAreOthers && weights.isTitled(row) && tag !== TAG.li && own < 0.15 * this.all) return !isHeading(tag) || tag > TAG.h2;
    const density = weights.density(row);
    if (tag === TAG.ul || tag === TAG.ol) return density > 0.5 && weights.unlinked(row) < 15 * this.itemsOf(row);
    if (tag === TAG.div || tag === TAG.section) return density > 0.5 && own < 0.3 * size && !this.holdsList(row);
    return tag === TAG.p && size < 200 && (density > 0.9 || (density > 0.3 && this.pointsElsewhere(row)));
  }

  private isAside(row: number): boolean {
    const { text } = this;
    const [start, end] = [text.start[row] ?? 0, text.end[row] ?? 0];
    return end - start <= 2 * LONGEST_ASIDE && isAsideLine(text.text.slice(start, end));
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
      if ((tag === TAG.ul || tag === TAG.ol) && this.weights.chars(at) > 0.8 * this.weights.chars(row)) return true;
    }
    return false;
  }

  private pointsElsewhere(row: number): boolean {
    const start = this.text.start[row] ?? 0;
    return POINTER.test(this.text.text.slice(start, start + 40).trimStart());
  }
}

/** Of these no part is taken alone. */
const WHOLE: ReadonlySet<number> = new Set((['p', 'blockquote', 'pre', 'ul', 'ol', 'dl'] as const).map((name) => TAG[name]));

const isHeading = (tag: number): boolean => tag >= TAG.h1 && tag <= TAG.h6;

/** How pages announce others in the middle of a text, in the languages of the Union. */
const POINTER =
  /^[\W_]*(?:related|read (?:more|also|next)|see (?:more|also)|more:|watch|don.t miss|also read|(?:à )?lire aussi|à lire|voir aussi|lesen sie (?:auch|mehr)|lies auch|mehr (?:zum thema|dazu)|auch interessant|siehe auch|lea también|lee también|te puede interesar|ver también|leggi anche|leia (?:também|mais)|veja também|lees ook|lees meer|czytaj (?:też|także|więcej|również)|zobacz (?:też|także|również)|läs (?:också|även|mer)|les (?:også|mer)|læs (?:også|mere)|lue (?:myös|lisää)|čtěte (?:také|více)|přečtěte si|čítajte (?:aj|viac)|prečítajte si|olvass(?:a|on)? |ez is érdekelheti|cite(?:ș|ş)te (?:și|şi|mai)|прочетете|виж(?:те)? още|διαβάστε|preberite (?:tudi|več)|pročitajte|skaitykite|lasi(?:et)? (?:arī|vairāk)|loe (?:ka|lisaks|veel)|léigh|aqra )/iu;
