/**
 * Tasks of one kind and the threads that read them. The first thread is there from the start or from the first task on;
 * another is added only when those there are cannot keep up: it costs most of a second of CPU and thirty megabytes.
 */
import { type Job, ReaderHandle, type ReaderThreadOptions, ReadFailed } from './reader-handle.js';

export interface LaneOptions extends ReaderThreadOptions {
  readonly threads: number;
  /** Tasks handed to a thread ahead of time, so that it never waits for the main thread. */
  readonly ahead: number;
}

export class ReaderLane {
  readonly #options: LaneOptions;
  readonly #onFailure: (error: Error) => void;
  readonly #threads: ReaderHandle[] = [];
  readonly #queue: Job[] = [];
  #closed = false;

  /** `onFailure` is told when threads do not even start, which is no fault of a task. */
  constructor(options: LaneOptions, onFailure: (error: Error) => void) {
    this.#options = options;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#threads.push(this.#newThread());
  }

  add(job: Job): void {
    this.#queue.push(job);
    this.#deal();
  }

  /** Rejects what waits here. What threads have been given is rejected as they end. */
  fail(error: Error): void {
    for (const job of this.#queue.splice(0)) job.reject(error);
  }

  /** A thread is let go once: by a second time it may have been taken over. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.splice(0).map((thread) => thread.end()));
  }

  #deal(): void {
    for (let job = this.#queue[0]; job; job = this.#queue[0]) {
      const thread = this.#threadFor(job);
      if (!thread) return;
      this.#queue.shift();
      thread.give(job);
    }
  }

  #threadFor({ alone }: Job): ReaderHandle | null {
    let least: ReaderHandle | null = null;
    for (const thread of this.#threads) if (!least || thread.load < least.load) least = thread;
    if (least && least.load < (alone ? 1 : this.#options.ahead)) return least;
    if (this.#closed || this.#threads.length >= this.#options.threads || this.#threads.some((thread) => !thread.ready)) return null;
    this.start();
    return this.#threads.at(-1) ?? null;
  }

  #newThread(): ReaderHandle {
    const thread: ReaderHandle = new ReaderHandle(this.#options, {
      freed: () => {
        this.#deal();
        if (thread.isSwollen && thread.load === 0) this.#letGo(thread);
      },
      died: (given) => this.#replace(thread, given),
    });
    return thread;
  }

  /** V8 gives memory back slowly, but that of a thread at once. The next task starts another. */
  #letGo(thread: ReaderHandle): void {
    this.#threads.splice(this.#threads.indexOf(thread), 1);
    void thread.end();
  }

  #replace(thread: ReaderHandle, given: readonly Job[]): void {
    const stillborn = !thread.ready && !this.#closed;
    const failure = stillborn ? new Error(`The reader threads do not start: ${thread.failure}`) : new ReadFailed(thread.failure);
    for (const job of given) job.reject(failure);
    const at = this.#threads.indexOf(thread);
    if (at < 0) return; // let go
    if (stillborn || this.#closed) {
      this.#threads.splice(at, 1);
      if (stillborn) this.#onFailure(failure);
      return;
    }
    this.#threads[at] = this.#newThread();
    this.#deal();
  }
}
