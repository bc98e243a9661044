/** The best of many by number, with a limit for each group: linear time, no sorting of everything. */

/** Where values stand that are not to be chosen. */
export const NEVER = -1;

/**
 * Indexes of the `count` highest values, fewer when there are fewer above NEVER. `groups` bound how many come
 * from one group. `values` is used up: what a full group loses is NEVER afterwards.
 */
export function chooseBest(values: Float64Array, count: number, groups?: Groups): Uint32Array {
  for (;;) {
    const best = highest(values, count);
    const over = groups ? overfull(best, groups) : null;
    if (!groups || !over?.size) return best;
    keepWithin(values, best, over, groups);
  }
}

/** The group of each value, and how many of each group may be chosen. */
interface Groups {
  readonly of: Uint32Array;
  readonly most: Float64Array;
}

/** Leaves the highest value of each group; the others are NEVER. */
export function keepBestOfEach(values: Float64Array, of: Uint32Array): void {
  const best = new Map<number, number>();
  values.forEach((value, index) => {
    const known = best.get(of[index] as number);
    if (known !== undefined && (values[known] as number) >= value) values[index] = NEVER;
    else {
      if (known !== undefined) values[known] = NEVER;
      best.set(of[index] as number, index);
    }
  });
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
  // Equals are taken from all over: neighbours are alike, and looking at one of each teaches more.
  const stride = STRIDE % values.length || 1;
  for (let index = 0; taken < wanted; index = (index + stride) % values.length) if (values[index] === threshold) best[taken++] = index;
  return best;
}

/** A prime, so that steps of its length meet every index once before they meet one again. */
const STRIDE = 2_654_435_761;

/** Groups with more among the best than they may have. */
function overfull(best: Uint32Array, { of, most }: Groups): Set<number> {
  const taken = new Map<number, number>();
  for (const index of best) taken.set(of[index] as number, (taken.get(of[index] as number) ?? 0) + 1);
  return new Set([...taken].filter(([group, count]) => count > Math.ceil(most[group] as number)).map(([group]) => group));
}

/** Leaves of overfull groups only as many as they may have. */
function keepWithin(values: Float64Array, best: Uint32Array, over: ReadonlySet<number>, { of, most }: Groups): void {
  const kept = new Set<number>();
  const room = new Map([...over].map((group) => [group, Math.ceil(most[group] as number)]));
  const own = best.filter((index) => over.has(of[index] as number));
  for (const index of own.sort((left, right) => (values[right] as number) - (values[left] as number))) {
    const left = room.get(of[index] as number) as number;
    if (left > 0) kept.add(index);
    room.set(of[index] as number, left - 1);
  }
  for (let index = 0; index < values.length; index++) if (over.has(of[index] as number) && !kept.has(index)) values[index] = NEVER;
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
