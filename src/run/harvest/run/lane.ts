/** Work that may be done side by side, so many pieces and bytes at a time; the first that fails ends it. */

/** Held in memory by what is under way, about. */
const MOST_BYTES = 16 * 2 ** 20;

export class Lane {
  readonly #most: number;
  #underWay = 0;
  #bytes = 0;
  #failure: { readonly error: unknown } | null = null;
  /** Told when a piece has ended. */
  #waiting: (() => void) | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when there is room for more. `bytes`: what the piece holds in memory. */
  async add(work: () => Promise<void>, bytes = 0): Promise<void> {
    this.#underWay++;
    this.#bytes += bytes;
    void this.#run(work, bytes);
    while (this.#isFull() && !this.#failure) await this.#ended();
    this.#check();
  }

  async drain(): Promise<void> {
    while (this.#underWay > 0) await this.#ended();
    this.#check();
  }

  async #run(work: () => Promise<void>, bytes: number): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#underWay--;
      this.#bytes -= bytes;
      this.#waiting?.();
    }
  }

  #isFull(): boolean {
    return this.#underWay >= this.#most || (this.#bytes > MOST_BYTES && this.#underWay > 0);
  }

  /** One waits at a time: whoever adds work. */
  #ended(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = () => {
        this.#waiting = null;
        resolve();
      };
    });
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
