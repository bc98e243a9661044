/**
 * "Did you mean": finds the known word nearest to an unknown one.
 *
 * Swapped neighbours count as one slip, since people swap letters when they type. Case, dashes and underscores make no
 * difference, so `user-agent` and `UserAgent` find `userAgent`.
 */

/** The word most likely meant, or null when all of them are too different. */
export function nearest(word: string, known: Iterable<string>, slips = slipsAllowed(plainForm(word))): string | null {
  const plain = plainForm(word);
  let best: string | null = null;
  let bestDistance = slips + 1;
  for (const candidate of known) {
    const distance = editDistance(plain, plainForm(candidate), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

const plainForm = (word: string) =>
  word
    .slice(0, 100)
    .toLowerCase()
    .replace(/[-_\s]/g, '');

/** One slip in a short word, two in a medium one, three in a long one: more would be guessing. */
const slipsAllowed = (word: string) => (word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3);

/** Counts the insertions, deletions, replacements and swaps between two words; stops counting at `limit`. */
export function editDistance(left: string, right: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
