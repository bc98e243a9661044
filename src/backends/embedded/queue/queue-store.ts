/**
 * Every site's queue, with a bounded number of places in memory and the rest in sorted run files.
 *
 * Each queue is a heap in memory. When all heaps together grow too large, each keeps its best places and the others are
 * written into one run. Before a queue answers, whatever its runs hold that could come before the top of its heap is
 * loaded, a few records at a time.
 *
 * Deletion is lazy: a place that is not current is dropped when it comes up, so a row's turn must be set before its place
 * is pushed. A place is handed out once per push; two pushes of the very same order, id and turn with no pop between
 * may count as one.
 */
import { PlaceSorter } from './place-sorter.js';
import { dropFirst, idOf, isBefore, keyOf, type Place, type Places, pushPlace, turnOf } from './places.js';
import { QueueStoreFailed, queueFailure } from './queue-failure.js';
import type { Run } from './run.js';
import { RecordBuffer, type RunFileWriter } from './run-file.js';
import { type Bound, RunSet } from './run-set.js';

export interface QueueStoreOptions {
  /** Made when the first run is written, emptied on opening and removed on close: runs are derived data. */
  readonly folder: string;
  /** Places kept in memory over all queues before the worst of them are written to a run. */
  readonly inMemory: number;
  /** Lazy deletion: a place that is not current is skipped, and dropped when it would be written to a run. */
  readonly isCurrent: (id: number, turn: number) => boolean;
  /** Current turns by chunks of 65,536 ids, when they are in shared memory: merging then drops stale places too. */
  readonly turnChunks?: () => readonly (SharedArrayBuffer | undefined)[];
}

/** Best places that a queue keeps in memory when the rest is written, and places read at a time. */
const HEAD = 64;
/** Places in memory while a queue is filled. */
const FILLING = 1_000_000;
/** Fewest places read at a time. */
const LEAST = 4;

interface Queue {
  readonly places: Places;
  readonly bound: Bound;
}

export class QueueStore {
  #limit: number;
  readonly #isCurrent: (key: number) => boolean;
  readonly #queues = new Map<number, Queue>();
  readonly #runs: RunSet;
  readonly #sorter = new PlaceSorter();
  readonly #buffer = new RecordBuffer(HEAD + 1);
  #inMemory = 0;

  constructor({ folder, inMemory, isCurrent, turnChunks = () => [] }: QueueStoreOptions) {
    this.#limit = inMemory;
    this.#isCurrent = (key) => isCurrent(idOf(key), turnOf(key));
    this.#runs = new RunSet({ folder, records: inMemory, turnChunks });
  }

  get inMemory(): number {
    return this.#inMemory;
  }

  get runs(): number {
    return this.#runs.size;
  }

  /** Throws when memory is full and the disk does not take what must leave it; the place is queued all the same. */
  push(queue: number, order: number, id: number, turn: number): void {
    pushPlace(this.#queueOf(queue).places, order, keyOf(id, turn));
    this.#inMemory++;
    if (this.#inMemory > this.#limit) this.#spill();
  }

  /** For pushing very many places at a time: more of them may be in memory meanwhile, which makes fewer and larger runs. */
  fill(push: () => void): void {
    const limit = this.#limit;
    this.#limit = Math.max(limit, FILLING);
    try {
      push();
    } finally {
      this.#limit = limit;
    }
    if (this.#inMemory > limit) this.#spill();
  }

  /** Best current place without removing it. */
  peek(queue: number): Place | null {
    const places = this.#settle(queue);
    if (!places) return null;
    const key = places[1] as number;
    return { order: places[0] as number, id: idOf(key), turn: turnOf(key) };
  }

  pop(queue: number): Place | null {
    const place = this.peek(queue);
    if (place) this.#drop(this.#queueOf(queue).places);
    return place;
  }

  /** Nothing in memory or in runs for this queue (stale places may make it say false until they come up). */
  isEmpty(queue: number): boolean {
    return !this.#queues.get(queue)?.places.length && !this.#runs.hasAny(queue);
  }

  async close(): Promise<void> {
    this.#queues.clear();
    this.#inMemory = 0;
    await this.#runs.close();
  }

  #queueOf(queue: number): Queue {
    const known = this.#queues.get(queue);
    if (known) return known;
    const made: Queue = { places: [], bound: { run: null, order: 0, key: 0, epoch: -1 } };
    this.#queues.set(queue, made);
    return made;
  }

  #drop(places: Places): void {
    dropFirst(places);
    this.#inMemory--;
  }

  /** Brings the queue's best current place to the top of its heap; null when there is none. */
  #settle(queue: number): Places | null {
    if (this.#inMemory > this.#limit) this.#spillWhileReading();
    const { places, bound } = this.#queueOf(queue);
    for (;;) {
      if (bound.epoch !== this.#runs.epoch) this.#runs.findBound(queue, bound);
      if (places.length && isBefore(places[0] as number, places[1] as number, bound.order, bound.key)) {
        if (this.#isCurrent(places[1] as number)) return places;
        this.#drop(places);
      } else if (bound.run) {
        this.#load(queue, places, bound.run);
        bound.epoch = -1;
      } else {
        this.#queues.delete(queue);
        return null;
      }
    }
  }

  /** Takes the next places of the queue from a run; fewer when memory is nearly full. */
  #load(queue: number, places: Places, run: Run): void {
    const most = Math.min(HEAD, Math.max(LEAST, (this.#limit - this.#inMemory) >> 7));
    try {
      run.read(run.groupOf(queue), this.#buffer, most, (order, key) => {
        if (!this.#isCurrent(key)) return;
        pushPlace(places, order, key);
        this.#inMemory++;
      });
    } catch (error) {
      throw queueFailure(`could not be read back from ${run.path}`, error);
    }
    this.#runs.dropIfRead(run);
  }

  /** Reading goes on when the disk is full: the next push says so. */
  #spillWhileReading(): void {
    try {
      this.#spill();
    } catch (error) {
      if (!(error instanceof QueueStoreFailed)) throw error;
    }
  }

  /** Writes all but the best places of each queue to a run; they leave memory when all of it is written. */
  #spill(): void {
    const keep = 2 * Math.min(HEAD, Math.floor(this.#limit / 2 / this.#queues.size));
    const long = [...this.#queues].filter(([, { places }]) => places.length > keep).toSorted(([a], [b]) => a - b);
    this.#runs.write((writer) => {
      for (const [queue, { places }] of long) this.#writeRest(writer, queue, places, keep);
    });
    for (const [, { places }] of long) this.#cut(places, keep);
    for (const [queue, { places }] of this.#queues) if (!places.length) this.#queues.delete(queue);
  }

  #writeRest(writer: RunFileWriter, queue: number, places: Places, keep: number): void {
    const before = places.length;
    this.#sorter.sort(places, this.#isCurrent);
    this.#inMemory -= (before - places.length) / 2;
    for (let at = keep; at < places.length; at += 2) writer.write(queue, places[at] as number, places[at + 1] as number, 0);
  }

  #cut(places: Places, keep: number): void {
    if (places.length <= keep) return;
    this.#inMemory -= (places.length - keep) / 2;
    places.length = keep;
  }
}
