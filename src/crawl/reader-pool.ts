/**
 * Reader threads, seen from the main thread: a task in, a reading out.
 *
 * A thread that dies or takes too long (a page that makes a parser run away) loses the few tasks it was given, and a new
 * thread takes its place. Which of them was to blame nobody knows; so whoever tries them again asks for a thread of their
 * own, `alone`, where the innocent succeed. A thread that does not even start is no fault of a page and ends the crawl.
 */
import { Worker } from 'node:worker_threads';
import type { Exchange } from '../model/index.js';
import type { Reading, ReadTask } from './reading.js';

export interface ReaderMessage {
  readonly id: number;
  readonly task: ReadTask;
}

export interface ReaderAnswer {
  /** 0: the thread is ready to be given tasks. */
  readonly id: number;
  readonly reading?: Reading;
  readonly error?: string;
}

export class ReadFailed extends Error {
  override readonly name = 'ReadFailed';
}

interface Job {
  readonly message: ReaderMessage;
  readonly alone: boolean;
  resolve(reading: Reading): void;
  reject(error: Error): void;
}

export interface ReaderPoolOptions {
  readonly threads: number;
  readonly threadUrl: URL;
  readonly workerData: unknown;
  /** A single task may take this long. */
  readonly taskMs: number;
  /** Heap of one thread; a page that needs more kills the thread, not the crawl. */
  readonly heapMb: number;
}

/** Tasks handed to a thread ahead of time, so that it never waits for the main thread. */
const AHEAD = 4;

export class ReaderPool {
  readonly #options: ReaderPoolOptions;
  readonly #threads: ReaderThread[] = [];
  readonly #queue: Job[] = [];
  #nextId = 1;
  #closed = false;
  #failure: Error | null = null;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    for (let i = 0; i < options.threads; i++) this.#threads.push(this.#newThread());
  }

  /** Rejects with ReadFailed for what a page can cause. */
  read(task: ReadTask, { alone = false } = {}): Promise<Reading> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#queue.push({ message: { id: this.#nextId++, task }, alone, resolve, reject });
      this.#deal();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #deal(): void {
    while (this.#queue.length) {
      const thread = this.#threads.reduce((least, other) => (other.load < least.load ? other : least));
      if (thread.load >= ((this.#queue[0] as Job).alone ? 1 : AHEAD)) return;
      thread.give(this.#queue.shift() as Job);
    }
  }

  #newThread(): ReaderThread {
    const thread: ReaderThread = new ReaderThread(this.#options, {
      freed: () => this.#deal(),
      died: (given) => this.#replace(thread, given),
    });
    return thread;
  }

  #replace(thread: ReaderThread, given: readonly Job[]): void {
    if (!thread.ready && !this.#closed) this.#failure ??= new Error(`The reader threads do not start: ${thread.failure}`);
    for (const job of given) job.reject(this.#failure ?? new ReadFailed(thread.failure));
    if (this.#failure) for (const job of this.#queue.splice(0)) job.reject(this.#failure);
    if (this.#closed || this.#failure) return;
    this.#threads[this.#threads.indexOf(thread)] = this.#newThread();
    this.#deal();
  }
}

/** A small nursery stays in the processor's cache: less time and less memory than with the default of 48 MB. */
const YOUNG_MB = 12;

/** One thread and the tasks it has been given, oldest first. */
class ReaderThread {
  ready = false;
  failure = 'the reader thread ended';
  readonly #options: ReaderPoolOptions;
  readonly #events: { freed(): void; died(given: readonly Job[]): void };
  readonly #worker: Worker;
  #given: Job[] = [];
  #watch: NodeJS.Timeout | null = null;

  constructor(options: ReaderPoolOptions, events: { freed(): void; died(given: readonly Job[]): void }) {
    this.#options = options;
    this.#events = events;
    this.#worker = new Worker(options.threadUrl, {
      workerData: options.workerData,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on('message', (answer: ReaderAnswer) => this.#take(answer));
    this.#worker.on('error', (error) => {
      this.failure = error.message;
    });
    this.#worker.on('exit', () => this.#ended());
  }

  /** Tasks given; a thread with a task that wants to be alone is full. */
  get load(): number {
    return this.#given[0]?.alone ? AHEAD : this.#given.length;
  }

  give(job: Job): void {
    this.#given.push(job);
    if (this.#given.length === 1) this.#watchNext();
    this.#worker.postMessage(job.message, buffersOf(job.message.task.exchange));
  }

  async end(): Promise<void> {
    if (this.#watch) clearTimeout(this.#watch);
    await this.#worker.terminate();
  }

  #watchNext(): void {
    if (this.#watch) clearTimeout(this.#watch);
    this.#watch = this.#given.length ? setTimeout(() => this.#tookTooLong(), this.#options.taskMs) : null;
  }

  #take(answer: ReaderAnswer): void {
    this.ready = true;
    if (answer.id === 0) return;
    const at = this.#given.findIndex(({ message }) => message.id === answer.id);
    const [job] = this.#given.splice(at, 1);
    this.#watchNext();
    if (answer.reading) job?.resolve(answer.reading);
    else job?.reject(new ReadFailed(answer.error));
    this.#events.freed();
  }

  #tookTooLong(): void {
    this.failure = `reading took more than ${this.#options.taskMs / 1000} s`;
    void this.#worker.terminate();
  }

  #ended(): void {
    if (this.#watch) clearTimeout(this.#watch);
    const given = this.#given;
    this.#given = [];
    this.#events.died(given);
  }
}

function buffersOf({ wire, body, responseHead }: Exchange): ArrayBuffer[] {
  const views = [wire, body, responseHead].filter((bytes): bytes is Uint8Array => bytes instanceof Uint8Array && bytes.byteLength > 0);
  const own = views.filter((view) => view.byteLength === view.buffer.byteLength);
  return [...new Set(own.map((view) => view.buffer as ArrayBuffer))];
}
