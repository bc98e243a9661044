/**
 * What changed between two texts: by lines first, then by words within the lines that differ, and nothing of what stayed
 * but a few words around each change.
 *
 * Finds the shortest way from one list to the other (E. W. Myers, 1986). Its cost grows with the number of differences:
 * beyond a bound two passages are told as replaced whole, which is what a reader would say of them too.
 */

export interface Piece {
  readonly kind: 'same' | 'lost' | 'gained';
  readonly text: string;
}

/** One place that changed, with what stands around it. */
export type Change = readonly Piece[];

const MOST_STEPS = 1500;
const WORDS_AROUND = 5;

export function changesBetween(before: string, after: string): Change[] {
  return regions(diff(linesOf(before), linesOf(after))).flatMap(({ lost, gained }) => changesIn(diff(wordsOf(lost), wordsOf(gained))));
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => wordsOf([line]).join(' '))
    .filter((line) => line !== '');

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(/\s+/)).filter((word) => word !== '');

interface Step {
  readonly kind: Piece['kind'];
  readonly item: string;
}

/** Lines that were lost and gained in one place. */
function regions(steps: readonly Step[]): { lost: string[]; gained: string[] }[] {
  const found: { lost: string[]; gained: string[] }[] = [];
  let open: { lost: string[]; gained: string[] } | null = null;
  for (const { kind, item } of steps) {
    if (kind === 'same') {
      open = null;
      continue;
    }
    if (!open) found.push((open = { lost: [], gained: [] }));
    open[kind].push(item);
  }
  return found;
}

/** Cut where more stays than is shown around two changes. */
function changesIn(all: readonly Step[]): Change[] {
  const groups = grouped(all);
  const changes: Piece[][] = [[]];
  groups.forEach(({ kind, items }, index) => {
    const [isFirst, isLast] = [index === 0, index === groups.length - 1];
    if (kind !== 'same') changes.at(-1)?.push({ kind, text: items.join(' ') });
    else if (!isFirst && !isLast && items.length <= 2 * WORDS_AROUND) changes.at(-1)?.push(same(items));
    else {
      if (!isFirst) changes.at(-1)?.push(same(items.slice(0, WORDS_AROUND)));
      if (!isLast) changes.push([same(items.slice(-WORDS_AROUND))]);
    }
  });
  return changes.filter((change) => change.some(({ kind }) => kind !== 'same'));
}

const same = (items: readonly string[]): Piece => ({ kind: 'same', text: items.join(' ') });

function grouped(steps: readonly Step[]): { kind: Piece['kind']; items: string[] }[] {
  const groups: { kind: Piece['kind']; items: string[] }[] = [];
  for (const { kind, item } of steps) {
    const last = groups.at(-1);
    if (last?.kind === kind) last.items.push(item);
    else groups.push({ kind, items: [item] });
  }
  return groups;
}

function diff(before: readonly string[], after: readonly string[]): Step[] {
  const start = commonStart(before, after);
  const end = commonStart(before.slice(start).reverse(), after.slice(start).reverse());
  const [lost, gained] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return [
    ...steps('same', before.slice(0, start)),
    ...(shortestWay(lost, gained) ?? [...steps('lost', lost), ...steps('gained', gained)]),
    ...steps('same', before.slice(before.length - end)),
  ];
}

const steps = (kind: Piece['kind'], items: readonly string[]): Step[] => items.map((item) => ({ kind, item }));

function commonStart(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** Null when it takes too many steps. */
function shortestWay(a: readonly string[], b: readonly string[]): Step[] | null {
  const offset = MOST_STEPS + 1;
  const reach = new Int32Array(2 * offset + 1);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= Math.min(MOST_STEPS, a.length + b.length); d++) {
    trace.push(reach.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && at(reach, offset + k - 1) < at(reach, offset + k + 1));
      let x = isDown ? at(reach, offset + k + 1) : at(reach, offset + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return wayBack(trace, a, b);
    }
  }
  return null;
}

const at = (row: Int32Array | undefined, index: number): number => row?.[index] ?? 0;

/** From the end to the beginning, by what was reached at each step. */
function wayBack(trace: readonly Int32Array[], a: readonly string[], b: readonly string[]): Step[] {
  const way: Step[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const reached = (k: number): number => at(trace[d], k + d + 1);
    const k = x - y;
    const isDown = k === -d || (k !== d && reached(k - 1) < reached(k + 1));
    const fromX = d === 0 ? 0 : reached(isDown ? k + 1 : k - 1);
    const fromY = d === 0 ? 0 : fromX - (isDown ? k + 1 : k - 1);
    for (; x > fromX && y > fromY; x--, y--) way.push({ kind: 'same', item: a[x - 1] ?? '' });
    if (d > 0) way.push(isDown ? { kind: 'gained', item: b[--y] ?? '' } : { kind: 'lost', item: a[--x] ?? '' });
  }
  return lostFirst(way.reverse());
}

/** Within one place, what went stands before what came. */
function lostFirst(way: readonly Step[]): Step[] {
  const sorted: Step[] = [];
  let gained: Step[] = [];
  for (const step of way) {
    if (step.kind === 'gained') gained.push(step);
    else if (step.kind === 'lost') sorted.push(step);
    else {
      sorted.push(...gained, step);
      gained = [];
    }
  }
  return [...sorted, ...gained];
}
