/** What stands inside the main part without belonging to the article: boxes, links elsewhere, repetitions. */
import { isAsideLine, LONGEST_ASIDE } from './aside-lines.js';
import { ATTR, BLOCK, CELL, KNOWN_TAGS, TAG } from './html-names.js';
import { TABLE } from './html-parts.js';
import type { HtmlText } from './html-text.js';
import type { HtmlTree } from './html-tree.js';
import type { MainWeights } from './main-weights.js';

/** A longer text belongs to the article, however it is marked up. */
const LONGEST_CAPTION = 1000;
/** Most paragraphs to compare with each other, and the shortest of them. */
const MOST_TOLD = 2000;
const LEAST_REPEATED = 80;
/** Share of the remaining text. */
const MOST_TITLED = 0.35;

export class Junk {
  /** Weight of the main part without its neighbours. */
  private readonly all: number;
  /** Whether headings with links announce other articles. Not when most of this article stands below them. */
  private readonly titledAreOthers: boolean;
  /** Kept paragraphs and their rows. */
  private readonly told = new Map<string, number>();

  constructor(
    private readonly tree: HtmlTree,
    private readonly text: HtmlText,
    private readonly weights: MainWeights,
    main: number,
  ) {
    this.all = weights.weight(main);
    this.titledAreOthers = this.weightOfTitled(main) <= MOST_TITLED * this.all;
  }

  /** Whether a row is a box, a caption, a list of links, or a line that does not belong to the article. */
  isJunk(row: number): boolean {
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

  /** Text that occurs twice word for word is a caption or a note; below one parent it is a refrain. */
  isRepeated(row: number): boolean {
    const { tree, text, told } = this;
    const size = this.weights.chars(row);
    if (!REPEATED.has(tree.tag[row] ?? 0) || size < LEAST_REPEATED || size > LONGEST_CAPTION || told.size >= MOST_TOLD) return false;
    const words = text.text.slice(text.start[row] ?? 0, text.end[row] ?? 0).trim();
    const before = told.get(words);
    if (before === undefined) told.set(words, row);
    return (
      before !== undefined && (tree.last[before] ?? before) < row && !this.areNeighbours(tree.parent[before] ?? -1, tree.parent[row] ?? -1)
    );
  }

  /** Whether both are the same, or two of one kind below one parent that begin differently: chapters, verses. */
  private areNeighbours(one: number, other: number): boolean {
    const { tree } = this;
    if (one === other) return true;
    if (tree.parent[one] !== tree.parent[other] || tree.tag[one] !== tree.tag[other]) return false;
    return firstClass(tree, one) === firstClass(tree, other) && this.beginningOf(one) !== this.beginningOf(other);
  }

  private beginningOf(row: number): string {
    const start = this.text.start[row] ?? 0;
    // A separator may stand before the first letter.
    return this.text.text
      .slice(start, start + LEAST_REPEATED)
      .trimStart()
      .slice(0, LEAST_REPEATED - 2);
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

  /** Lists are judged separately. */
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
}

export function firstClass(tree: HtmlTree, row: number): string {
  return tree.attribute(row, ATTR.class, 60)?.trim().split(/\s/, 1)[0] ?? '';
}

export const isHeading = (tag: number): boolean => tag >= TAG.h1 && tag <= TAG.h6;

/** Elements that may be repeated. */
const REPEATED: ReadonlySet<number> = new Set((['p', 'li'] as const).map((name) => TAG[name]));

/** Phrases that point to other articles in the middle of a text, in the languages of the Union. */
const POINTER =
  /^[\W_]*(?:related|read (?:more|also|next)|see (?:more|also)|more:|watch|don.t miss|also read|(?:à )?lire aussi|à lire|voir aussi|lesen sie (?:auch|mehr)|lies auch|mehr (?:zum thema|dazu)|auch interessant|siehe auch|lea también|lee también|te puede interesar|ver también|leggi anche|leia (?:também|mais)|veja também|lees ook|lees meer|czytaj (?:też|także|więcej|również)|zobacz (?:też|także|również)|läs (?:också|även|mer)|les (?:også|mer)|læs (?:også|mere)|lue (?:myös|lisää)|čtěte (?:také|více)|přečtěte si|čítajte (?:aj|viac)|prečítajte si|olvass(?:a|on)? |ez is érdekelheti|cite(?:ș|ş)te (?:și|şi|mai)|прочетете|виж(?:те)? още|διαβάστε|preberite (?:tudi|več)|pročitajte|skaitykite|lasi(?:et)? (?:arī|vairāk)|loe (?:ka|lisaks|veel)|léigh|aqra )/iu;
