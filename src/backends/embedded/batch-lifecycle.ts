/** What a batch means for documents: read, decided and written in its own transaction. */
import {
  type Brought,
  comparisonsOf,
  type Judged,
  judgeBatch,
  keysOf,
  type Learned,
  lifecycle,
  SiteWatches,
  type Taken,
  type Visit,
} from '../../decide/lifecycle/index.js';
import type { NewFetch, StoredDeposit } from '../../store/index.js';
import type { CommitBatch, CommitItem } from './commit.js';
import type { LifecycleRows } from './lifecycle-rows.js';

/** A batch that was judged; `decide` goes on when the fetches of what is to be taken are known. */
export interface JudgedBatch extends Judged {
  readonly decide: (taken: Taken) => DecidedBatch;
}

export interface DecidedBatch {
  /** Answers that count from now on, by their resources: whoever writes the rows of these writes them too. */
  readonly good: Map<number, number>;
  readonly stored: readonly (StoredDeposit | null)[];
}

export class BatchLifecycle {
  readonly #rows: LifecycleRows;
  readonly #watches = new SiteWatches();
  #learned: Learned | null = null;

  /** What waits from an earlier process waits on. */
  constructor(rows: LifecycleRows) {
    this.#rows = rows;
    this.#watches.hold(rows.pending.undecided());
  }

  /** `fetches`: number of the last one of each item, null where it had none. */
  judge(batch: CommitBatch, fetches: readonly (number | null)[]): JudgedBatch {
    const brought = broughtBy(batch, fetches);
    const keys = keysOf(brought, this.#watches);
    const known = this.#rows.known.load(keys);
    return {
      ...judgeBatch(brought, known),
      decide: (taken) => {
        const compared = this.#rows.known.compare(comparisonsOf(brought, known, keys));
        const parts = { ids: this.#rows.ids, watches: this.#watches };
        const { changes, learned, stored } = lifecycle(brought, taken, known, compared, parts);
        this.#learned = learned;
        return { good: this.#rows.changes.apply(changes), stored };
      },
    };
  }

  /** What was decided is durable. */
  learn(): void {
    if (this.#learned) this.#watches.learn(this.#learned);
    this.#learned = null;
  }

  /** The run is over: everything that waited has been decided. */
  forget(): void {
    this.#watches.forget();
  }
}

function broughtBy({ items, deposits, conversions, readings, run }: CommitBatch, fetches: readonly (number | null)[]): Brought {
  const visits = items.flatMap((item, at) => visitOf(item, fetches[at] ?? null, run) ?? []);
  return { visits, deposits, conversions, readings };
}

function visitOf(item: CommitItem, fetch: number | null, run: number): Visit | null {
  const last = item.fetches.at(-1);
  if (!last || fetch === null) return null;
  const { resource, url, site, version, sign, listing, sure, files, file } = item;
  const answer = item.state === 'done' ? answerOf(last) : null;
  return { resource, url, site, run, fetch, at: last.startedAt, version, sign, listing, sure, answer, files, file };
}

const answerOf = ({ status, etag, lastModified, set }: NewFetch) => ({
  status,
  etag,
  lastModified,
  repeats: set?.records[0]?.type === 'revisit',
});
