/** Puts the words of a table in order: quicksort by one code unit at a time, so that shared beginnings are compared once. */
import type { WordTable } from './word-table.js';

/** Numbers of the words, sorted. */
export function sortedWords(table: WordTable): Uint32Array {
  const order = new Uint32Array(table.count);
  for (let number = 0; number < order.length; number++) order[number] = number;
  sort(order, table, 0, order.length, 0);
  return order;
}

const SMALL = 12;

function sort(order: Uint32Array, table: WordTable, from: number, until: number, depth: number): void {
  let [low, high, level] = [from, until, depth];
  while (high - low > SMALL) {
    const [first, after] = split(order, table, low, high, level);
    sort(order, table, low, first, level);
    sort(order, table, after, high, level);
    // Those with the same code unit here: on to the next, unless they have all ended.
    if (unitAt(table, order[first] as number, level) < 0) return;
    [low, high] = [first, after];
    level++;
  }
  insertionSort(order, table, low, high, level);
}

/** Three parts by the code unit at `level`: less, [first, after) equal, greater than that of a middle word. */
function split(order: Uint32Array, table: WordTable, from: number, until: number, level: number): [first: number, after: number] {
  const { chars, starts } = table;
  const pivot = unitAt(table, order[(from + until) >>> 1] as number, level);
  let [less, at, greater] = [from, from, until];
  while (at < greater) {
    const word = order[at] as number;
    const place = (starts[word] as number) + level;
    const unit = place < (starts[word + 1] as number) ? (chars[place] as number) : -1;
    if (unit === pivot) at++;
    else if (unit < pivot) swap(order, less++, at++);
    else swap(order, at, --greater);
  }
  return [less, greater];
}

function insertionSort(order: Uint32Array, table: WordTable, from: number, until: number, level: number): void {
  for (let next = from + 1; next < until; next++) {
    const word = order[next] as number;
    let at = next;
    for (; at > from && compare(table, order[at - 1] as number, word, level) > 0; at--) order[at] = order[at - 1] as number;
    order[at] = word;
  }
}

function compare(table: WordTable, a: number, b: number, depth: number): number {
  for (let level = depth; ; level++) {
    const [one, other] = [unitAt(table, a, level), unitAt(table, b, level)];
    if (one !== other || one < 0) return one - other;
  }
}

function unitAt({ chars, starts }: WordTable, number: number, level: number): number {
  const at = (starts[number] as number) + level;
  return at < (starts[number + 1] as number) ? (chars[at] as number) : -1;
}

function swap(order: Uint32Array, a: number, b: number): void {
  const held = order[a] as number;
  order[a] = order[b] as number;
  order[b] = held;
}
