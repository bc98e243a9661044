/**
 * Sorts places where they are; a sorted array is a heap as well. Works in buffers that it keeps, because a spill sorts
 * thousands of queues in one go and the garbage of that would cost more than the sorting.
 */
import { isBefore, type Places } from './places.js';

/** Numbers in a block that is sorted by insertion before blocks are merged. */
const BLOCK = 24;
/** Buffers of more numbers than this are not kept. */
const KEPT = 262_144;

export class PlaceSorter {
  #from = new Float64Array(1024);
  #to = new Float64Array(1024);

  /** Puts the places in order and leaves out those that are not wanted any more. */
  sort(places: Places, isWanted: (key: number) => boolean): void {
    if (places.length > this.#from.length) this.#setLength(places.length > KEPT ? places.length : Math.min(KEPT, 2 * places.length));
    const length = this.#take(places, isWanted);
    for (let at = 0; at < length; at += BLOCK) sortBlock(this.#from, at, Math.min(at + BLOCK, length));
    for (let width = BLOCK; width < length; width *= 2) this.#mergeAll(width, length);
    places.length = length;
    for (let at = 0; at < length; at++) places[at] = this.#from[at] as number;
    if (this.#from.length > KEPT) this.#setLength(KEPT);
  }

  #setLength(length: number): void {
    this.#from = new Float64Array(length);
    this.#to = new Float64Array(length);
  }

  #take(places: Places, isWanted: (key: number) => boolean): number {
    let length = 0;
    for (let at = 0; at < places.length; at += 2) {
      const key = places[at + 1] as number;
      if (!isWanted(key)) continue;
      this.#from[length++] = places[at] as number;
      this.#from[length++] = key;
    }
    return length;
  }

  #mergeAll(width: number, length: number): void {
    for (let at = 0; at < length; at += 2 * width) {
      mergeBlocks(this.#from, this.#to, at, Math.min(at + width, length), Math.min(at + 2 * width, length));
    }
    [this.#from, this.#to] = [this.#to, this.#from];
  }
}

function sortBlock(places: Float64Array, start: number, end: number): void {
  for (let from = start + 2; from < end; from += 2) {
    const order = places[from] as number;
    const key = places[from + 1] as number;
    let at = from;
    while (at > start && isBefore(order, key, places[at - 2] as number, places[at - 1] as number)) {
      places[at] = places[at - 2] as number;
      places[at + 1] = places[at - 1] as number;
      at -= 2;
    }
    places[at] = order;
    places[at + 1] = key;
  }
}

function mergeBlocks(from: Float64Array, to: Float64Array, start: number, middle: number, end: number): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 2) {
    const takeRight =
      left >= middle ||
      (right < end && isBefore(from[right] as number, from[right + 1] as number, from[left] as number, from[left + 1] as number));
    const source = takeRight ? right : left;
    to[at] = from[source] as number;
    to[at + 1] = from[source + 1] as number;
    if (takeRight) right += 2;
    else left += 2;
  }
}
