/**
 * Chooses the content of a page from marked ranges of its text.
 *
 * When the page says which part is the main one (`<main>`, or its only `<article>`), and that part holds the larger half
 * of the text outside furniture, the rest does not count. Blocks that only show the time or count visitors do not count
 * either. If nothing would be left, the whole page is content.
 */
import type { PageContent } from '../../model/index.js';
import { isVolatile } from '../volatile-text.js';
import { FURNITURE, IN_ARTICLE, IN_MAIN, TABLE } from './html-parts.js';

/** Three numbers per range: start, end, mark. */
export type Stretches = readonly number[];

export interface Marked {
  readonly text: string;
  readonly stretches: Stretches;
  readonly articles: number;
  /** Where the first heading begins, -1 when there is none. */
  readonly heading: number;
}

export function contentOf(marked: Marked): PageContent {
  const main = mainBit(marked);
  const content = collect(marked, main);
  return content.text.length + content.tables.length > 0 ? content : whole(marked.stretches);
}

/** The mark of the part that alone counts, or 0 when all parts count. */
function mainBit({ stretches, articles }: Marked): number {
  const [all, main, article] = lengths(stretches);
  if (main > 0 && 2 * main >= all) return IN_MAIN;
  return articles === 1 && article > 0 && 2 * article >= all ? IN_ARTICLE : 0;
}

function lengths(stretches: Stretches): [all: number, main: number, article: number] {
  let [all, main, article] = [0, 0, 0];
  for (let at = 0; at < stretches.length; at += 3) {
    const mark = stretches[at + 2] ?? 0;
    if ((mark & FURNITURE) !== 0) continue;
    const length = (stretches[at + 1] ?? 0) - (stretches[at] ?? 0);
    all += length;
    if ((mark & IN_MAIN) !== 0) main += length;
    if ((mark & IN_ARTICLE) !== 0) article += length;
  }
  return [all, main, article];
}

/** Most blocks to test for clocks and counters; ordinary pages have few. */
const MOST_TESTED = 2000;

function collect({ text, stretches, heading }: Marked, main: number): PageContent {
  const content = { text: [] as number[], tables: [] as number[] };
  for (let at = 0; at < stretches.length; at += 3) {
    const mark = stretches[at + 2] ?? 0;
    if ((mark & FURNITURE) !== 0 || (main !== 0 && (mark & main) === 0)) continue;
    const start = stretches[at] ?? 0;
    const end = stretches[at + 1] ?? 0;
    if ((mark & TABLE) !== 0) content.tables.push(start, end);
    else {
      const place = (mark & (IN_MAIN | IN_ARTICLE)) !== 0 ? 'main' : end <= heading ? 'top' : 'page';
      if (at / 3 > MOST_TESTED || !isVolatile(text, start, end, place)) content.text.push(start, end);
    }
  }
  return content;
}

function whole(stretches: Stretches): PageContent {
  const text: number[] = [];
  for (let at = 0; at < stretches.length; at += 3) text.push(stretches[at] ?? 0, stretches[at + 1] ?? 0);
  return { text, tables: [] };
}
