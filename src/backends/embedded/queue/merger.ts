/**
 * The owner's side of the merging thread. Started with the first merge and kept; it never holds the process open.
 *
 * An answer comes as an event, or is waited for with the event loop standing still: a loop that pushes millions of
 * places without a pause would otherwise pile up runs without end.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { compiledUrl } from '../../../platform/index.js';
import type { MergeJob } from './merge.js';
import type { MergeAnswer, MergeThreadData } from './merge-thread.js';

const THREAD = compiledUrl(import.meta.url, './merge-thread.js');
/** A thread that has neither answered nor come further for so long is lost; its end could only be heard by an event loop that runs. */
const PATIENCE_MS = 30_000;

export class Merger {
  readonly #signal = new Int32Array(new SharedArrayBuffer(8));
  #worker: Worker | null = null;
  #port: MessagePort | null = null;
  #answered: ((answer: MergeAnswer) => void) | null = null;

  get isBusy(): boolean {
    return this.#answered !== null;
  }

  /** Only one job at a time. */
  start(job: MergeJob, answered: (answer: MergeAnswer) => void): void {
    const port = this.#port ?? this.#open();
    Atomics.store(this.#signal, 0, 0);
    this.#answered = answered;
    port.postMessage(job);
  }

  /** Stands still until the job is answered. */
  wait(): void {
    if (!this.#port || !this.isBusy) return;
    let progress = -1;
    while (Atomics.load(this.#signal, 0) === 0 && progress !== Atomics.load(this.#signal, 1)) {
      progress = Atomics.load(this.#signal, 1);
      Atomics.wait(this.#signal, 0, 0, PATIENCE_MS);
    }
    const received = receiveMessageOnPort(this.#port) as { message: MergeAnswer } | undefined;
    if (received) this.#take(received.message);
    else this.#lost(this.#worker, 'the merging thread does not answer');
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#answered = null;
    this.#worker = null;
    this.#port?.close();
    this.#port = null;
    await worker?.terminate();
  }

  #open(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const data: MergeThreadData = { port: port2, signal: this.#signal };
    const worker = new Worker(THREAD, { workerData: data, transferList: [port2], resourceLimits: { maxYoungGenerationSizeMb: 6 } });
    worker.on('error', (error) => this.#lost(worker, error.message));
    worker.on('exit', () => this.#lost(worker, 'the merging thread has ended'));
    worker.unref();
    port1.on('message', (answer: MergeAnswer) => this.#take(answer));
    port1.unref();
    this.#worker = worker;
    this.#port = port1;
    return port1;
  }

  /** The next job gets a new thread. */
  #lost(worker: Worker | null, message: string): void {
    if (worker !== this.#worker) return;
    void worker?.terminate();
    this.#port?.close();
    this.#port = null;
    this.#worker = null;
    this.#take({ error: { message, code: null } });
  }

  #take(answer: MergeAnswer): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(answer);
  }
}
