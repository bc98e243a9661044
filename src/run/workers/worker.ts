/** One worker: its parameters, its state, what it says and what came of it. Whoever looks on is told that something changed, not what. */
import { messageOf } from '../../model/index.js';
import { type TraceLevel, type Work, type WorkEnd, WorkerError, type WorkerResults, type WorkerState } from './port.js';
import { Trace } from './trace.js';

export interface WorkerOptions<Parameters> {
  /** For people: the title of a portal. */
  readonly name: string;
  readonly parameters: Parameters;
  readonly work: Work<Parameters>;
  readonly now?: () => Date;
}

const WAITING = 'Not started yet.';

export class Worker<Parameters> {
  readonly name: string;
  readonly trace: Trace;
  readonly #options: WorkerOptions<Parameters>;
  readonly #now: () => Date;
  readonly #watchers = new Set<() => void>();
  #parameters: Parameters;
  #state: WorkerState = 'WaitToStart';
  #progress = 0;
  #message = WAITING;
  #results: WorkerResults | null = null;
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions<Parameters>) {
    const { name, parameters, now = () => new Date() } = options;
    this.name = name;
    this.trace = new Trace(now);
    this.#options = options;
    this.#now = now;
    this.#parameters = parameters;
  }

  get state(): WorkerState {
    return this.#state;
  }

  /** 0 to 100, and never back; 100 only when it has been executed. */
  get progress(): number {
    return this.#progress;
  }

  /** How it stands, in a sentence. */
  get message(): string {
    return this.#message;
  }

  get parameters(): Parameters {
    return this.#parameters;
  }

  /** Null until it has ended. */
  get results(): WorkerResults | null {
    return this.#results;
  }

  get isCancelling(): boolean {
    return this.#state === 'Executing' && this.#stop.signal.aborted;
  }

  /** Throws WorkerError unless it waits to be started. */
  change(parameters: Parameters): void {
    this.#mustWait('Its parameters can be changed');
    this.#parameters = parameters;
    this.#tell();
  }

  /** Returns at once; throws WorkerError unless it waits to be started. */
  start(): void {
    this.#mustWait('It can be started');
    this.#stop = new AbortController();
    this.#state = 'Executing';
    this.#message = 'Running.';
    this.#running = this.#execute();
    this.#tell();
  }

  /** It ends as soon as its work allows. Twice is as good as once. */
  cancel(): void {
    if (this.#state !== 'Executing') throw new WorkerError('not-running', `${this.name} does not run, so there is nothing to cancel.`);
    if (this.#stop.signal.aborted) return;
    this.#message = 'Cancelling: what is under way is brought to an end.';
    this.trace.add('INFO', 'Cancelled by hand.');
    this.#stop.abort();
    this.#tell();
  }

  /** Waits to be started again, with the parameters it had. The trace stays. */
  reset(): void {
    if (this.#state === 'Executing')
      throw new WorkerError('running', `${this.name} is running. Cancel it, or wait for its end; then it can be reset.`);
    if (this.#state === 'WaitToStart') throw new WorkerError('not-ended', `${this.name} has not run, so there is nothing to reset.`);
    this.#state = 'WaitToStart';
    this.#progress = 0;
    this.#message = WAITING;
    this.#results = null;
    this.#tell();
  }

  clearTrace(): void {
    this.trace.clear();
    this.#tell();
  }

  /** Called whenever something changed. Returns how to end it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Resolves when nothing runs. */
  idle(): Promise<void> {
    return this.#running;
  }

  #mustWait(what: string): void {
    if (this.#state === 'Executing')
      throw new WorkerError('running', `${this.name} is running already. ${what} again when it has ended and was reset.`);
    if (this.#state !== 'WaitToStart') throw new WorkerError('ended', `${this.name} has ended. ${what} again after a reset.`);
  }

  async #execute(): Promise<void> {
    const startedAt = this.#now();
    const { signal } = this.#stop;
    const told = {
      stop: signal,
      say: (level: TraceLevel, text: string) => this.#say(level, text),
      done: (share: number) => this.#done(share),
    };
    this.#say('INFO', `Started: ${this.name}.`);
    // A turn later: who starts it is told that it runs before anything comes of it.
    await Promise.resolve();
    const end = await this.#options.work(this.#parameters, told).catch((error: unknown) => failure(error, signal.aborted));
    this.#end(end, startedAt);
  }

  #end({ isSuccess, wasStopped, downloadedDocs, message, report }: WorkEnd, startedAt: Date): void {
    const endedAt = this.#now();
    this.#state = wasStopped ? 'Cancelled' : 'Executed';
    if (!wasStopped) this.#progress = 100;
    this.#message = message;
    this.#results = {
      Success: isSuccess,
      Start: startedAt.toISOString(),
      End: endedAt.toISOString(),
      Duration: (endedAt.getTime() - startedAt.getTime()) / 1000,
      DownloadedDocs: downloadedDocs,
      Message: message,
      Report: report,
    };
    this.#say(isSuccess || wasStopped ? 'INFO' : 'ERROR', message);
  }

  #say(level: TraceLevel, text: string): void {
    this.trace.add(level, text);
    this.#tell();
  }

  #done(share: number): void {
    const percent = Math.min(99, Math.floor(100 * share));
    if (!(percent > this.#progress)) return;
    this.#progress = percent;
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

function failure(error: unknown, wasStopped: boolean): WorkEnd {
  const message = messageOf(error);
  return { isSuccess: false, wasStopped, downloadedDocs: 0, message, report: null };
}
