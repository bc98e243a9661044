/** Where an article begins and ends inside the main part of a page, once its headline is known. */
import type { Headline } from './headline.js';
import { TAG } from './html-names.js';
import type { HtmlText } from './html-text.js';
import type { HtmlTree } from './html-tree.js';
import type { MainWeights } from './main-weights.js';

/** Fewest characters of a block that is a sentence below a headline. */
export const LEAST_LEAD = 50;
/** A shorter block is a label, whatever it ends with. */
export const LONGEST_LABEL = 20;
/** Rows to search for a headline, or for the first sentence after one. */
const LOOKED_AT = 500;

export class ArticleBounds {
  constructor(
    private readonly tree: HtmlTree,
    private readonly text: HtmlText,
    private readonly weights: MainWeights,
    private readonly headline: Headline,
  ) {}

  /** Row of the first sentence after the headline, if that is in the main part. What stands above is about the article. */
  startOfBody(main: number): number {
    const { tree, weights } = this;
    const headline = this.headline.row;
    const end = Math.min(tree.last[main] ?? main, headline + LOOKED_AT);
    if (headline <= main || headline > end) return -1;
    for (let row = (tree.last[headline] ?? headline) + 1; row <= end; row++)
      if (!tree.isElement(row) && weights.isShown(row) && !weights.inBox(row) && weights.charsOfBlock(row) >= LEAST_LEAD) return row;
    return -1;
  }

  /** Whether a row is the headline or a short line near it: the day, names, reading time. */
  isAbove(row: number): boolean {
    if (row === this.headline.row) return this.headline.isTitle;
    return !this.tree.isElement(row) && this.weights.charsOfBlock(row) < LEAST_LEAD && !this.isInHeadline(row) && !this.endsSentence(row);
  }

  private isInHeadline(row: number): boolean {
    const { headline, tree } = this;
    return row >= headline.row && row <= (tree.last[headline.row] ?? -1);
  }

  private endsSentence(row: number): boolean {
    const { text } = this;
    if (this.weights.chars(row) < LONGEST_LABEL) return false;
    return /[.!?…。！？]["'”’»]?\s*$/u.test(text.text.slice(text.start[row] ?? 0, text.end[row] ?? 0));
  }

  /** Endless pages append further articles: each an `<article>` with its own headline, below the page's own article. */
  endOfOwn(main: number): number {
    const { tree } = this;
    const end = tree.last[main] ?? main;
    const own = this.articleAround(this.headline.row, main);
    if (own < 0) return end;
    for (let row = (tree.last[own] ?? own) + 1; row <= end; row++)
      if (tree.tag[row] === TAG.article && this.hasHeadline(row)) return row - 1;
    return end;
  }

  private articleAround(row: number, main: number): number {
    const { tree } = this;
    for (let at = row; at > main; at = tree.parent[at] ?? -1) if (tree.tag[at] === TAG.article) return at;
    return -1;
  }

  private hasHeadline(article: number): boolean {
    const { tree } = this;
    const end = Math.min(tree.last[article] ?? article, article + LOOKED_AT);
    for (let row = article + 1; row <= end; row++)
      if (tree.tag[row] === TAG.h1 || (tree.tag[row] === TAG.h2 && tree.tag[this.headline.row] === TAG.h2)) return true;
    return false;
  }
}
