/** Work that may be done side by side, so many pieces at a time; the first that fails ends it. */
export class Lane {
  readonly #most: number;
  readonly #underWay = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when there is room for more. */
  async add(work: () => Promise<void>): Promise<void> {
    const piece = work()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#underWay.delete(piece));
    this.#underWay.add(piece);
    while (this.#underWay.size >= this.#most && !this.#failure) await Promise.race(this.#underWay);
    this.#check();
  }

  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#check();
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
