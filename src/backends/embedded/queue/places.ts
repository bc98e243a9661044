/**
 * Places of one queue as a binary heap in a plain array: order, key, order, key, …
 *
 * A key is the entry's id and its turn in one number, so that comparing keys compares ids first. Two numbers a place
 * and one array a queue, because ten thousand queues of a few places each must not cost more than their places.
 */

/** One place: an entry waits here under `order`; lower comes first, and among equals the lower id. */
export interface Place {
  readonly order: number;
  readonly id: number;
  /** Below 65,536. */
  readonly turn: number;
}

export type Places = number[];

const TURNS = 0x1_0000;

export const keyOf = (id: number, turn: number): number => id * TURNS + turn;
export const idOf = (key: number): number => Math.floor(key / TURNS);
export const turnOf = (key: number): number => key % TURNS;

export const isBefore = (order: number, key: number, otherOrder: number, otherKey: number): boolean =>
  order < otherOrder || (order === otherOrder && key < otherKey);

export function pushPlace(heap: Places, order: number, key: number): void {
  let at = heap.length;
  heap.push(order, key);
  while (at > 0) {
    const parent = ((at - 2) >> 2) << 1;
    const parentOrder = heap[parent] as number;
    const parentKey = heap[parent + 1] as number;
    if (!isBefore(order, key, parentOrder, parentKey)) break;
    heap[at] = parentOrder;
    heap[at + 1] = parentKey;
    at = parent;
  }
  heap[at] = order;
  heap[at + 1] = key;
}

/** Removes the first place of a heap that is not empty. */
export function dropFirst(heap: Places): void {
  const key = heap.pop() as number;
  const order = heap.pop() as number;
  const length = heap.length;
  if (length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 2;
    if (child >= length) break;
    const right = child + 2;
    if (right < length && isBefore(heap[right] as number, heap[right + 1] as number, heap[child] as number, heap[child + 1] as number))
      child = right;
    if (!isBefore(heap[child] as number, heap[child + 1] as number, order, key)) break;
    heap[at] = heap[child] as number;
    heap[at + 1] = heap[child + 1] as number;
    at = child;
  }
  heap[at] = order;
  heap[at + 1] = key;
}
