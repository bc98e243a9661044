/**
 * The main text of a page as people read it: a block or a row of a table a line, in document order.
 */
import type { Page } from '../model/index.js';

export function mainText(page: Pick<Page, 'text' | 'content' | 'main'>): string {
  return joinRanges(page.text, mainRanges(page));
}

/** The main part; without one, all content; without that, the whole text. */
export function mainRanges({ text, content, main }: Pick<Page, 'text' | 'content' | 'main'>): readonly number[] {
  if (main) return main;
  if (!content) return [0, text.length];
  return content.tables.length === 0 ? content.text : merged(content.text, content.tables);
}

export function joinRanges(text: string, ranges: readonly number[]): string {
  const lines: string[] = [];
  for (let at = 0; at < ranges.length; at += 2) lines.push(text.slice(ranges[at], ranges[at + 1]));
  return lines.join('\n');
}

/** Two lists of pairs, each in document order. */
function merged(a: readonly number[], b: readonly number[]): number[] {
  const all: number[] = [];
  let from = 0;
  for (let at = 0; at < a.length; at += 2) {
    while (from < b.length && (b[from] ?? 0) < (a[at] ?? 0)) all.push(b[from++] ?? 0, b[from++] ?? 0);
    all.push(a[at] ?? 0, a[at + 1] ?? 0);
  }
  return all.concat(b.slice(from));
}
