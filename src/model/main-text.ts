/**
 * The main text of a page as people read it, without navigation, banners and boxes: one line for each block or table
 * row.
 *
 * `Page.text` is all visible text, and everything else points into it. Only the places of the main part are stored, so
 * the text can be rebuilt from the stored page without parsing it again.
 */
import type { Page } from './page.js';

type Placed = Pick<Page, 'text' | 'content' | 'main'>;

export const mainText = (page: Placed): string => textAt(page.text, mainRanges(page));

/** Ranges of the main part; of all content when there is no main part. Null means the whole text. */
function mainRanges({ content, main }: Placed): readonly number[] | null {
  if (main) return main;
  if (!content) return null;
  return content.tables.length === 0 ? content.text : merged(content.text, content.tables);
}

function textAt(text: string, ranges: readonly number[] | null): string {
  if (ranges === null) return text;
  const lines: string[] = [];
  for (let at = 0; at < ranges.length; at += 2) lines.push(text.slice(ranges[at], ranges[at + 1]));
  return lines.join('\n');
}

/** Merges two lists of ranges, each in document order. */
function merged(a: readonly number[], b: readonly number[]): number[] {
  const all: number[] = [];
  let from = 0;
  for (let at = 0; at < a.length; at += 2) {
    while (from < b.length && (b[from] ?? 0) < (a[at] ?? 0)) all.push(b[from++] ?? 0, b[from++] ?? 0);
    all.push(a[at] ?? 0, a[at + 1] ?? 0);
  }
  return all.concat(b.slice(from));
}

/** The ranges as stored: for each the length of the gap before it and its own length. Neighbouring lines are one range. */
export function packedMain(page: Placed): string | null {
  const ranges = mainRanges(page);
  if (ranges === null) return null;
  const steps: number[] = [];
  let reached = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    const start = ranges[at] ?? 0;
    const end = ranges[at + 1] ?? 0;
    const follows = steps.length > 0 && start === reached + 1 && page.text.charCodeAt(reached) === LINE_FEED;
    if (follows) steps.push((steps.pop() ?? 0) + end - reached);
    else steps.push(start - reached, end - start);
    reached = end;
  }
  return steps.join(' ');
}

const LINE_FEED = 0x0a;

/** Rebuilds the main text from all visible text and the stored ranges. */
export function storedMainText(text: string, packed: string | null): string {
  if (packed === null) return text;
  const ranges: number[] = [];
  let reached = 0;
  for (const step of packed === '' ? [] : packed.split(' ')) ranges.push((reached += Number(step)));
  return textAt(text, ranges);
}
