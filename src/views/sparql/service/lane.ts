/** A process that answers one query at a time, as its owner sees it. Whatever a query does to it, only that query is lost. */
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { SparqlError } from '../sparql-error.js';
import type { FromLane, LaneData, ToLane } from './messages.js';
import { startProcess } from './start-process.js';

/** Of what the process said before it died. */
const SAID = 2000;

export class Lane {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #messages: FromLane[] = [];
  #said = '';
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(data: LaneData, memory: number) {
    this.#child = startProcess(data, memory);
    this.#child.on('message', (message: FromLane) => {
      this.#messages.push(message);
      this.#wake?.();
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-SAID);
    });
    this.#child.on('error', (error) => this.#fail(error));
    this.#ended = new Promise((ended) => {
      this.#child.once('close', (code, signal) => {
        this.#fail(deathOf(code, signal, this.#said));
        ended();
      });
    });
    this.rest();
  }

  get isDead(): boolean {
    return this.#error !== null;
  }

  send(message: ToLane): void {
    if (!this.isDead && this.#child.connected) this.#child.send(message, () => {}); // its death is told by next()
  }

  /** Messages in their order. Throws when the process has died. */
  async next(): Promise<FromLane> {
    for (;;) {
      const message = this.#messages.shift();
      if (message) return message;
      if (this.#error) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Keeps its owner from ending as long as it works. */
  work(): void {
    this.#child.ref();
    this.#child.channel?.ref();
    (this.#child.stderr as Socket | null)?.ref();
  }

  /** Nobody waits for one that has nothing to do. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as Socket | null)?.unref();
  }

  /** At once, in the midst of anything. The error is for whoever waits for its answer. */
  end(why: Error = new Error('The query was given up.')): Promise<void> {
    this.#fail(why);
    this.work(); // until it is gone
    this.#child.kill('SIGKILL');
    return this.#ended;
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#wake?.();
  }
}

/** By which a process without memory dies: of its own accord, by the system's hand, or in the allocator. */
const OF_MEMORY: ReadonlySet<NodeJS.Signals> = new Set(['SIGABRT', 'SIGKILL', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']);

function deathOf(code: number | null, signal: NodeJS.Signals | null, said: string): Error {
  if ((signal !== null && OF_MEMORY.has(signal)) || /out of memory|allocation failed|bad_alloc|cannot allocate/i.test(said))
    return new SparqlError('too-much-memory', 'The query took more memory than allowed and was ended. Ask for less at a time.');
  const how = signal ?? `exit code ${code}`;
  return new Error(`The process that answers queries ended without an answer (${how}).${said === '' ? '' : ` It said: ${said.trim()}`}`);
}
