/**
 * The format of a run: places of many queues in one file, grouped by queue in ascending order, sorted within each group.
 *
 * A record is 16 bytes: order (f64), id (u32), turn (u16), source (u16), in the byte order of the machine, since runs
 * never leave it. `source` says which of several merged runs a record came from; see Run for what that is good for.
 * Nothing is synced: runs are derived data and are made anew on opening.
 */
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { idOf, turnOf } from './places.js';

export const RECORD_BYTES = 16;

/** Where each queue's records are: `first` to `end` (not included), counted in records; the first one's order and key. */
export interface RunIndex {
  readonly queues: Int32Array;
  readonly first: Uint32Array;
  readonly end: Uint32Array;
  readonly headOrder: Float64Array;
  readonly headKey: Float64Array;
}

/** Records as they lie in memory: one piece of a file, read or about to be written. */
export class RecordBuffer {
  readonly bytes: Uint8Array;
  readonly #orders: Float64Array;
  readonly #ids: Uint32Array;
  readonly #shorts: Uint16Array;

  constructor(readonly capacity: number) {
    const buffer = new ArrayBuffer(capacity * RECORD_BYTES);
    this.bytes = new Uint8Array(buffer);
    this.#orders = new Float64Array(buffer);
    this.#ids = new Uint32Array(buffer);
    this.#shorts = new Uint16Array(buffer);
  }

  orderAt(record: number): number {
    return this.#orders[2 * record] as number;
  }

  keyAt(record: number): number {
    return (this.#ids[4 * record + 2] as number) * 0x1_0000 + (this.#shorts[8 * record + 6] as number);
  }

  sourceAt(record: number): number {
    return this.#shorts[8 * record + 7] as number;
  }

  set(record: number, order: number, key: number, source: number): void {
    this.#orders[2 * record] = order;
    this.#ids[4 * record + 2] = idOf(key);
    this.#shorts[8 * record + 6] = turnOf(key);
    this.#shorts[8 * record + 7] = source;
  }
}

/** Writes one run from first to last. Queues must come in ascending order and places in theirs. */
export class RunFileWriter {
  readonly fd: number;
  readonly #buffer = new RecordBuffer(16_384);
  #buffered = 0;
  #written = 0;
  #queues: number[] = [];
  #first: number[] = [];
  #headOrder: number[] = [];
  #headKey: number[] = [];

  constructor(readonly path: string) {
    this.fd = openSync(path, 'wx+');
  }

  write(queue: number, order: number, key: number, source: number): void {
    if (this.#queues.length === 0 || this.#queues[this.#queues.length - 1] !== queue) this.#begin(queue, order, key);
    if (this.#buffered === this.#buffer.capacity) this.#flush();
    this.#buffer.set(this.#buffered++, order, key, source);
  }

  #begin(queue: number, order: number, key: number): void {
    this.#queues.push(queue);
    this.#first.push(this.#written + this.#buffered);
    this.#headOrder.push(order);
    this.#headKey.push(key);
  }

  #flush(): void {
    const bytes = this.#buffered * RECORD_BYTES;
    for (let done = 0; done < bytes; ) {
      done += writeSync(this.fd, this.#buffer.bytes, done, bytes - done, this.#written * RECORD_BYTES + done);
    }
    this.#written += this.#buffered;
    this.#buffered = 0;
  }

  finish(): RunIndex {
    this.#flush();
    return {
      queues: Int32Array.from(this.#queues),
      first: Uint32Array.from(this.#first),
      end: Uint32Array.from([...this.#first.slice(1), this.#written]),
      headOrder: Float64Array.from(this.#headOrder),
      headKey: Float64Array.from(this.#headKey),
    };
  }

  /** After a failure: nothing of it stays. */
  discard(): void {
    closeSync(this.fd);
    removeRun(this.path);
  }
}

/** A file that cannot be removed now is removed on the next opening; it must not stop the crawl. */
export function removeRun(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Left behind.
  }
}
