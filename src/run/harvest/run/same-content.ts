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
  #last: Held | null = null;
  #inARow = 0;

  /** `most` in a row are too many; 0: nothing is guarded. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Stores what is believed. False when the portal repeats itself: then nothing more may be asked. */
  async take(document: Held): Promise<boolean> {
    if (this.#most === 0) {
      await document.store();
      return true;
    }
    const isRepeated =
      this.#last !== null && document.main !== null && this.#last.main === document.main && this.#last.key !== document.key;
    this.#inARow = isRepeated ? this.#inARow + 1 : 1;
    this.#last = document;
    if (!isRepeated) await this.flush();
    this.#held.push(document);
    return this.#inARow < this.#most;
  }

  /** Stores what there is no doubt about; false while something is held. */
  async settle(): Promise<boolean> {
    if (this.#inARow > 1 && this.#held.length > 0) return false;
    await this.flush();
    return true;
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
