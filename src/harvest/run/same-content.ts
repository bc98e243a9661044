/**
 * A session that repeats itself: document after document with the same main file, under different keys.
 *
 * Documents with the same main file as the one before are held until it is clear that they are real (another one comes, or
 * the run ends) or that the portal repeats itself; then none of them is believed.
 */
export interface Held {
  readonly key: string;
  readonly main: string | null;
  store(): Promise<void>;
}

export class SameContentGuard {
  readonly #most: number;
  #held: Held[] = [];

  /** `most` in a row are too many; 0: nothing is guarded. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Stores what is believed. False when the portal repeats itself: then nothing more may be asked. */
  async take(document: Held): Promise<boolean> {
    const last = this.#held.at(-1);
    const isRepeated = last !== undefined && document.main !== null && last.main === document.main && last.key !== document.key;
    if (!isRepeated) await this.flush();
    if (this.#most === 0) {
      await document.store();
      return true;
    }
    this.#held.push(document);
    return this.#held.length < this.#most;
  }

  async flush(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    for (const document of held) await document.store();
  }

  /** Keys of documents that look all the same; they are not stored. */
  drop(): string[] {
    const keys = this.#held.map(({ key }) => key);
    this.#held = [];
    return keys;
  }
}
