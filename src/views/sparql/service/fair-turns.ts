/**
 * Who may go next. So many have a turn at one time, but never all of them the same asker; those who wait are taken by askers
 * in turn, so that many questions of one do not delay the single one of another.
 */
import { SparqlError } from '../sparql-error.js';

export interface FairTurnsOptions {
  readonly places: number;
  /** Of one asker. */
  readonly each: number;
  /** How many may wait, all askers together. */
  readonly waiting: number;
}

interface Waiter {
  go(): void;
  refuse(error: Error): void;
}

export class FairTurns {
  readonly #options: FairTurnsOptions;
  readonly #running = new Map<string, number>();
  /** In the order in which askers have their next turn. */
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(options: FairTurnsOptions) {
    this.#options = options;
  }

  /** Resolves when it is this one's turn, with what ends it. */
  async take(asker: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (!this.#isFree(asker)) await this.#wait(asker, signal);
    else this.#begin(asker);
    return () => this.#end(asker);
  }

  #isFree(asker: string): boolean {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    return all < this.#options.places && (this.#running.get(asker) ?? 0) < this.#options.each;
  }

  #begin(asker: string): void {
    this.#running.set(asker, (this.#running.get(asker) ?? 0) + 1);
  }

  #end(asker: string): void {
    const left = (this.#running.get(asker) ?? 1) - 1;
    if (left === 0) this.#running.delete(asker);
    else this.#running.set(asker, left);
    this.#next();
  }

  #next(): void {
    const asker = [...this.#waiting.keys()].find((each) => this.#isFree(each));
    if (asker === undefined) return;
    const [first, ...others] = this.#waiting.get(asker) as [Waiter, ...Waiter[]];
    this.#waiting.delete(asker);
    if (others.length) this.#waiting.set(asker, others); // behind all others
    this.#begin(asker);
    first.go();
  }

  #wait(asker: string, signal: AbortSignal | undefined): Promise<void> {
    this.#makeRoom(asker);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#forget(asker, waiter);
        reject(signal?.reason as Error);
      };
      const settled = (settle: () => void): void => {
        signal?.removeEventListener('abort', leave);
        settle();
      };
      const waiter: Waiter = { go: () => settled(resolve), refuse: (error) => settled(() => reject(error)) };
      signal?.addEventListener('abort', leave);
      this.#waiting.set(asker, [...(this.#waiting.get(asker) ?? []), waiter]);
    });
  }

  /** The last in the longest line has to go; whoever comes has to when that is his own. */
  #makeRoom(asker: string): void {
    const lines = [...this.#waiting.values()];
    if (lines.reduce((sum, line) => sum + line.length, 0) < this.#options.waiting) return;
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a), []);
    if ((this.#waiting.get(asker)?.length ?? 0) + 1 >= longest.length) throw busy();
    const last = longest.at(-1) as Waiter;
    this.#forget([...this.#waiting].find(([, line]) => line === longest)?.[0] ?? '', last);
    last.refuse(busy());
  }

  #forget(asker: string, waiter: Waiter): void {
    const left = (this.#waiting.get(asker) ?? []).filter((each) => each !== waiter);
    if (left.length) this.#waiting.set(asker, left);
    else this.#waiting.delete(asker);
  }
}

const busy = (): SparqlError => new SparqlError('busy', 'Too many queries are waiting. Try again soon.');
