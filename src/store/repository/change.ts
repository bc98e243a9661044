/** What a repository tells of the life of its documents: their history, and the changes that are not believed yet. */
import type { Operation } from './port.js';

export interface ChangeReader {
  /** The life of the document with this URL, or of the deposit with this identifier or key; null when there is none. */
  history(url: string): DocumentHistory | null;
  /** The text of a version, by its number in the repository; null when there is none. */
  textOf(version: number): string | null;
  /** Newest first. */
  anomalies(): Anomaly[];
  /** What an anomaly holds back, at most `max`. */
  heldBy(anomaly: number, max: number): HeldChange[];
}

export interface DocumentHistory {
  readonly url: string;
  readonly state: 'present' | 'suspected' | 'deleted';
  readonly firstSeen: string;
  readonly lastChecked: string;
  readonly checks: number;
  readonly entries: readonly HistoryEntry[];
}

/** One entry of the journal about a document. */
export interface HistoryEntry {
  readonly sequence: number;
  readonly operation: Operation;
  /** Whether the document came under suspicion, or was cleared of it. */
  readonly suspicion: 'suspected' | 'cleared' | null;
  readonly at: string;
  readonly run: number;
  readonly reason: string;
  readonly changed: readonly string[];
  readonly evidence: readonly { readonly kind: string; readonly detail: string; readonly run: number }[];
  /** 1 is the first version of the document; for Del, the last one it had. */
  readonly number: number;
  readonly version: VersionFacts;
  /** Where the answer that shows it lies in the archive. */
  readonly archived: { readonly file: string; readonly offset: number; readonly recordId: string } | null;
}

export interface VersionFacts {
  readonly id: number;
  readonly title: string | null;
  readonly type: string;
  readonly md5: string;
  readonly sha256: string;
}

export interface Anomaly {
  readonly id: number;
  readonly run: number;
  readonly site: string;
  readonly kind: string;
  /** Why it is not believed, with the numbers. */
  readonly detail: string;
  readonly documents: number;
  readonly at: string;
  readonly state: 'open' | 'accepted' | 'rejected' | 'closed';
  readonly decided: string | null;
}

export interface HeldChange {
  readonly url: string;
  readonly operation: Operation;
  readonly reason: string;
  readonly run: number;
  readonly at: string;
}
