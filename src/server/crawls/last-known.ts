/**
 * An answer that somebody else gives, who may be busy. All who ask at a time share one question, and nobody waits for it longer
 * than a moment: what was answered before is given instead, while the question stays under way.
 */
const GOOD_FOR_MS = 300;
const PATIENCE_MS = 50;

export interface LastKnownOptions {
  readonly now?: () => number;
  /** Resolves when nobody waits any longer. */
  readonly patience?: () => Promise<void>;
}

export class LastKnown<T> {
  readonly #ask: () => Promise<T>;
  readonly #now: () => number;
  readonly #patience: () => Promise<void>;
  #known: { readonly answer: T; readonly at: number } | null = null;
  #asked: Promise<T> | null = null;
  /** Of the question under way: what those are given who waited for it long enough. */
  #shared: Promise<T> | null = null;

  constructor(ask: () => Promise<T>, { now = () => performance.now(), patience = () => pause(PATIENCE_MS) }: LastKnownOptions = {}) {
    this.#ask = ask;
    this.#now = now;
    this.#patience = patience;
  }

  /** Waits to the end only as long as nothing was ever answered. */
  get(): Promise<T> {
    const known = this.#known;
    if (known && this.#now() - known.at <= GOOD_FOR_MS) return Promise.resolve(known.answer);
    const asked = (this.#asked ??= this.#askAnew());
    if (!known) return asked;
    this.#shared ??= Promise.race([asked, this.#patience().then(() => known.answer)]);
    return this.#shared;
  }

  async #askAnew(): Promise<T> {
    try {
      const answer = await this.#ask();
      this.#known = { answer, at: this.#now() };
      return answer;
    } finally {
      this.#asked = null;
      this.#shared = null;
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
