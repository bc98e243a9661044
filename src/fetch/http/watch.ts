/**
 * Watch: every time limit of one fetch, and the one way to end it early.
 *
 * Owns the connect time-out, the time-out between bytes, the deadline, the minimum rate and the caller's AbortSignal. It
 * knows nothing of sockets: the owner of a resource says how to release it (`during`). All watches of a fetcher share
 * one timer instead of setting one for each chunk.
 */
import { FetchError } from './errors.js';

export interface TimeLimits {
  readonly connectTimeout: number;
  readonly timeout: number;
  readonly deadline: number;
  /** Bytes per second, averaged over one time-out. */
  readonly minRate: number;
}

type Phase = 'look-up' | 'connect' | 'answer';

type Cancel = (error: FetchError) => void;

export class Watch {
  error: FetchError | null = null;
  /** Monotonic time of the first byte of the answer; 0 before. */
  firstByteAt = 0;
  #phase: Phase = 'look-up';
  #cancel: Cancel | null = null;
  #lastAt = performance.now();
  #windowAt = 0;
  #windowBytes = 0;
  #held = false;
  readonly #startedAt = this.#lastAt;

  constructor(
    readonly url: string,
    private readonly limits: TimeLimits,
  ) {}

  enter(phase: Phase): void {
    this.#phase = phase;
    this.#lastAt = performance.now();
    this.#windowAt = 0;
    this.#held = false;
    this.firstByteAt = 0;
  }

  /** Bytes of an answer came in. */
  received(count: number): void {
    const now = performance.now();
    this.#lastAt = now;
    if (this.firstByteAt === 0) this.firstByteAt = now;
    if (this.#windowAt === 0) this.#windowAt = now;
    this.#windowBytes += count;
  }

  /** While our own disk is the slow part, the server may be silent. */
  hold(held: boolean): void {
    this.#held = held;
  }

  /** Ends the fetch; the first reason counts. */
  fail(error: FetchError): void {
    if (this.error) return;
    this.error = error;
    const cancel = this.#cancel;
    this.#cancel = null;
    cancel?.(error);
  }

  /** A promise that also ends when this watch fails; `start` returns a function that releases its resources. */
  during<T>(start: (resolve: (value: T) => void, reject: (reason: unknown) => void) => Cancel): Promise<T> {
    if (this.error) return Promise.reject(this.error);
    return new Promise<T>((resolve, reject) => {
      let settled = false; // late events of a finished step must not touch the next one
      const once =
        <V>(act: (value: V) => void) =>
        (value: V) => {
          if (settled) return;
          settled = true;
          this.#cancel = null;
          act(value);
        };
      const fail = once(reject);
      const letGo = start(once(resolve), fail);
      if (settled) return;
      this.#cancel = (error) => {
        letGo(error);
        fail(error);
      };
    });
  }

  /** Called by the shared timer. */
  check(now: number): void {
    const { deadline, timeout, connectTimeout, minRate } = this.limits;
    if (now - this.#startedAt > deadline) {
      this.fail(new FetchError('FETCH_DEADLINE', this.url, `not finished after ${deadline} ms (deadline)`));
    } else if (this.#held) {
      this.#lastAt = now;
      this.#startWindow(now);
    } else if (now - this.#lastAt > (this.#phase === 'answer' ? timeout : Math.min(connectTimeout, timeout))) {
      this.fail(new FetchError('FETCH_TIMEOUT', this.url, this.#timeoutDetail()));
    } else if (this.#windowAt !== 0 && now - this.#windowAt >= timeout) {
      if (this.#windowBytes < (minRate * timeout) / 1000) this.fail(this.#tooSlow());
      this.#startWindow(now);
    }
  }

  #startWindow(now: number): void {
    this.#windowAt = now;
    this.#windowBytes = 0;
  }

  #timeoutDetail(): string {
    const { connectTimeout, timeout } = this.limits;
    if (this.#phase === 'look-up') return `no answer to the name look-up within ${Math.min(connectTimeout, timeout)} ms`;
    if (this.#phase === 'connect') return `no connection within ${Math.min(connectTimeout, timeout)} ms (connect time-out)`;
    return `no byte for ${timeout} ms (time-out)`;
  }

  #tooSlow(): FetchError {
    const { timeout, minRate } = this.limits;
    return new FetchError(
      'FETCH_TOO_SLOW',
      this.url,
      `${this.#windowBytes} bytes in ${timeout} ms, below the minimum rate of ${minRate} bytes/s`,
    );
  }
}

/** The shared timer: checks every running watch a few times per limit, and sleeps when there is none. */
export class Watchman {
  readonly #running = new Set<Watch>();
  readonly #interval: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly limits: TimeLimits) {
    const shortest = Math.min(limits.connectTimeout, limits.timeout, limits.deadline);
    this.#interval = Math.min(250, Math.max(5, shortest / 8));
  }

  /** Runs `work` under a new watch. A separate time-out may be longer than the others' deadline. */
  async guard<T>(
    url: string,
    signal: AbortSignal | undefined,
    own: { readonly timeout?: number | undefined },
    work: (watch: Watch) => Promise<T>,
  ): Promise<T> {
    const { timeout } = own;
    const limits = timeout === undefined ? this.limits : { ...this.limits, timeout, deadline: Math.max(this.limits.deadline, 2 * timeout) };
    const watch = new Watch(url, limits);
    const abort = () => watch.fail(new FetchError('FETCH_ABORTED', url, 'the fetch was cancelled', { cause: signal?.reason }));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    this.#running.add(watch);
    this.#timer ??= setInterval(() => this.#tick(), this.#interval);
    try {
      return await work(watch);
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#running.delete(watch);
      if (this.#running.size === 0) this.#sleep();
    }
  }

  /** Ends every fetch under way. */
  stop(): void {
    for (const watch of this.#running) watch.fail(new FetchError('FETCH_ABORTED', watch.url, 'the fetcher was closed'));
  }

  #tick(): void {
    const now = performance.now();
    for (const watch of this.#running) watch.check(now);
  }

  #sleep(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }
}
