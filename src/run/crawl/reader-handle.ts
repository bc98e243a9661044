/** One reader thread, seen from the main thread, and the tasks it has been given, oldest first. */
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { lengthOf } from '../../model/index.js';
import { keepThread, takeThread } from '../../platform/index.js';
import type { HandOn, LinkPiece, Reading, ReadTask } from './reading.js';
import { firstLookAfter, TaskClock } from './task-clock.js';

export interface ReaderMessage {
  readonly id: number;
  readonly task: ReadTask;
  /** Somebody takes links before the reading is there. */
  readonly inPieces: boolean;
}

/** The piece of links that this task handed on has been taken; the next may come. */
export interface PieceTaken {
  readonly taken: number;
}

/** The first message to a thread, and what it gets when another crawl takes it over. */
export interface ReaderBegin {
  readonly begin: unknown;
}

export interface ReaderAnswer {
  /** 0: the thread is ready to be given tasks. */
  readonly id: number;
  readonly reading?: Reading;
  /** Links of a reading that is not there yet. */
  readonly piece?: LinkPiece;
  readonly error?: string;
  /** The error of the system, where there was one: then it is no fault of the page. */
  readonly code?: string;
  /** The thread has grown over a giant, and is better ended than kept. */
  readonly isSwollen?: boolean;
  /** It has grown over a file: good for this crawl's next ones, and not kept for another crawl. */
  readonly hasGrown?: boolean;
}

/** What a page can cause. */
export class ReadFailed extends Error {
  override readonly name = 'ReadFailed';
}

export interface Job {
  readonly message: ReaderMessage;
  readonly alone: boolean;
  /** Instead of what its thread allows. */
  readonly taskMs?: number | undefined;
  readonly handOn?: HandOn | undefined;
  /** Why a piece could not be taken: then its reading is not wanted either. */
  failure?: Error;
  resolve(reading: Reading): void;
  reject(error: Error): void;
}

export interface ReaderThreadOptions {
  readonly threadUrl: URL;
  /** What the thread is to read by: see ReaderBegin. */
  readonly workerData: unknown;
  /** When it has nothing left to do, the thread may be taken over by another crawl. Not where it has loaded code of the user's. */
  readonly isReusable?: boolean;
  /** A single task may take this long, and as long again for every LARGE bytes of its body: see TaskClock. */
  readonly taskMs: number;
  /** Milliseconds of processor time that all threads have used. */
  readonly processorMs?: () => number;
  /** Heap of one thread; a page that needs more kills the thread, not the crawl. */
  readonly heapMb: number;
  /** Words the thread finds in its process.argv. */
  readonly argv: readonly string[];
  /** By so much the process may grow during one task: buffers count here, which the limit of the heap leaves out. */
  readonly growthMb?: number;
}

export interface ReaderEvents {
  freed(): void;
  died(given: readonly Job[]): void;
}

/** A nursery this small stays in the processor's cache: less time and less memory than with the default of 48 MB. */
const YOUNG_MB = 12;
const LARGE = 64 * 1024 * 1024;
/** A busy machine may take seconds to start a thread, which is no fault of a task. */
const START_MS = 60_000;
const MEGABYTE = 1024 * 1024;
/** How often the memory of the process is looked at, where that is bounded. */
const MEMORY_LOOK_MS = 100;

export const threadOptions = (heapMb: number, argv: readonly string[] = []): WorkerOptions => ({
  argv: [...argv],
  resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
});

export class ReaderHandle {
  ready = false;
  isSwollen = false;
  #hasGrown = false;
  failure = 'the reader thread ended';
  readonly #options: ReaderThreadOptions;
  readonly #events: ReaderEvents;
  readonly #worker: Worker;
  #given: Job[] = [];
  /** Runs since the oldest task became the oldest. */
  readonly #clock: TaskClock;
  /** Memory of the process at that moment. */
  #before = 0;
  #watch: NodeJS.Timeout | null = null;

  constructor(options: ReaderThreadOptions, events: ReaderEvents) {
    this.#options = options;
    this.#events = events;
    this.#clock = new TaskClock(options.processorMs);
    this.#worker = takeThread(options.threadUrl, this.#threadOptions);
    this.#worker.postMessage({ begin: options.workerData } satisfies ReaderBegin);
    this.#worker.on('message', (answer: ReaderAnswer) => this.#take(answer));
    this.#worker.on('error', (error) => {
      this.failure = error.message;
    });
    this.#worker.on('exit', () => this.#ended());
  }

  /** Tasks given; a thread with a task that wants to be alone is full. */
  get load(): number {
    return this.#given[0]?.alone ? Number.POSITIVE_INFINITY : this.#given.length;
  }

  give(job: Job): void {
    this.#given.push(job);
    if (this.#given.length === 1) this.#beginNext();
    // Copied rather than handed over: should the thread die over it, the bytes are still to be archived.
    this.#worker.postMessage(job.message);
  }

  async end(): Promise<void> {
    if (this.#watch) clearTimeout(this.#watch);
    const isFree = this.ready && this.#given.length === 0;
    const isSlim = !this.isSwollen && !this.#hasGrown;
    if (this.#options.isReusable && isFree && isSlim) keepThread(this.#options.threadUrl, this.#threadOptions, this.#worker);
    else await this.#worker.terminate();
  }

  get #threadOptions(): WorkerOptions {
    return threadOptions(this.#options.heapMb, this.#options.argv);
  }

  #take(answer: ReaderAnswer): void {
    this.ready = true;
    if (answer.id === 0) {
      this.#clock.restart(); // what waited for the start begins now
      return this.#events.freed();
    }
    if (answer.isSwollen) this.isSwollen = true;
    this.#hasGrown = answer.hasGrown ?? false;
    const at = this.#given.findIndex(({ message }) => message.id === answer.id);
    if (answer.piece) return void this.#takePiece(this.#given[at], answer.piece);
    const [job] = this.#given.splice(at, 1);
    if (at === 0) this.#beginNext();
    if (job?.failure) job.reject(job.failure);
    else if (answer.reading) job?.resolve(answer.reading);
    else job?.reject(failureOf(answer));
    this.#events.freed();
  }

  /** A long list is no long task: it has the time of one for each piece, and what taking it takes does not count. */
  async #takePiece(job: Job | undefined, piece: LinkPiece): Promise<void> {
    if (!job) return;
    try {
      if (!job.failure) await job.handOn?.(piece);
    } catch (error) {
      job.failure = error as Error;
    }
    if (job === this.#given[0]) this.#clock.restart();
    this.#worker.postMessage({ taken: job.message.id } satisfies PieceTaken);
  }

  /** One timer serves many tasks: setting one for each would cost more than sending it. */
  #beginNext(): void {
    this.#clock.restart();
    if (!this.#given.length) return;
    if (this.#options.growthMb !== undefined) this.#before = process.memoryUsage.rss();
    this.#watch ??= setTimeout(() => this.#look(), this.#pause(firstLookAfter(Math.min(this.#limit, this.#options.taskMs)))).unref();
  }

  #pause(left: number): number {
    return this.#options.growthMb === undefined ? left : Math.min(left, MEMORY_LOOK_MS);
  }

  #look(): void {
    this.#watch = null;
    if (!this.#given.length) return;
    const left = this.#clock.look(this.#limit);
    if (left <= 0) this.#endWith(`reading took more than ${this.#limit / 1000} s`);
    else if (this.#grewTooMuch()) this.#endWith(`reading took more than ${this.#options.growthMb} MB of memory`);
    else this.#watch = setTimeout(() => this.#look(), this.#pause(Math.min(left, this.#options.taskMs))).unref();
  }

  #grewTooMuch(): boolean {
    const { growthMb } = this.#options;
    return growthMb !== undefined && process.memoryUsage.rss() - this.#before > growthMb * MEGABYTE;
  }

  get #limit(): number {
    const [oldest] = this.#given;
    const body = oldest?.message.task.exchange.body;
    if (!this.ready) return START_MS;
    return (oldest?.taskMs ?? this.#options.taskMs) * (1 + Math.floor(body ? lengthOf(body) / LARGE : 0));
  }

  #endWith(failure: string): void {
    this.failure = failure;
    void this.#worker.terminate();
  }

  #ended(): void {
    if (this.#watch) clearTimeout(this.#watch);
    const given = this.#given;
    this.#given = [];
    this.#events.died(given);
  }
}

/** Too many open files or a full disk would fail any page: the crawl must end, or it would note them all as unreadable. */
function failureOf({ error, code }: ReaderAnswer): Error {
  if (!isShortage(code)) return new ReadFailed(error);
  return Object.assign(new Error(`A page could not be read because this machine lacked resources: ${error}`), { code });
}

/** Whether the system lacked something, by the code of its error. */
export const isShortage = (code: unknown): boolean => typeof code === 'string' && SHORTAGES.has(code);

const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);
