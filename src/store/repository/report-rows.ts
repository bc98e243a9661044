/** What a report shows beyond the counts of RunSummary: how a run went over time, what it changed, what it stumbled over. All bounded. */
import type { DocumentState } from './catalogue.js';
import type { Operation } from './port.js';

export interface TimeBucket {
  /** When it begins, in milliseconds. */
  readonly at: number;
  readonly fetches: number;
  readonly bytes: number;
  readonly failures: number;
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  /** Milliseconds of each bucket. */
  readonly width: number;
  /** Every bucket from first to last, empty ones included. */
  readonly buckets: readonly TimeBucket[];
}

/** How many answers began within so many milliseconds; null: longer than all others. */
export interface ResponseTimes {
  readonly steps: readonly { readonly upTo: number | null; readonly count: number }[];
  readonly median: number | null;
  readonly slowest95: number | null;
}

export interface FailureKind {
  /** An error's code, or the status of an answer. */
  readonly what: string;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface ChangeRow {
  readonly sequence: number;
  readonly operation: Operation;
  readonly suspicion: string | null;
  readonly url: string;
  readonly title: string | null;
  readonly at: number;
  readonly reason: string;
  readonly changed: readonly string[];
  readonly evidence: readonly string[];
}

export interface ReportedAnomaly {
  readonly id: number;
  readonly run: number;
  readonly site: string;
  readonly kind: string;
  readonly detail: string;
  readonly documents: number;
  readonly at: number;
  readonly state: string;
}

export interface RunHistoryRow {
  readonly run: number;
  readonly startedAt: number;
  readonly state: string;
  readonly pages: number;
  readonly fetches: number;
  readonly bytes: number;
  readonly Add: number;
  readonly Upd: number;
  readonly Del: number;
}

/** A document that came first, and how many say nearly the same. */
export interface DuplicateCluster {
  readonly document: number;
  readonly url: string;
  readonly title: string | null;
  /** Copies stay copies when their original is deleted. */
  readonly state: DocumentState;
  /** Documents that are duplicates of it, and those of them with the very same words. */
  readonly copies: number;
  readonly exact: number;
  /** Some of the copies, those found first. */
  readonly examples: readonly { readonly document: number; readonly url: string; readonly similarity: number }[];
}

export interface ReportRows {
  timeline(run: number, buckets: number): Timeline | null;
  responseTimes(run: number): ResponseTimes;
  failures(run: number, kinds: number, examples: number): FailureKind[];
  /** Newest first. */
  changes(run: number, most: number): ChangeRow[];
  /** Open ones first, newest first. */
  anomalies(most: number): ReportedAnomaly[];
  /** The last runs, oldest first. */
  history(most: number): RunHistoryRow[];
  /** The largest first, over the whole workspace. */
  duplicates(most: number, examples: number): DuplicateCluster[];
}
