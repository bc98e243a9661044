/** Counts the fetches of a workspace once and from then on only what was added, in slices that leave room for other work. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { ServedCrawl } from './crawls/index.js';

const SLICE = 50_000;
const NAMES = ['error', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;

export class FetchTally {
  readonly byClass = new Map<string, number>(NAMES.filter((name) => name !== '1xx').map((name) => [name, 0]));
  bytes = 0;
  readonly #crawl: ServedCrawl;
  #upTo = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(crawl: ServedCrawl) {
    this.#crawl = crawl;
  }

  /** One after the other: two at once would count the same twice. */
  catchUp(): Promise<void> {
    this.#last = this.#last.catch(() => {}).then(() => this.#count());
    return this.#last;
  }

  async #count(): Promise<void> {
    const last = this.#crawl.read(({ catalogue }) => catalogue.lastFetch());
    if (last < this.#upTo) this.#forget(); // the workspace was made anew
    while (this.#upTo < last) {
      const upTo = Math.min(last, this.#upTo + SLICE);
      for (const { class: kind, count, bytes } of this.#crawl.read(({ catalogue }) => catalogue.fetches(this.#upTo, upTo))) {
        const name = NAMES[kind] ?? 'error';
        this.byClass.set(name, (this.byClass.get(name) ?? 0) + count);
        this.bytes += bytes;
      }
      this.#upTo = upTo;
      if (upTo < last) await breathe();
    }
  }

  #forget(): void {
    this.#upTo = 0;
    this.bytes = 0;
    for (const name of this.byClass.keys()) this.byClass.set(name, 0);
  }
}
