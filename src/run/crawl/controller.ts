/**
 * Controller: has tasks done by workers, and their results taken by a consumer.
 *
 * Knows nothing of what a task is. Workers are made by a factory, on demand while running, up to a limit. A worker
 * only produces a response; the consumer takes it, while the worker is already at its next task. The one surprise:
 * the number of responses not yet consumed is bounded too, which is what keeps memory flat when consuming is slow.
 * A task that turns out to be long may step aside: its place goes to another one, and it ends beside them.
 */
/** Resolves after this time, or when the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** `stepAside` may be called once the task is known to take long. */
export type Worker<Task, Response> = (task: Task, stepAside: () => void) => Promise<Response>;

export interface Work<Task, Response> {
  /** Makes one worker; it is reused for as many tasks as it gets. */
  makeWorker(): Worker<Task, Response>;
  /** Takes a response. It may not reject for anything a task can cause; a rejection ends the whole run. */
  consume(task: Task, response: Response): Promise<void>;
  /** Tasks that may be done now, at most `max`. */
  next(max: number): Task[];
  /** When `next` may have something again, wall-clock; null when only a finished task can bring new ones. */
  nextAt(): number | null;
  /** The clock that `nextAt` goes by. */
  now(): number;
  /** Waits by that clock, which stands still while anything is under way; left out: the machine's own time passes. */
  readonly sleep?: Sleep;
  readonly maxWorkers: number;
  /** Tasks that may have stepped aside; one more keeps its place. Left out: none may. */
  readonly maxAside?: number;
  readonly maxUnconsumed: number;
}

export class Controller<Task, Response> {
  readonly #work: Work<Task, Response>;
  readonly #idle: Worker<Task, Response>[] = [];
  #workers = 0;
  #active = 0;
  #aside = 0;
  #unconsumed = 0;
  /** Ends the sleep that is under way, if any. */
  #wake: (() => void) | null = null;
  #stopping = false;
  #pumping = false;
  #finish: { resolve: () => void; reject: (error: unknown) => void } | null = null;

  constructor(work: Work<Task, Response>) {
    this.#work = work;
  }

  /** Workers made so far and how many of them are at work. */
  get load(): { workers: number; active: number; unconsumed: number } {
    return { workers: this.#workers, active: this.#active, unconsumed: this.#unconsumed };
  }

  /** Resolves when there is nothing left to do, or when a stop was asked for and everything begun is consumed. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#finish = { resolve, reject };
      this.pump();
    });
  }

  /** No new tasks; what has begun is brought to its end. */
  stop(): void {
    this.#stopping = true;
    this.pump();
  }

  /** Starts what can be started. Cheap to call; called whenever something may have become possible. */
  pump(): void {
    if (this.#pumping || !this.#finish) return;
    this.#pumping = true;
    try {
      this.#startTasks();
      this.#sleepOrFinish();
    } catch (error) {
      this.#end(error);
    } finally {
      this.#pumping = false;
    }
  }

  #startTasks(): void {
    if (this.#stopping) return;
    const room = Math.min(this.#work.maxWorkers - this.#active, this.#work.maxUnconsumed - this.#unconsumed);
    if (room > 0) for (const task of this.#work.next(room)) void this.#perform(task);
  }

  async #perform(task: Task): Promise<void> {
    const worker = this.#idle.pop() ?? this.#newWorker();
    const place = this.#place();
    this.#unconsumed++;
    try {
      const response = await worker(task, place.stepAside).finally(() => {
        place.leave();
        this.#idle.push(worker);
        this.pump();
      });
      await this.#work.consume(task, response);
      this.#unconsumed--;
      this.pump();
    } catch (error) {
      this.#end(error);
    }
  }

  /** A place among the workers that are counted, given up when the task ends or before. */
  #place(): { stepAside: () => void; leave: () => void } {
    let isAside = false;
    this.#active++;
    return {
      stepAside: () => {
        if (isAside || this.#aside >= (this.#work.maxAside ?? 0)) return;
        isAside = true;
        this.#aside++;
        this.#active--;
        this.pump();
      },
      leave: () => {
        if (isAside) this.#aside--;
        else this.#active--;
      },
    };
  }

  #newWorker(): Worker<Task, Response> {
    this.#workers++;
    return this.#work.makeWorker();
  }

  #sleepOrFinish(): void {
    this.#wake?.();
    const at = this.#stopping ? null : this.#work.nextAt();
    if (at !== null) {
      const wait = Math.min(Math.max(at - this.#work.now(), 1), 1000);
      if (this.#active < this.#work.maxWorkers && this.#unconsumed < this.#work.maxUnconsumed) this.#sleep(wait);
    } else if (this.#unconsumed === 0) this.#end(null);
  }

  #sleep(ms: number): void {
    const { sleep } = this.#work;
    if (sleep) return this.#unconsumed === 0 ? this.#sleepBy(sleep, ms) : undefined;
    const timer = setTimeout(() => this.pump(), ms);
    this.#wake = () => clearTimeout(timer);
  }

  #sleepBy(sleep: Sleep, ms: number): void {
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    void sleep(ms, waking.signal).then(() => waking.signal.aborted || this.pump());
  }

  #end(error: unknown): void {
    this.#wake?.();
    const finish = this.#finish;
    this.#finish = null;
    if (error) finish?.reject(error);
    else finish?.resolve();
  }
}
