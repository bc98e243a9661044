/**
 * Reading the journal: what consumers of changes ask for.
 *
 * Everything is asked for by a position and in slices, so a journal of any length is gone through in flat memory, and
 * no reading lasts long enough to be in the way of the writer. There is one writer and sequences are given in the order
 * of commits: whoever has read up to a sequence has missed nothing before it.
 */
import type { Operation, RunState } from './port.js';

export interface JournalEntry {
  readonly sequence: number;
  readonly operation: Operation;
  /** ISO 8601. */
  readonly at: string;
  readonly run: number;
  readonly document: number;
  readonly identifier: string;
  /** Where it was last fetched from; the identifier stays when this changes. */
  readonly url: string;
  readonly site: string;
  /** How the document stands now, which may be later than this entry. */
  readonly state: string;
  readonly title: string | null;
  readonly type: string | null;
  readonly language: string | null;
  readonly reason: string;
  readonly changed: readonly string[];
  readonly evidence: readonly unknown[];
  /** Came up (`suspected`) or went away (`cleared`); null where the entry is about a change. */
  readonly suspicion: string | null;
  readonly version: JournalVersion;
  /** The version before; null when there was none. */
  readonly previous: JournalVersion | null;
  /** The record of the fetch that shows what this entry says: the new page, or the 404. Null when it is not in the archive. */
  readonly record: ArchivePointer | null;
}

export interface JournalVersion {
  readonly id: number;
  readonly sha256: string | null;
  readonly md5: string | null;
  readonly record: ArchivePointer | null;
}

/** A record in the archive: `winnow archive cat FILE:OFFSET` prints it. */
export interface ArchivePointer {
  readonly id: string | null;
  readonly file: string;
  readonly offset: number;
  readonly size: number;
}

/** Only entries for which all of this holds. */
export interface JournalFilter {
  readonly operations?: readonly Operation[] | undefined;
  readonly run?: number | undefined;
  /** A host name, which holds for all hosts below it too, or a site with its scheme. */
  readonly site?: string | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
}

/** What an entry is about: its sequence and this tell whether two journals are the same one. */
export const markOf = ({ document, version }: JournalEntry): string => `${document}.${version.id}`;

/** What is read of a list that only grows, in its order. */
export interface Slice<Item> {
  readonly items: readonly Item[];
  /** Everything up to here has been looked at, filtered or not. */
  readonly through: number;
  /** What stands at `through`: by it one knows the list again. Null where a list has no such thing. */
  readonly mark: string | null;
}

export interface JournalReader {
  /** Up to `limit` entries after a sequence. `through` is the sequence asked for when there is nothing more yet. */
  read(after: number, limit: number, filter?: JournalFilter): Promise<Slice<JournalEntry>>;
  /** Up to `limit` entries after a sequence. `through` is the sequence asked for when there is nothing more yet. */
  slice(after: number, limit: number, filter?: JournalFilter): Slice<JournalEntry>;
  /** Sequence of the newest entry, 0 when there is none. */
  last(): number;
  /** Which document and version an entry is about; null when there is no such entry. */
  markAt(sequence: number): string | null;
  /** Anomalies by their number. */
  anomalies(after: number, limit: number): Slice<AnomalyNote>;
  /** Runs that ended after a moment, in milliseconds since 1970. One that went on and ended again comes again. */
  endedRuns(after: number, limit: number): Slice<RunNote>;
}

/** A change of a whole site that is held back until somebody decides. */
export interface AnomalyNote {
  readonly id: number;
  readonly run: number;
  readonly site: string;
  readonly kind: string;
  readonly detail: string;
  readonly documents: number;
  readonly at: string;
  readonly state: string;
}

export interface RunNote {
  readonly id: number;
  readonly state: RunState;
  readonly reason: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly pages: number;
  /** JSON that the crawl left; null when it could not. */
  readonly statistics: string | null;
  readonly operations: Readonly<Record<Operation, number>>;
  /** Anomalies of this run that wait for a decision. */
  readonly anomalies: number;
}
