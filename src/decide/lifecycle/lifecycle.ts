/**
 * The life of documents: from what is known and what a batch brought to a list of changes.
 *
 * Called by a back end inside its transaction, after it has read what `keysOf` and `comparisonsOf` ask for. What is
 * learned on the way is told to the watches when the transaction is over.
 */
import type { Change, Ids } from './change.js';
import { Documents } from './documents.js';
import type { Compared, Known, Reading } from './known.js';
import type { Learned, SiteWatches } from './site-watches.js';
import { decideVisit, type Visit } from './visit.js';

export interface LifecycleParts {
  readonly ids: Ids;
  readonly watches: SiteWatches;
}

export interface Decided<V extends Reading> {
  readonly changes: readonly Change<V>[];
  readonly learned: Learned;
}

export function lifecycle<V extends Reading>(
  visits: readonly Visit<V>[],
  known: Known,
  compared: Compared,
  { ids, watches }: LifecycleParts,
): Decided<V> {
  const documents = new Documents<V>(known, compared, ids);
  const learned = watches.attempt();
  for (const visit of visits) decideVisit(visit, documents, learned);
  return { changes: documents.changes, learned };
}
