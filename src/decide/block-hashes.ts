/**
 * Hashes of the blocks of a page's content, and which of them came and went between two versions.
 *
 * Thirty-two bits a block: enough to tell the blocks of a site apart, small enough to keep with every version. They are
 * compared as bags: a block that only moved is neither gained nor lost. Of a page with very many blocks those with the
 * smallest hashes are kept, so that two versions keep the same ones.
 */
import type { Page } from '../model/index.js';

const MOST_KEPT = 1000;

/** In document order, tables after the text. */
export function blockHashes(page: Pick<Page, 'text' | 'content'>): number[] {
  const { text, content } = page;
  const hashes: number[] = [];
  for (const pairs of content ? [content.text, content.tables] : [linesOf(text)])
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

/** FNV-1a with the finish of MurmurHash3, which spreads short blocks. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function packBlocks(hashes: readonly number[]): string | null {
  if (hashes.length === 0) return null;
  const kept = hashes.length > MOST_KEPT ? [...hashes].sort((a, b) => a - b).slice(0, MOST_KEPT) : hashes;
  const bytes = Buffer.alloc(4 * kept.length);
  kept.forEach((hash, index) => bytes.writeUInt32LE(hash, 4 * index));
  return bytes.toString('base64');
}

export function unpackBlocks(packed: string | null): number[] {
  const bytes = Buffer.from(packed ?? '', 'base64');
  return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(4 * index));
}

interface Blocks {
  readonly blocks: string | null;
  readonly rules: number;
}

/** Null where the two were not made by the same rules, so that nothing can be said. */
export function changedBlocks(known: Blocks, seen: Blocks): { gained: number[]; lost: number[] } | null {
  if (known.rules !== seen.rules) return null;
  const before = unpackBlocks(known.blocks);
  const after = unpackBlocks(seen.blocks);
  // Beyond the largest hash that is kept, nothing is known.
  const limit = Math.min(limitOf(before), limitOf(after));
  return { gained: without(after, before, limit), lost: without(before, after, limit) };
}

const limitOf = (hashes: readonly number[]): number => (hashes.length < MOST_KEPT ? 0xffffffff : Math.max(...hashes));

/** What is in one bag and not in the other. */
function without(bag: readonly number[], other: readonly number[], limit: number): number[] {
  const counts = new Map<number, number>();
  for (const hash of other) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return bag.filter((hash) => {
    const left = counts.get(hash) ?? 0;
    if (left > 0) counts.set(hash, left - 1);
    return left === 0 && hash <= limit;
  });
}
