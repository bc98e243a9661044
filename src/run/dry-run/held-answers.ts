/**
 * Which answers the archive holds, by the key of the definition that is tried: two passes over two tables, then numbers
 * only. About thirty bytes a URL, so that a crawl of millions fits.
 *
 * An answer that says "as before" (304, or a revisit record) stands for the last good one before it.
 */
import { KnownTable } from '../../frontier/queue/index.js';
import type { ReplayRows } from '../../store/index.js';
import type { Identify } from '../crawl/index.js';

export class HeldAnswers {
  readonly #table = new KnownTable();
  readonly #answer: Uint32Array;
  readonly #good: Uint32Array;
  readonly #reached: Uint8Array;

  constructor(rows: ReplayRows, identify: Identify) {
    const size = rows.lastResource() + 1;
    this.#answer = new Uint32Array(size);
    this.#good = new Uint32Array(size);
    this.#reached = new Uint8Array(size);
    for (const { id, url, kind } of rows.resources()) {
      const fingerprint = kind === 'robots' ? null : identify(url)?.fingerprint;
      if (fingerprint) this.#table.add(fingerprint[0], fingerprint[1], id);
    }
    for (const { resource, fetch, status, revisit } of rows.captures()) this.#take(resource, fetch, status, revisit);
  }

  get size(): number {
    return this.#answer.length;
  }

  /** Number of the resource with this key; -1 when there is none. */
  find([high, low]: readonly [number, number]): number {
    return this.#table.find(high, low);
  }

  /** The fetch whose archived answer counts; 0 when there is none. */
  answerOf(resource: number): number {
    return this.#answer[resource] ?? 0;
  }

  /** True the first time. */
  reach(resource: number): boolean {
    if (this.#reached[resource]) return false;
    this.#reached[resource] = 1;
    return true;
  }

  isReached(resource: number): boolean {
    return this.#reached[resource] === 1;
  }

  #take(resource: number, fetch: number, status: number, revisit: boolean): void {
    const sameAsBefore = revisit || status === 304;
    if (!sameAsBefore && status < 300) this.#good[resource] = fetch;
    this.#answer[resource] = sameAsBefore ? (this.#good[resource] ?? 0) : fetch;
  }
}
