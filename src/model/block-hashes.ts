/**
 * Hashes of the blocks of a page's content. Thirty-two bits are enough to tell the blocks of one site apart and small
 * enough to store with every version.
 */
import type { Page } from './page.js';
import { TextUnits } from './text-units.js';

const units = new TextUnits();

/** One hash for each block in document order, then one for each row of a table. */
export function blockHashes(page: Pick<Page, 'text' | 'content'>): number[] {
  const { content } = page;
  const text = units.of(page.text);
  const hashes: number[] = [];
  for (const pairs of content ? [content.text, content.tables] : [linesOf(page.text)])
    for (let at = 0; at < pairs.length; at += 2) hashes.push(hashOf(text, pairs[at] ?? 0, pairs[at + 1] ?? 0));
  return hashes;
}

function linesOf(text: string): number[] {
  const pairs: number[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    if (end > start) pairs.push(start, end);
    start = end + 1;
  }
  return pairs;
}

/**
 * FNV-1a over groups of four characters, with the last step of MurmurHash3, which spreads short blocks. Each step of FNV
 * waits for the one before it, while the sum of a group does not: four characters take hardly longer than one.
 */
function hashOf(text: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  let at = start;
  for (const last = end - 3; at < last; at += 4) {
    const group =
      Math.imul(text[at] as number, 0x9e3779b1) +
      Math.imul(text[at + 1] as number, 0x85ebca77) +
      Math.imul(text[at + 2] as number, 0xc2b2ae3d) +
      Math.imul(text[at + 3] as number, 0x27d4eb2f);
    hash = Math.imul(hash ^ group, 0x01000193);
  }
  for (; at < end; at++) hash = Math.imul(hash ^ (text[at] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
