/**
 * Queries in threads of their own, so that one that runs away harms nobody: it is ended with its thread, and so is one that
 * takes too much memory. Threads are started when they are needed and kept for the next query.
 */
import { Worker } from 'node:worker_threads';
import { compiledUrl } from '../../model/index.js';
import { DEFAULT_LIMITS, type SparqlLimits, tooSlow } from '../limits.js';
import { SparqlError } from '../sparql-error.js';
import type { FromQueryThread, QueryThreadData, SparqlRequest, ToQueryThread } from './messages.js';

export interface SparqlServiceOptions {
  /** Address of a module that exports `openKnowledge(folder)`: see KnowledgeOpener. */
  readonly opener: string;
  readonly limits?: Partial<SparqlLimits>;
  /** Queries at one time. */
  readonly threads?: number;
  /** Megabytes that one query may take. */
  readonly memory?: number;
}

export interface SparqlAnswer {
  readonly mediaType: string;
  /** Whoever stops reading ends the query. */
  readonly pieces: AsyncIterable<string>;
}

const THREAD = compiledUrl(import.meta.url, './query-thread.js');
/** The query looks at the clock itself; this is for one that cannot. */
const GRACE_MS = 1000;
const MOST_WAITING = 32;

export class SparqlService {
  readonly #data: QueryThreadData;
  readonly #most: number;
  readonly #memory: number;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #waiting: (() => void)[] = [];

  constructor({ opener, limits, threads = 2, memory = 512 }: SparqlServiceOptions) {
    this.#data = { opener, limits: { ...DEFAULT_LIMITS, ...limits } };
    this.#most = threads;
    this.#memory = memory;
  }

  /** Throws SparqlError where that can be told before the first piece; later ones come out of the pieces. */
  async ask(request: SparqlRequest): Promise<SparqlAnswer> {
    const worker = await this.#take();
    const messages = this.#messages(worker, request);
    const first = await messages.next();
    if (first.done || first.value.kind !== 'head') {
      await messages.return(undefined);
      throw new Error('A query thread ended without an answer.');
    }
    return { mediaType: first.value.mediaType, pieces: piecesOf(messages, worker) };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#busy].map((worker) => worker.terminate()));
  }

  async #take(): Promise<Worker> {
    if (this.#busy.size >= this.#most) {
      if (this.#waiting.length >= MOST_WAITING) throw new SparqlError('busy', 'Too many queries are waiting. Try again soon.');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const worker = this.#idle.pop() ?? this.#start();
    this.#busy.add(worker);
    return worker;
  }

  #start(): Worker {
    const worker = new Worker(THREAD, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: this.#memory, maxYoungGenerationSizeMb: 32 },
    });
    return worker;
  }

  /** What the thread says, until it has answered or is ended. */
  async *#messages(worker: Worker, request: SparqlRequest): AsyncGenerator<FromQueryThread> {
    const inbox = new Inbox(worker);
    worker.ref();
    let timer: NodeJS.Timeout | undefined;
    let isDone = false;
    try {
      worker.postMessage({ ask: request } satisfies ToQueryThread);
      while (!isDone) {
        const message = await inbox.next();
        isDone = message.kind === 'end' || message.kind === 'error';
        if (message.kind === 'begun') timer = this.#endLater(worker, inbox);
        else if (message.kind === 'error') throw asError(message);
        else if (!isDone) yield message;
      }
    } finally {
      clearTimeout(timer);
      inbox.close();
      this.#give(worker, isDone);
    }
  }

  #endLater(worker: Worker, inbox: Inbox): NodeJS.Timeout {
    const { time } = this.#data.limits;
    return setTimeout(() => {
      inbox.fail(tooSlow(time));
      void worker.terminate();
    }, time + GRACE_MS);
  }

  /** A thread that is in the midst of something is of no more use. */
  #give(worker: Worker, isFree: boolean): void {
    this.#busy.delete(worker);
    worker.unref();
    if (isFree) this.#idle.push(worker);
    else void worker.terminate();
    this.#waiting.shift()?.();
  }
}

async function* piecesOf(messages: AsyncGenerator<FromQueryThread>, worker: Worker): AsyncIterable<string> {
  try {
    for await (const message of messages) {
      if (message.kind !== 'piece') continue;
      yield message.text;
      worker.postMessage({ more: true } satisfies ToQueryThread);
    }
  } finally {
    await messages.return(undefined);
  }
}

function asError({ code, message }: Extract<FromQueryThread, { kind: 'error' }>): Error {
  return code === null ? new Error(message) : new SparqlError(code, message);
}

/** Messages in their order, for one who takes them one by one. */
class Inbox {
  readonly #worker: Worker;
  readonly #messages: FromQueryThread[] = [];
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', this.#onMessage);
    worker.on('error', this.#onError);
    worker.on('exit', this.#onExit);
  }

  async next(): Promise<FromQueryThread> {
    for (;;) {
      const message = this.#messages.shift();
      if (message) return message;
      if (this.#error) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#wake?.();
  }

  close(): void {
    this.#worker.off('message', this.#onMessage);
    this.#worker.off('exit', this.#onExit);
    // Errors stay heard: one that comes while the thread is ended must not end the process.
  }

  readonly #onMessage = (message: FromQueryThread): void => {
    this.#messages.push(message);
    this.#wake?.();
  };

  readonly #onError = (error: NodeJS.ErrnoException): void =>
    this.fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new SparqlError('too-much-memory', 'The query took more memory than allowed and was ended. Ask for less at a time.')
        : error,
    );

  readonly #onExit = (): void => this.fail(new Error('A query thread ended without an answer.'));
}
