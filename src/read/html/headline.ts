/**
 * Finds the headline of a page.
 *
 * It is the heading that says the same as the page's title, wherever it stands; else the last `<h1>` before the main
 * part. The headline tells where the article begins: a lead may follow it, and what stands before it is at most about
 * the article.
 */
import { TAG } from './html-names.js';
import type { HtmlText } from './html-text.js';
import type { HtmlTree } from './html-tree.js';
import type { MainWeights } from './main-weights.js';

/** Most headings to compare with the title, and how much of each. */
const MOST_COMPARED = 50;
const LONGEST = 400;
/** Fewest letters and digits that two titles must share. */
const LEAST_LETTERS = 8;

export interface Headline {
  /** -1 when there is none. */
  readonly row: number;
  /** Whether it says the same as the title. If not, it may be a chapter's heading. */
  readonly isTitle: boolean;
}

/** `titles` are the names the page gives itself. */
export function headlineOf(tree: HtmlTree, text: HtmlText, weights: MainWeights, titles: readonly string[], main: number): Headline {
  const names = titles.map(lettersOf).filter((name) => name.length >= LEAST_LETTERS);
  const end = tree.last[main] ?? main;
  let [found, first, compared] = [-1, -1, 0];
  for (let row = 0; row <= end && compared < MOST_COMPARED; row++) {
    const tag = tree.tag[row] ?? 0;
    if (tag < TAG.h1 || tag > TAG.h3 || weights.chars(row) === 0 || weights.inBox(row)) continue;
    compared++;
    if (says(lettersOf(text.text.slice(text.start[row] ?? 0, text.end[row] ?? 0)), names)) found = row;
    if (found >= 0 && (found > main || tag === TAG.h1)) return { row: found, isTitle: true };
    if (tag === TAG.h1 && (first < 0 || row < main)) first = row;
  }
  return { row: found >= 0 ? found : first, isTitle: found >= 0 };
}

/** A title often ends with the site's name; a headline often begins with an extra word. */
function says(heading: string, titles: readonly string[]): boolean {
  return heading.length >= LEAST_LETTERS && titles.some((title) => title.includes(heading) || heading.includes(title));
}

const lettersOf = (text: string): string =>
  text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
