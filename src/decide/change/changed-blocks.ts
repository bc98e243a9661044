/**
 * Which blocks of its content a document gained and lost between two versions, by the hashes kept with each.
 *
 * They are compared as bags: a block that only moved is neither gained nor lost. Of a page with very many blocks those
 * with the smallest hashes are kept, so that two versions keep the same ones.
 */
const MOST_KEPT = 1000;

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
