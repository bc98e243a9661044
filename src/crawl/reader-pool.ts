/**
 * Reader threads, seen from the main thread: a task in, a reading out.
 *
 * A thread that dies or takes too long (a page that makes a parser run away) loses the few tasks it was given, and a new
 * thread takes its place. Which of them was to blame nobody knows; so whoever tries them again asks for a thread of their
 * own, `alone`, where the innocent succeed. A thread that does not even start is no fault of a page and ends the crawl.
 *
 * Large bodies have a thread of their own, one at a time, so that pages never wait behind a download of a gigabyte.
 */
import { lengthOf } from '../model/index.js';
import type { Job, ReaderThreadOptions } from './reader-handle.js';
import { ReaderLane } from './reader-lane.js';
import type { Reading, ReadTask } from './reading.js';

export { type ReaderAnswer, type ReaderMessage, ReadFailed } from './reader-handle.js';

export interface ReaderPoolOptions extends Omit<ReaderThreadOptions, 'argv'> {
  /** At most so many for pages; the second begins when the first cannot keep up. */
  readonly threads: number;
}

const AHEAD = 4;
/** Bodies over this size are large. Such a page takes a tenth of a second, which is as long as others should wait. */
const LARGE = 8 * 1024 * 1024;
/** In the process.argv of the thread for large bodies. */
export const LARGE_BODIES = 'large-bodies';

export class ReaderPool {
  readonly #pages: ReaderLane;
  readonly #large: ReaderLane;
  #nextId = 1;
  #failure: Error | null = null;

  constructor(options: ReaderPoolOptions) {
    const onFailure = (error: Error) => this.#fail(error);
    this.#pages = new ReaderLane({ ...options, argv: [], ahead: AHEAD }, onFailure);
    this.#large = new ReaderLane({ ...options, argv: [LARGE_BODIES], threads: 1, ahead: 1 }, onFailure);
    this.#pages.start();
  }

  /** Rejects with ReadFailed for what a page can cause. */
  read(task: ReadTask, { alone = false } = {}): Promise<Reading> {
    if (this.#failure) return Promise.reject(this.#failure);
    const lane = lengthOf(task.exchange.body) > LARGE ? this.#large : this.#pages;
    return new Promise((resolve, reject) => {
      const job: Job = { message: { id: this.#nextId++, task }, alone, resolve, reject };
      lane.add(job);
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#pages.close(), this.#large.close()]);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#pages.fail(error);
    this.#large.fail(error);
  }
}
