/** The best of many by number, with a limit for each group: linear time, no sorting of everything. */

/** Where values stand that are not to be chosen. */
export const NEVER = -1;

/**
 * Indexes of the `count` highest values, fewer when there are fewer above NEVER. `groups` bound how many come
 * from one group. `values` is used up: what a full group loses is NEVER afterwards.
 */
export function chooseBest(values: Float64Array, count: number, groups?: { of: Uint32Array; most: Float64Array }): Uint32Array {
  for (;;) {
    const best = highest(values, count);
    const over = groups ? overfull(best, groups) : [];
    if (!groups || over.length === 0) return best;
    for (const group of over) keepWithin(values, best, group, groups);
  }
}

function highest(values: Float64Array, count: number): Uint32Array {
  const eligible = values.reduce((sum, value) => sum + Number(value > NEVER), 0);
  const wanted = Math.max(0, Math.min(count, eligible));
  const best = new Uint32Array(wanted);
  if (wanted === 0) return best;
  const threshold = kthHighest(values.slice(), wanted);
  let taken = 0;
  values.forEach((value, index) => {
    if (value > threshold) best[taken++] = index;
  });
  for (let index = 0; taken < wanted; index++) if (values[index] === threshold) best[taken++] = index;
  return best;
}

function overfull(best: Uint32Array, { of, most }: { of: Uint32Array; most: Float64Array }): number[] {
  const taken = new Map<number, number>();
  for (const index of best) taken.set(of[index] as number, (taken.get(of[index] as number) ?? 0) + 1);
  return [...taken].filter(([group, count]) => count > Math.ceil(most[group] as number)).map(([group]) => group);
}

/** Leaves of an overfull group only as many as it may have. */
function keepWithin(values: Float64Array, best: Uint32Array, group: number, { of, most }: { of: Uint32Array; most: Float64Array }): void {
  const own = best.filter((index) => of[index] === group).sort((left, right) => (values[right] as number) - (values[left] as number));
  const kept = new Set(own.subarray(0, Math.ceil(most[group] as number)));
  for (let index = 0; index < values.length; index++) if (of[index] === group && !kept.has(index)) values[index] = NEVER;
}

/** Quickselect in place; the pivot is the median of three, so sorted input does no harm. */
function kthHighest(values: Float64Array, k: number): number {
  let low = 0;
  let high = values.length - 1;
  const target = values.length - k;
  while (low < high) {
    const pivot = medianOf(values[low] as number, values[(low + high) >> 1] as number, values[high] as number);
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left > right) break;
      const swapped = values[left] as number;
      values[left++] = values[right] as number;
      values[right--] = swapped;
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else break;
  }
  return values[target] as number;
}

const medianOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
