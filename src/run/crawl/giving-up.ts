/**
 * Waiting that can be given up: for readings that are still under way when the crawl has to end.
 *
 * Not Promise.race with one promise for all: that keeps every loser, with all it holds, until the promise settles.
 */

/** The crawl ends now; what is still being read is not waited for. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

export class GivingUp {
  readonly #waiting = new Set<(reason: GivenUp) => void>();
  #reason: GivenUp | null = null;

  /** As the promise settles, or rejects with GivenUp if that comes first. */
  wait<T>(promise: Promise<T>): Promise<T> {
    if (this.#reason) return Promise.reject(this.#reason);
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      promise.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  giveUp(): void {
    this.#reason ??= new GivenUp();
    for (const reject of this.#waiting) reject(this.#reason);
    this.#waiting.clear();
  }
}
