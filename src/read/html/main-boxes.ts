/**
 * The boxes of a page: by their names (box-words.ts), furniture by its name, and lists of teasers.
 *
 * A name counts only if the box does not contain most of the page's sentences, because wrappers around everything are
 * also called `sidebar-left`.
 */

import { Hint, hintOf } from '../furniture-words.js';
import { BoxHint, boxHint } from './box-words.js';
import { ATTR, BLOCK, CELL, KNOWN_TAGS, TAG } from './html-names.js';
import { NAMED } from './html-parts.js';
import type { HtmlText } from './html-text.js';
import type { HtmlTree } from './html-tree.js';
import { LONGEST_TEASER, type MainWeights, TITLE } from './main-weights.js';

/** A box with at least this share of all sentences is none, whatever its name. */
const LARGEST_BOX = 0.5;
/** Comments and teasers may be most of a page if this much is left without them. */
const ENOUGH = 400;
/** Longest line about an article, longest caption, and sentences from which a weak word no longer makes a box. */
const LONGEST_LINE = 250;
const LONGEST_CAPTION = 1000;
const PROSE = 400;
/** Share of all sentences that boxes of one name may contain together. */
const MANY_ALIKE = 0.15;
/** Rows of a parent to search for a neighbour, and rows to search for all boxes of a page. */
const NEAR = 5000;
const MOST_LOOKS = 1_000_000;

export class MainBoxes {
  /** Whether a doubtful word is enough to make a box. */
  private trustsDoubtful = true;
  private looks = MOST_LOOKS;

  constructor(
    private readonly tree: HtmlTree,
    private readonly text: HtmlText,
    private readonly weights: MainWeights,
  ) {}

  /**
   * A word counts for what is small beside the rest. When boxes with only a doubtful word weigh more than everything
   * else, they are the page itself: each paragraph in a `widget`, the article behind a `paywall`.
   */
  mark(): void {
    const all = this.weights.weight(this.weights.root);
    const doubtful: number[] = [];
    let doubted = 0;
    let left = all;
    this.markBoxes(0, this.tree.count - 1, all, (row) => {
      left -= this.weights.weight(row);
      const hint = this.hint(row);
      if (hint > BoxHint.named || hint < BoxHint.weak || this.isTeaserList(row)) return;
      doubtful.push(row);
      doubted += this.weights.weight(row);
    });
    this.trustsDoubtful = doubted <= left;
    for (const row of this.trustsDoubtful ? this.alike(doubtful, all) : doubtful) if (this.readsLikeProse(row)) this.reopen(row, all);
    this.weights.sumWeights();
  }

  /** Boxes of one name that together contain many sentences: some templates name their paragraphs so, or what subscribers see. */
  private alike(rows: readonly number[], all: number): number[] {
    const twins: number[] = [];
    const groups = new Map<string, { rows: number[]; weight: number; least: number }>();
    for (const row of rows) {
      const hint = this.hint(row);
      if (this.hasProseTwin(row)) twins.push(row);
      if (hint > BoxHint.doubtful) continue;
      const name = `${this.tree.tag[row]} ${this.tree.attribute(row, ATTR.class, 100) ?? ''}`;
      const least = hint === BoxHint.doubtful ? PROSE : Math.max(PROSE, MANY_ALIKE * all);
      const group = groups.get(name) ?? { rows: [], weight: 0, least };
      group.rows.push(row);
      group.weight += this.weights.weight(row);
      groups.set(name, group);
    }
    return twins.concat(...[...groups.values()].filter((group) => group.weight > group.least).map((group) => group.rows));
  }

  /** Whether a neighbour of the same name is no box and has sentences. */
  private hasProseTwin(row: number): boolean {
    const { tree } = this;
    const parent = tree.parent[row] ?? -1;
    const name = tree.attribute(row, ATTR.class, 100);
    if (parent < 0 || name === null) return false;
    const end = Math.min(tree.last[parent] ?? parent, parent + NEAR);
    for (let at = parent + 1; at <= end; at = (tree.last[at] ?? at) + 1) {
      if (this.looks-- <= 0) return false;
      const isLike = at !== row && this.weights.weight(at) > PROSE && !this.weights.inBox(at) && tree.tag[at] === tree.tag[row];
      if (isLike && this.readsLikeProse(at) && tree.attribute(at, ATTR.class, 100) === name) return true;
    }
    return false;
  }

  private readsLikeProse(row: number): boolean {
    return this.weights.weight(row) > 0.6 * this.weights.chars(row);
  }

  private markBoxes(from: number, to: number, all: number, note: (row: number) => void): void {
    const { tree } = this;
    for (let row = from; row <= to; row++) {
      if (this.weights.chars(row) === 0 || !tree.isElement(row) || !this.isBox(row, all)) continue;
      const end = tree.last[row] ?? row;
      this.weights.setBox(row, true);
      note(row);
      row = end;
    }
  }

  /** Judges the content of the element by itself. */
  private reopen(row: number, all: number): void {
    this.weights.setBox(row, false);
    this.markBoxes(row + 1, this.tree.last[row] ?? row, all, () => undefined);
  }

  private isBox(row: number, all: number): boolean {
    const own = this.weights.weight(row);
    if (this.isTeaserList(row)) return own <= LARGEST_BOX * all || all - own > ENOUGH;
    const hint = this.hint(row);
    if (hint >= BoxHint.weak && hint <= BoxHint.named && !this.trustsDoubtful && this.readsLikeProse(row)) return false;
    switch (hint) {
      case BoxHint.none:
        return false;
      case BoxHint.line:
        return own <= LARGEST_BOX * all && this.weights.chars(row) <= LONGEST_LINE && this.isWholeBlock(row);
      case BoxHint.caption:
        return own <= LARGEST_BOX * all && this.weights.chars(row) <= LONGEST_CAPTION && this.isWholeBlock(row);
      case BoxHint.weak:
        return own <= LARGEST_BOX * all && this.isWholeBlock(row) && (own <= PROSE || own <= 0.6 * this.weights.chars(row));
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
    if (parent < 0 || ((text.part[parent] ?? 0) & NAMED) === 0) return Math.max(BoxHint.named, this.nameHint(row));
    // All of it was furniture, so its content was never judged.
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
    return this.weights.chars(row) > 0.9 * this.weights.charsOfBlock(row);
  }

  /** Whether three or more elements in a row each announce another page. */
  private isTeaserList(row: number): boolean {
    const { tree } = this;
    const end = tree.last[row] ?? row;
    if (this.weights.linked(row) < 3 * TITLE || end - row < 9) return false;
    let items = 0;
    let taken = 0;
    for (let at = row + 1; at <= end; at = (tree.last[at] ?? at) + 1) {
      if (!this.isTeaser(at)) continue;
      items++;
      taken += this.weights.chars(at);
    }
    return items >= 3 && taken > 0.7 * this.weights.chars(row);
  }

  private isTeaser(row: number): boolean {
    const tag = this.tree.tag[row] ?? 0;
    if (tag === TAG.p || tag === TAG.tr || this.weights.linked(row) < TITLE || this.weights.chars(row) > LONGEST_TEASER) return false;
    return this.weights.holdsTitle(row) || (this.weights.density(row) > 0.6 && tag !== TAG.li);
  }
}

/** Elements whose names are looked at. */
const NAMED_TAGS: ReadonlySet<number> = new Set(
  (['div', 'section', 'ul', 'ol', 'p', 'span', 'a', 'article', 'figure'] as const).map((name) => TAG[name]),
);
const FURNITURE_TAGS: ReadonlySet<number> = new Set(
  (['nav', 'footer', 'aside', 'form', 'button', 'select'] as const).map((name) => TAG[name]),
);
