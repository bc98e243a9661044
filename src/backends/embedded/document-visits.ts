/** What visits mean for their documents, read, decided and written in the batch's own transaction. */
import { comparisonsOf, keysOf, type Learned, lifecycle, SiteWatches, type Visit } from '../../decide/lifecycle/index.js';
import type { NewFetch, NewVersion } from '../../store/index.js';
import type { CommitItem } from './commit.js';
import type { DocumentChanges } from './document-changes.js';

export class DocumentVisits {
  readonly #changes: DocumentChanges;
  readonly #watches = new SiteWatches();
  #learned: Learned | null = null;

  /** What waits from an earlier process waits on. */
  constructor(changes: DocumentChanges) {
    this.#changes = changes;
    this.#watches.hold(changes.pending.undecided());
  }

  /** `fetches`: the last one of each item, null where it had none. Returns the answers that count from now on, by their resources. */
  take(items: readonly CommitItem[], fetches: readonly (number | null)[], run: number): Map<number, number> {
    const visits = items.flatMap((item, at) => visitOf(item, fetches[at] ?? null, run) ?? []);
    const keys = keysOf(visits, this.#watches);
    const known = this.#changes.known(keys);
    const compared = this.#changes.compared(comparisonsOf(visits, known, keys));
    const { changes, learned } = lifecycle(visits, known, compared, { ids: this.#changes.ids, watches: this.#watches });
    this.#learned = learned;
    return this.#changes.apply(changes);
  }

  /** To be called at the end of each transaction: what was counted on the way. */
  writeCounts(run: number): void {
    this.#changes.versions.sketches.writeCounts(run);
  }

  /** What was taken is durable. */
  learn(): void {
    if (this.#learned) this.#watches.learn(this.#learned);
    this.#learned = null;
  }

  /** The run is over: everything that waited has been decided. */
  forget(): void {
    this.#watches.forget();
  }
}

function visitOf(item: CommitItem, fetch: number | null, run: number): Visit<NewVersion> | null {
  const last = item.fetches.at(-1);
  if (!last || fetch === null) return null;
  const { resource, url, site, version, sign, listing, sure } = item;
  const answer = item.state === 'done' ? answerOf(last) : null;
  return { resource, url, site, run, fetch, at: last.startedAt, version, sign, listing, sure, answer };
}

const answerOf = ({ status, etag, lastModified, set }: NewFetch) => ({
  status,
  etag,
  lastModified,
  repeats: set?.records[0]?.type === 'revisit',
});
