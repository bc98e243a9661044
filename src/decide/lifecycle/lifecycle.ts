/**
 * The life of documents: from what is known and what a batch brought to a list of changes.
 *
 * Called by a back end inside its transaction, in two steps, since what is refused must not enter the archive: `judgeBatch` after
 * it has read what `keysOf` asks for, `lifecycle` when the archive is synced and it has read what `comparisonsOf` asks for. What
 * is learned on the way is told to the watches when the transaction is over.
 */
import type { NewVersion, StoredDeposit } from '../../store/index.js';
import type { Change, Ids } from './change.js';
import { type Converted, judgeConversions, takeConverted } from './converted.js';
import { type DepositRefusal, type HandedOver, judgeDeposits, takeDeposit } from './deposit.js';
import { Documents } from './documents.js';
import type { Compared, Known } from './known.js';
import type { Learned, SiteWatches } from './site-watches.js';
import { decideVisit, type Visit } from './visit.js';

/** What a batch brought, as far as documents are concerned. */
export interface Brought {
  readonly visits: readonly Visit[];
  /** Each document once. */
  readonly deposits: readonly HandedOver[];
  readonly conversions: readonly Converted[];
  readonly readings: readonly LaterReading[];
}

/** The text of a version that was stored unread. */
export interface LaterReading {
  readonly version: number;
  readonly reading: NewVersion;
}

export interface Judged {
  /** Null for each deposit that is to be taken. */
  readonly refusals: readonly (DepositRefusal | null)[];
  /** Whether each conversion is to be taken. */
  readonly wanted: readonly boolean[];
}

export const judgeBatch = ({ deposits, conversions }: Brought, known: Known): Judged => ({
  refusals: judgeDeposits(deposits, known),
  wanted: judgeConversions(conversions, known),
});

/** Numbers of the fetches of what is to be taken: null for the rest. */
export interface Taken {
  readonly run: number;
  readonly deposits: readonly (readonly number[] | null)[];
  readonly conversions: readonly (number | null)[];
}

export interface LifecycleParts {
  readonly ids: Ids;
  readonly watches: SiteWatches;
}

export interface Decided {
  readonly changes: readonly Change[];
  readonly learned: Learned;
  /** One for each deposit that was taken. */
  readonly stored: readonly (StoredDeposit | null)[];
}

export function lifecycle(brought: Brought, taken: Taken, known: Known, compared: Compared, { ids, watches }: LifecycleParts): Decided {
  const documents = new Documents(known, compared, ids);
  const learned = watches.attempt();
  for (const visit of brought.visits) decideVisit(visit, documents, learned);
  const stored = brought.deposits.map((deposit, at) => {
    const fetches = taken.deposits[at];
    return fetches ? takeDeposit(deposit, fetches, taken.run, documents) : null;
  });
  for (const [at, conversion] of brought.conversions.entries()) {
    const fetch = taken.conversions[at];
    if (fetch != null) takeConverted(conversion, fetch, documents);
  }
  for (const reading of brought.readings) takeReading(reading, documents);
  return { changes: documents.changes, learned, stored };
}

/** Nothing where it has been read, or is gone. */
function takeReading({ version, reading }: LaterReading, { known, changes }: Documents): void {
  if (known.unread.delete(version)) changes.push({ do: 'read', version, reading });
}
