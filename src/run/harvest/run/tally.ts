/** Numbers of a harvest while it runs. */
import type { Operation } from '../../../store/index.js';

export interface HarvestProgress {
  /** Rows of the list so far. */
  readonly listed: number;
  readonly documents: number;
  /** Those of which something was fetched, changed or not. */
  readonly downloaded: number;
  readonly operations: Readonly<Record<Operation, number>>;
  /** Documents that could not be had. */
  readonly failed: number;
  readonly requests: number;
  readonly bytes: number;
  readonly elapsedMs: number;
  /** How much of the list is behind, from 0 to 1, as far as that can be foreseen. */
  readonly share: number;
}

export class HarvestTally {
  listed = 0;
  downloaded = 0;
  share = 0;
  failed = 0;
  requests = 0;
  /** Answers by status. */
  readonly statuses: Record<string, number> = {};
  bytes = 0;
  readonly operations: Record<Operation, number> = { Add: 0, Upd: 0, Del: 0, None: 0 };
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  view(): HarvestProgress {
    const { listed, downloaded, share, failed, requests, bytes, operations } = this;
    const documents = operations.Add + operations.Upd + operations.Del + operations.None;
    const elapsedMs = this.#now() - this.#startedAt;
    return { listed, documents, downloaded, operations: { ...operations }, failed, requests, bytes, elapsedMs, share };
  }
}
