/**
 * One run that is being read: per queue how far, and what comes next.
 *
 * Records leave a run in order and each once. When runs are merged while they are read, the merged run contains records
 * that have been taken in the meantime. Those are recognised by their source: what comes from there and is not after
 * the last record taken from it has been taken already (`taken`). So it does not matter which of them the merge dropped.
 */
import { closeSync, readSync } from 'node:fs';
import { isBefore } from './places.js';
import { RECORD_BYTES, type RecordBuffer, type RunIndex, removeRun } from './run-file.js';

/** Of one queue in a merged run: for each source the order and key of the last record taken from it; [order, key, order, key, …]. */
export type Taken = Float64Array;

export class Run {
  readonly queues: Int32Array;
  /** Next record to read, per group. */
  readonly next: Uint32Array;
  readonly end: Uint32Array;
  readonly headOrder: Float64Array;
  readonly headKey: Float64Array;
  readonly taken = new Map<number, Taken>();
  /** While the run is being merged: order and key of the last record read since the merge began, by group. */
  #readSince: Map<number, readonly [order: number, key: number]> | null = null;
  #unread: number;

  constructor(
    readonly path: string,
    readonly fd: number,
    readonly tier: number,
    index: RunIndex,
  ) {
    this.queues = index.queues;
    this.next = index.first.slice();
    this.end = index.end;
    this.headOrder = index.headOrder;
    this.headKey = index.headKey;
    this.#unread = this.queues.length;
  }

  get isMerging(): boolean {
    return this.#readSince !== null;
  }

  /** Nothing left to read for any queue. */
  get isRead(): boolean {
    return this.#unread === 0;
  }

  /** The group of a queue that has records left; -1 when there is none. */
  groupOf(queue: number): number {
    let low = 0;
    let high = this.queues.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const at = this.queues[middle] as number;
      if (at === queue) return (this.next[middle] as number) < (this.end[middle] as number) ? middle : -1;
      if (at < queue) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Hands over the next records of a group, at most one less than the buffer holds. */
  read(group: number, buffer: RecordBuffer, most: number, take: (order: number, key: number) => void): void {
    const next = this.next[group] as number;
    const left = (this.end[group] as number) - next;
    // One more than is handed over, to know what comes next.
    const count = Math.min(left, most + 1, buffer.capacity);
    this.#fill(buffer, next, count);
    const handed = count === left ? count : count - 1;
    const taken = this.taken.get(this.queues[group] as number);
    for (let i = 0; i < handed; i++) {
      const order = buffer.orderAt(i);
      const key = buffer.keyAt(i);
      if (!taken || isAfter(taken, buffer.sourceAt(i), order, key)) take(order, key);
    }
    this.#readSince?.set(group, [buffer.orderAt(handed - 1), buffer.keyAt(handed - 1)]);
    this.#advance(group, next + handed, buffer, handed);
  }

  #advance(group: number, next: number, buffer: RecordBuffer, head: number): void {
    this.next[group] = next;
    if (next < (this.end[group] as number)) {
      this.headOrder[group] = buffer.orderAt(head);
      this.headKey[group] = buffer.keyAt(head);
      return;
    }
    this.taken.delete(this.queues[group] as number);
    this.#unread--;
  }

  #fill(buffer: RecordBuffer, first: number, count: number): void {
    const bytes = count * RECORD_BYTES;
    for (let done = 0; done < bytes; ) {
      const read = readSync(this.fd, buffer.bytes, done, bytes - done, first * RECORD_BYTES + done);
      if (read === 0) throw new Error(`The queue file ${this.path} is shorter than it was written.`);
      done += read;
    }
  }

  beginMerge(): void {
    this.#readSince = new Map();
  }

  abandonMerge(): void {
    this.#readSince = null;
  }

  /** Tells the run this one was merged into what has been read from here since. */
  handOver(merged: Run, source: number, sources: number): void {
    for (const [group, last] of this.#readSince ?? []) {
      const queue = this.queues[group] as number;
      const taken = merged.taken.get(queue) ?? new Float64Array(2 * sources).fill(Number.NEGATIVE_INFINITY);
      taken.set(last, 2 * source);
      if (merged.groupOf(queue) !== -1) merged.taken.set(queue, taken);
    }
  }

  dispose(): void {
    closeSync(this.fd);
    removeRun(this.path);
  }
}

export const isAfter = (taken: Taken, source: number, order: number, key: number): boolean =>
  isBefore(taken[2 * source] as number, taken[2 * source + 1] as number, order, key);
