/**
 * Reader threads, seen from the main thread: a task in, a reading out.
 *
 * A thread that dies or takes too long (a page that makes a parser run away) loses the few tasks it was given, and a new
 * thread takes its place. Which of them was to blame nobody knows; so whoever tries them again asks for a thread of their
 * own, `alone`, where the innocent succeed. A thread that does not even start is no fault of a page and ends the crawl.
 *
 * Large bodies have a thread of their own, one at a time, so that pages never wait behind a download of a gigabyte.
 *
 * Files whose readers do much with few bytes (PDF, office files) have threads of their own too, with bounds on memory
 * besides time. A file over which such a thread dies is not lost: it is archived all the same, and its page says why
 * there is no text.
 */
import { lengthOf } from '../model/index.js';
import { isHeavyFile } from './heavy-file.js';
import { type Job, type ReaderThreadOptions, ReadFailed } from './reader-handle.js';
import { type LaneOptions, ReaderLane } from './reader-lane.js';
import type { Reading, ReadTask } from './reading.js';

export { type ReaderAnswer, type ReaderBegin, type ReaderMessage, ReadFailed } from './reader-handle.js';

export interface ReaderPoolOptions extends Omit<ReaderThreadOptions, 'argv'> {
  /** At most so many for pages; the second begins when the first cannot keep up. */
  readonly threads: number;
  /** By how many megabytes the process may grow while a file is read. */
  readonly filesGrowthMb?: number;
}

const AHEAD = 8;
/** Bodies over this size are large. Such a page takes a tenth of a second, which is as long as others should wait. */
const LARGE = 8 * 1024 * 1024;
/** In the process.argv of the thread for large bodies, and of those for files. */
export const LARGE_BODIES = 'large-bodies';
export const FILES = 'files';
const FILES_TASK_MS = 30_000;
const FILES_HEAP_MB = 512;
const FILES_GROWTH_MB = 1024;
const FILES_THREADS = 4;

export class ReaderPool {
  readonly #pages: ReaderLane;
  readonly #large: ReaderLane;
  readonly #files: ReaderLane;
  #nextId = 1;
  #failure: Error | null = null;
  #closed = false;

  constructor(options: ReaderPoolOptions) {
    const onFailure = (error: Error) => this.#fail(error);
    this.#pages = new ReaderLane({ ...options, argv: [], ahead: AHEAD }, onFailure);
    this.#large = new ReaderLane({ ...options, isReusable: false, argv: [LARGE_BODIES], threads: 1, ahead: 1 }, onFailure);
    this.#files = new ReaderLane(filesLane(options), onFailure);
    this.#pages.start();
  }

  /** Its threads do not even start: nothing will be read any more. */
  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Rejects with ReadFailed for what a page can cause. */
  read(task: ReadTask, { alone = false } = {}): Promise<Reading> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (isHeavyFile(task.exchange)) return this.#readFile(task);
    return this.#readIn(lengthOf(task.exchange.body) > LARGE ? this.#large : this.#pages, task, alone);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pages.close(), this.#large.close(), this.#files.close()]);
    this.#closed = true;
  }

  #readIn(lane: ReaderLane, task: ReadTask, alone: boolean): Promise<Reading> {
    return new Promise((resolve, reject) => {
      const job: Job = { message: { id: this.#nextId++, task }, alone, resolve, reject };
      lane.add(job);
    });
  }

  async #readFile(task: ReadTask): Promise<Reading> {
    try {
      return await this.#readIn(this.#files, task, true);
    } catch (error) {
      if (!(error instanceof ReadFailed) || this.#closed) throw error;
      return this.#readIn(this.#large, { ...task, unread: error.message }, false);
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#pages.fail(error);
    this.#large.fail(error);
    this.#files.fail(error);
  }
}

const filesLane = (options: ReaderPoolOptions): LaneOptions => ({
  ...options,
  isReusable: false,
  argv: [FILES],
  threads: Math.min(options.threads, FILES_THREADS),
  ahead: 1,
  taskMs: Math.min(options.taskMs, FILES_TASK_MS),
  heapMb: Math.min(options.heapMb, FILES_HEAP_MB),
  growthMb: options.filesGrowthMb ?? FILES_GROWTH_MB,
  keepsTasks: true,
});
