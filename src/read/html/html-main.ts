/**
 * The main part of a page: what a reader came for, without menus, boxes and comments.
 *
 * Works on the finished tree and text. From the root the search goes down while one child holds nearly all of the weight
 * (main-weights.ts). Neighbours that read like parts of the same article are added. Then boxes, lists of links, and
 * headings without a body are removed. Null when no part is clearly the main one.
 */
import { ArticleBounds, LEAST_LEAD, LONGEST_LABEL } from './article-bounds.js';
import { type Headline, headlineOf } from './headline.js';
import { BLOCK, CELL, KNOWN_TAGS, TAG } from './html-names.js';
import { TABLE } from './html-parts.js';
import type { HtmlText } from './html-text.js';
import type { HtmlTree } from './html-tree.js';
import { MainBoxes } from './main-boxes.js';
import { firstClass, isHeading, Junk } from './main-junk.js';
import { MainWeights } from './main-weights.js';

/** A smaller weight, in weighted characters, is no main part. */
const LEAST = 140;
/** Larger pages are lists, or made to keep us busy. */
const MOST_ROWS = 400_000;
/** A child with this share of its parent's weight replaces the parent. */
const NEARLY_ALL = 0.8;
/** Levels above the main part whose other children may belong to it, and the least weight of such a child. */
const LEVELS = 2;
const LEAST_SIBLING = 60;
/** Longest lead; a longer text is something else. */
const LONGEST_LEAD = 800;
/** Fewest characters of a block that is a sentence wherever it stands. */
const LEAST_SENTENCE = 80;

/** Pairs of start and end in the text, in document order. */
export function mainPart(tree: HtmlTree, text: HtmlText, titles: readonly string[] = []): readonly number[] | null {
  if (tree.count === 0 || tree.count > MOST_ROWS) return null;
  const weights = new MainWeights(tree, text);
  new MainBoxes(tree, text, weights).mark();
  if (weights.weight(weights.root) < LEAST) return null;
  const main = descend(tree, text, weights);
  const kept = new MainPart(tree, text, weights, main, headlineOf(tree, text, weights, titles, main)).read();
  return kept.length === 0 ? null : kept;
}

function descend(tree: HtmlTree, text: HtmlText, weights: MainWeights): number {
  for (let node = weights.root; ; ) {
    const best = heaviestChild(tree, weights, node);
    if (best < 0 || weights.weight(best) < NEARLY_ALL * weights.weight(node) || !isContainer(tree, text, best)) return node;
    node = best;
  }
}

function heaviestChild(tree: HtmlTree, weights: MainWeights, node: number): number {
  const end = tree.last[node] ?? node;
  let best = -1;
  for (let child = node + 1; child <= end; child = (tree.last[child] ?? child) + 1)
    if (tree.isElement(child) && (best < 0 || weights.weight(child) > weights.weight(best))) best = child;
  return best;
}

function isContainer(tree: HtmlTree, text: HtmlText, row: number): boolean {
  const tag = tree.tag[row] ?? 0;
  if (((text.part[row] ?? 0) & TABLE) !== 0) return false;
  return tag >= KNOWN_TAGS || ((tree.flagsOf(row) & (BLOCK | CELL)) !== 0 && !WHOLE.has(tag));
}

class MainPart {
  private readonly kept: number[] = [];
  private readonly junk: Junk;
  private readonly bounds: ArticleBounds;

  constructor(
    private readonly tree: HtmlTree,
    private readonly text: HtmlText,
    private readonly weights: MainWeights,
    private readonly main: number,
    private readonly headline: Headline,
  ) {
    this.junk = new Junk(tree, text, weights, main);
    this.bounds = new ArticleBounds(tree, text, weights, headline);
  }

  /** The text between the headline and the main part is the lead, unless it is too long. */
  read(): readonly number[] {
    const { tree, main } = this;
    const headline = this.headline.row;
    let next = headline < 0 ? main : (tree.last[headline] ?? headline) + 1;
    const isShort = this.sentencesIn(next, main - 1) <= LONGEST_LEAD;
    for (const [row, lead] of this.withSiblings()) {
      if (isShort && next < row && row <= main) this.keepSentences(next, row - 1, LEAST_LEAD);
      if (lead) this.keepSentences(row, tree.last[row] ?? row, LEAST_SENTENCE);
      else this.clean(row);
      next = Math.max(next, (tree.last[row] ?? row) + 1);
    }
    return this.kept;
  }

  private sentencesIn(from: number, to: number): number {
    let sum = 0;
    for (let row = from; row <= to; row++)
      if (!this.tree.isElement(row) && this.weights.charsOfBlock(row) >= LEAST_SENTENCE) sum += this.weights.chars(row);
    return sum;
  }

  /** Neighbours that are parts of the same article: a second section as a whole, of what stands above only the sentences. */
  private withSiblings(): [row: number, lead: boolean][] {
    const { tree, main } = this;
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
    if (own < LEAST_SIBLING || own > weights.weight(this.main) || weights.density(row) > 0.25) return false;
    const alike = tree.tag[row] === tree.tag[main] && firstClass(tree, row) === firstClass(tree, main);
    return own > (alike ? 0.3 : 0.8) * weights.chars(row) && !this.junk.isJunk(row);
  }

  private holdsLead(row: number): boolean {
    const own = this.weights.weight(row);
    return own > LEAST_SIBLING && own > 0.4 * this.weights.chars(row) && own < LONGEST_LEAD && !this.weights.inBox(row);
  }

  private keepSentences(from: number, to: number, least: number): void {
    const { tree, text, weights } = this;
    for (let row = from; row <= to; row++) {
      if (tree.isElement(row)) {
        if ((this.junk.isJunk(row) && (tree.last[row] ?? row) <= to) || tree.tag[row] === TAG.h1) row = tree.last[row] ?? row;
      } else if (weights.isShown(row) && !weights.inBox(row) && weights.charsOfBlock(row) >= least && weights.densityOfBlock(row) < 0.3)
        this.keep(text.start[row] ?? 0, text.end[row] ?? 0, false);
    }
  }

  /** The heading above a removed part is removed too. */
  private clean(main: number): void {
    const { tree, text, kept } = this;
    const end = this.bounds.endOfOwn(main);
    const body = this.bounds.startOfBody(main);
    let heading = -1;
    let held = 0;
    for (let row = main + 1; row <= end; row++) {
      if (row < body && this.bounds.isAbove(row)) row = tree.last[row] ?? row;
      else if (!tree.isElement(row)) {
        const inside = heading >= 0 && row <= (tree.last[heading] ?? heading);
        const shown = this.weights.isShown(row) && (text.end[row] ?? 0) > (text.start[row] ?? 0);
        if (shown && !inside) heading = -1;
        if (shown) this.keep(text.start[row] ?? 0, text.end[row] ?? 0, inside && kept.length === held);
      } else if (this.junk.isJunk(row) || this.junk.isRepeated(row)) {
        // A label (`Advertisement`) may stand between a heading and its text.
        const isLabel = this.weights.chars(row) < LONGEST_LABEL;
        if (!isLabel && heading >= 0 && kept.length === held + 2) kept.length = held;
        if (!isLabel) heading = -1;
        row = tree.last[row] ?? row;
      } else if (isHeading(tree.tag[row] ?? 0)) {
        heading = row;
        held = kept.length;
      }
    }
  }

  /** Extends the last range when this one follows directly or after one space or line feed; `apart` begins a new range. */
  private keep(from: number, end: number, apart: boolean): void {
    const { kept } = this;
    // A separator may stand before the first letter of a row.
    const start = this.text.text.charCodeAt(from) <= 0x20 ? from + 1 : from;
    if (start >= end) return;
    const last = kept.length - 1;
    if (last > 0 && !apart && start - (kept[last] ?? 0) <= 1) kept[last] = end;
    else kept.push(start, end);
  }
}

/** Elements that are kept or removed as a whole. */
const WHOLE: ReadonlySet<number> = new Set((['p', 'blockquote', 'pre', 'ul', 'ol', 'dl'] as const).map((name) => TAG[name]));
