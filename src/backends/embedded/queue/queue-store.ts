/**
 * Every site's queue, with a bounded number of places in memory and the rest in sorted run files.
 *
 * Each queue is a heap in memory. When all heaps together grow too large, each keeps its best places and the others are
 * written into one run. Before a queue answers, whatever its runs hold that could come before the top of its heap is
 * loaded, a few records at a time. Runs are merged by a thread when many of a size have come together.
 *
 * Deletion is lazy: a place that is not current is dropped when it comes up, so a row's turn must be set before its place
 * is pushed. A place is handed out once per push; two pushes of the very same order, id and turn with no pop between
 * may count as one.
 */
import { existsSync, mkdirSync, openSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { MergeInput } from './merge.js';
import type { MergeAnswer } from './merge-thread.js';
import { Merger } from './merger.js';
import { PlaceSorter } from './place-sorter.js';
import { dropFirst, idOf, isBefore, keyOf, type Place, type Places, pushPlace, turnOf } from './places.js';
import { Run } from './run.js';
import { RecordBuffer, RunFileWriter, type RunIndex } from './run-file.js';

export interface QueueStoreOptions {
  /** Made when the first run is written, emptied on opening and removed on close: runs are derived data. */
  readonly folder: string;
  /** Places kept in memory over all queues before the worst of them are written to a run. */
  readonly inMemory: number;
  /** Lazy deletion: a place that is not current is skipped, and dropped when runs are merged. */
  readonly isCurrent: (id: number, turn: number) => boolean;
  /** Current turns by chunks of 65,536 ids, when they are in shared memory: merging then drops stale places too. */
  readonly turnChunks?: () => readonly (SharedArrayBuffer | undefined)[];
}

/** The disk did not take or give what it should. Everything that was queued is still queued, in memory. */
export class QueueStoreFailed extends Error {
  override readonly name = 'QueueStoreFailed';
  constructor(
    message: string,
    readonly code: string | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Best places that a queue keeps in memory when the rest is written, and places read at a time. */
const HEAD = 64;
/** Fewest places read at a time. */
const LEAST = 4;
/** Runs of one tier that are merged into one of the next. */
const MERGE_AT = 8;
/** Most runs of one merge. */
const MERGE_MOST = 16;
/** With this many runs, pushing waits until some are merged. */
const MOST_RUNS = 32;

interface Queue {
  places: Places;
  /** The run with the queue's best unread place, which is not before this; valid while `epoch` is the store's. */
  bound: Run | null;
  boundOrder: number;
  boundKey: number;
  epoch: number;
}

export class QueueStore {
  readonly #options: QueueStoreOptions;
  readonly #queues = new Map<number, Queue>();
  readonly #merger = new Merger();
  readonly #sorter = new PlaceSorter();
  readonly #isCurrent = (key: number): boolean => this.#options.isCurrent(idOf(key), turnOf(key));
  readonly #buffer = new RecordBuffer(HEAD + 1);
  #runs: Run[] = [];
  #inMemory = 0;
  /** Counts changes of the set of runs. */
  #epoch = 0;
  #nextFile = 1;
  #mergeFailure: Error | null = null;
  /** After a failure merging is tried again with this many runs. */
  #mergeAgainAt = 0;

  constructor(options: QueueStoreOptions) {
    this.#options = options;
    emptyFolder(options.folder);
  }

  get inMemory(): number {
    return this.#inMemory;
  }

  get runs(): number {
    return this.#runs.length;
  }

  /** Throws when memory is full and the disk does not take what must leave it; the place is queued all the same. */
  push(queue: number, order: number, id: number, turn: number): void {
    pushPlace(this.#queue(queue).places, order, keyOf(id, turn));
    this.#inMemory++;
    if (this.#inMemory > this.#options.inMemory) this.#spill();
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
    if (place) this.#drop((this.#queues.get(queue) as Queue).places);
    return place;
  }

  /** Nothing in memory or in runs for this queue (stale places may make it say false until they come up). */
  isEmpty(queue: number): boolean {
    if (this.#queues.get(queue)?.places.length) return false;
    return this.#runs.every((run) => run.groupOf(queue) === -1);
  }

  async close(): Promise<void> {
    await this.#merger.close();
    for (const run of this.#runs) run.dispose();
    this.#runs = [];
    this.#queues.clear();
    this.#inMemory = 0;
    emptyFolder(this.#options.folder);
  }

  #drop(places: Places): void {
    dropFirst(places);
    this.#inMemory--;
  }

  #queue(queue: number): Queue {
    let entry = this.#queues.get(queue);
    if (!entry) this.#queues.set(queue, (entry = { places: [], bound: null, boundOrder: 0, boundKey: 0, epoch: -1 }));
    return entry;
  }

  /** Brings the queue's best current place to the top of its heap; null when there is none. */
  #settle(queue: number): Places | null {
    if (this.#inMemory > this.#options.inMemory) this.#spillWhileReading();
    const entry = this.#queue(queue);
    for (;;) {
      const { places } = entry;
      if (entry.epoch !== this.#epoch) this.#findBound(queue, entry);
      if (places.length && isBefore(places[0] as number, places[1] as number, entry.boundOrder, entry.boundKey)) {
        if (this.#isCurrent(places[1] as number)) return places;
        this.#drop(places);
      } else if (entry.bound) this.#load(queue, entry, entry.bound);
      else {
        this.#queues.delete(queue);
        return null;
      }
    }
  }

  #findBound(queue: number, entry: Queue): void {
    entry.bound = null;
    entry.boundOrder = Number.POSITIVE_INFINITY;
    entry.boundKey = Number.POSITIVE_INFINITY;
    entry.epoch = this.#epoch;
    for (const run of this.#runs) {
      const group = run.groupOf(queue);
      if (group === -1 || !isBefore(run.headOrder[group] as number, run.headKey[group] as number, entry.boundOrder, entry.boundKey))
        continue;
      entry.bound = run;
      entry.boundOrder = run.headOrder[group] as number;
      entry.boundKey = run.headKey[group] as number;
    }
  }

  /** Takes the next places of the queue from the run whose turn it is; fewer when memory is nearly full. */
  #load(queue: number, entry: Queue, run: Run): void {
    const most = Math.min(HEAD, Math.max(LEAST, (this.#options.inMemory - this.#inMemory) >> 7));
    try {
      run.read(run.groupOf(queue), this.#buffer, most, (order, key) => {
        if (!this.#isCurrent(key)) return;
        pushPlace(entry.places, order, key);
        this.#inMemory++;
      });
    } catch (error) {
      throw failure(`could not be read back from ${run.path}`, error);
    }
    entry.epoch = -1;
    if (run.isRead && !run.isMerging) this.#exchange([run], null);
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
    this.#makeRoom();
    const keep = 2 * Math.min(HEAD, Math.floor(this.#options.inMemory / 2 / this.#queues.size));
    const cut: [queue: number, places: Places][] = [];
    for (const [queue, { places }] of this.#queues) if (places.length > keep) cut.push([queue, places]);
    cut.sort(([a], [b]) => a - b);
    const run = this.#write((writer) => {
      for (const [queue, places] of cut) this.#writeRest(writer, queue, places, keep);
    });
    for (const [queue, places] of cut) this.#cut(queue, places, keep);
    this.#exchange([], run);
    this.#merge();
  }

  #writeRest(writer: RunFileWriter, queue: number, places: Places, keep: number): void {
    const before = places.length;
    this.#sorter.sort(places, this.#isCurrent);
    this.#inMemory -= (before - places.length) / 2;
    for (let at = keep; at < places.length; at += 2) writer.write(queue, places[at] as number, places[at + 1] as number, 0);
  }

  #cut(queue: number, places: Places, keep: number): void {
    this.#inMemory -= Math.max(0, places.length - keep) / 2;
    if (places.length > keep) places.length = keep;
    if (!places.length) this.#queues.delete(queue);
  }

  #write(fill: (writer: RunFileWriter) => void): Run | null {
    const { folder } = this.#options;
    let writer: RunFileWriter | undefined;
    try {
      mkdirSync(folder, { recursive: true });
      writer = new RunFileWriter(this.#newPath());
      fill(writer);
      return this.#open(writer.path, writer.fd, writer.finish());
    } catch (error) {
      writer?.discard();
      throw failure(`could not be written to ${folder}`, error);
    }
  }

  #newPath(): string {
    return path.join(this.#options.folder, `${this.#nextFile++}.run`);
  }

  #open(file: string, fd: number, index: RunIndex): Run {
    const records = index.end.at(-1) ?? 0;
    const tier = Math.max(0, Math.ceil(Math.log(records / this.#options.inMemory) / Math.log(MERGE_AT)));
    return new Run(file, fd, tier, index);
  }

  /** Changes the set of runs; those without anything to read go at once. */
  #exchange(gone: readonly Run[], come: Run | null): void {
    this.#epoch++;
    this.#runs = this.#runs.filter((run) => !gone.includes(run));
    for (const run of gone) run.dispose();
    if (come?.isRead) come.dispose();
    else if (come) this.#runs.push(come);
  }

  /** A loop that pushes without a pause must not pile up files: it waits for the merging thread. */
  #makeRoom(): void {
    while (this.#runs.length >= MOST_RUNS && this.#merge()) this.#merger.wait();
    if (this.#runs.length >= 2 * MOST_RUNS) throw failure(`cannot be merged in ${this.#options.folder}`, this.#mergeFailure);
  }

  /** Has runs merged when there are enough of a size, or too many in all. True when a merge is under way. */
  #merge(): boolean {
    if (this.#merger.isBusy) return true;
    if (this.#mergeFailure && this.#runs.length < this.#mergeAgainAt) return false;
    const inputs = this.#chooseRuns();
    if (inputs.length < 2) return false;
    for (const run of inputs) run.beginMerge();
    const output = this.#newPath();
    const turns = this.#options.turnChunks?.() ?? [];
    this.#merger.start({ inputs: inputs.map(inputOf), output, turns }, (answer) => this.#merged(inputs, output, answer));
    return true;
  }

  /** The smallest tier that has enough runs; when there are too many in all, the smallest ones whatever their tier. */
  #chooseRuns(): Run[] {
    const bySize = this.#runs.toSorted((a, b) => a.tier - b.tier);
    for (const { tier } of bySize) {
      const same = bySize.filter((run) => run.tier === tier);
      if (same.length >= MERGE_AT) return same.slice(0, MERGE_MOST);
    }
    return this.#runs.length >= MOST_RUNS ? bySize.slice(0, MERGE_MOST) : [];
  }

  #merged(inputs: readonly Run[], output: string, { index, error }: MergeAnswer): void {
    this.#mergeFailure = null;
    try {
      if (!index) throw new QueueStoreFailed(error?.message ?? '', error?.code ?? null);
      const merged = this.#open(output, openSync(output, 'r'), index);
      for (const [source, run] of inputs.entries()) run.handOver(merged, source, inputs.length);
      this.#exchange(inputs, merged);
    } catch (cause) {
      // The runs as they are serve as well; there are just more of them.
      this.#mergeFailure = cause as Error;
      this.#mergeAgainAt = this.#runs.length + MERGE_AT;
      for (const run of inputs) run.abandonMerge();
      this.#exchange(
        inputs.filter((run) => run.isRead),
        null,
      );
      return;
    }
    this.#merge();
  }
}

const inputOf = ({ path: file, queues, next, end, taken }: Run): MergeInput => ({ path: file, queues, next, end, taken });

function failure(what: string, cause: unknown): QueueStoreFailed {
  const { message, code } = cause as Error & { code?: string };
  return new QueueStoreFailed(`The queue ${what}: ${message}. What is queued stays in memory; see to the disk and go on.`, code ?? null, {
    cause,
  });
}

/** Removes what an earlier process left; a file that is not a run was not made here and stays, and so does the folder then. */
function emptyFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const runs = readdirSync(folder).filter((name) => /^\d+\.run$/.test(name));
  for (const name of runs) rmSync(path.join(folder, name), { force: true });
  if (!readdirSync(folder).length) rmdirSync(folder);
}
