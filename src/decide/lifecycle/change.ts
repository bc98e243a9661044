/**
 * Changes: what deciding comes to, as values. One case per kind of row that is written, in the order to write them.
 *
 * Numbers of documents, versions and anomalies are given before their rows exist, so changes can refer to each other. A back
 * end applies them inside the transaction in which it read what is known.
 */
import type { FileState, NewDeposit, NewLogRow, NewVersion, Operation } from '../../store/index.js';
import type { AnomalyKind, DocumentState, Evidence } from '../index.js';
import type { DepositFile, KnownFileState, Pending, StoredSign } from './known.js';

export type Change = DocumentChange | WaitingChange | JournalEntryChange | ListChange | FileChange | DepositChange | AnomalyChange;

type DocumentChange =
  | {
      readonly do: 'add-document';
      readonly document: number;
      readonly resource: number;
      readonly url: string;
      readonly version: number;
      readonly at: number;
    }
  | {
      readonly do: 'add-version';
      readonly version: number;
      readonly document: number;
      readonly fetch: number;
      readonly reading: NewVersion;
    }
  | { readonly do: 'copy-version'; readonly version: number; readonly of: number }
  | { readonly do: 'drop-version'; readonly version: number }
  | { readonly do: 'renew-digests'; readonly version: number; readonly digests: string }
  /** A version that was stored unread is as it was read now. */
  | { readonly do: 'read'; readonly version: number; readonly reading: NewVersion }
  /** The document has changed, and is present. */
  | { readonly do: 'set-current'; readonly document: number; readonly version: number; readonly at: number }
  | { readonly do: 'set-baseline'; readonly document: number; readonly version: number }
  | { readonly do: 'set-identifier'; readonly document: number; readonly url: string }
  | { readonly do: 'checked'; readonly document: number; readonly at: number }
  | {
      readonly do: 'set-state';
      readonly document: number;
      readonly state: DocumentState;
      readonly evidence: readonly Evidence[];
      readonly deletedAt: number | null;
    }
  /** The answer that the next visit of the resource asks about, and that a revisit refers to. */
  | { readonly do: 'good-fetch'; readonly resource: number; readonly fetch: number };

type WaitingChange =
  | { readonly do: 'hold'; readonly pending: Pending }
  | { readonly do: 'unhold'; readonly document: number }
  /** An anomaly holds it back from now on. */
  | { readonly do: 'hold-back'; readonly document: number; readonly anomaly: number };

export interface JournalEntryChange {
  readonly do: 'journal';
  readonly operation: Operation;
  readonly document: number;
  readonly version: number;
  readonly run: number;
  readonly at: number;
  readonly reason: string;
  readonly fetch: number | null;
  readonly changed?: readonly string[];
  readonly previous?: number;
  readonly evidence?: readonly (Evidence | StoredSign)[];
  readonly suspicion?: 'suspected' | 'cleared' | null;
}

type ListChange =
  | { readonly do: 'listing'; readonly resource: number; readonly site: number; readonly run: number; readonly names: Uint8Array }
  /** A page that lost half of its links: it may be a list that was not written to its end. */
  | {
      readonly do: 'shrunk-listing';
      readonly resource: number;
      readonly site: number;
      readonly run: number;
      readonly entries: number;
      readonly previous: number;
    };

/** Files of the documents of pages. */
type FileChange =
  /** The files a page links to. No files are noted only where there were some before. */
  | { readonly do: 'file-list'; readonly page: number; readonly run: number; readonly files: readonly number[] }
  | { readonly do: 'file-state'; readonly resource: number; readonly fetch: number; readonly run: number; readonly state: FileState }
  /** One run more in which it was gone; counted once a run. */
  | { readonly do: 'file-gone'; readonly resource: number; readonly run: number }
  | { readonly do: 'main-file'; readonly version: number; readonly resource: number; readonly operation: Operation }
  | {
      readonly do: 'add-file';
      readonly version: number;
      readonly resource: number;
      readonly operation: Operation;
      readonly state: KnownFileState;
    }
  /** As it was in an earlier version. */
  | {
      readonly do: 'copy-file';
      readonly version: number;
      readonly resource: number;
      readonly operation: Operation;
      readonly from: number;
    }
  | { readonly do: 'files-decided'; readonly page: number; readonly version: number };

type Deposit = Omit<NewDeposit, 'answers'>;

type DepositChange =
  | { readonly do: 'call'; readonly row: NewLogRow; readonly once: string | null }
  | { readonly do: 'deposit-resource'; readonly resource: number; readonly url: string; readonly fetch: number; readonly run: number }
  /** What it is known by, and what was said with this version. */
  | { readonly do: 'put-deposit'; readonly document: number; readonly version: number; readonly run: number; readonly deposit: Deposit }
  | { readonly do: 'deposit-files'; readonly version: number; readonly files: readonly DepositFile[] }
  /** After the others of its version. */
  | { readonly do: 'converted-file'; readonly version: number; readonly file: DepositFile }
  /** The text of a version is still to be read; the last journal entry leads to it. */
  | { readonly do: 'unread'; readonly document: number; readonly version: number }
  | { readonly do: 'deposit-seen'; readonly document: number; readonly run: number; readonly stamp: string | null }
  | { readonly do: 'deposit-deleted'; readonly document: number; readonly run: number; readonly deposit: Deposit }
  | {
      readonly do: 'revalidated';
      readonly version: number;
      readonly identifier: string;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

type AnomalyChange =
  | {
      readonly do: 'anomaly';
      readonly id: number;
      readonly run: number;
      readonly site: number;
      readonly kind: AnomalyKind;
      readonly detail: string;
      readonly documents: number;
      readonly at: number;
    }
  /** A later run met it again. */
  | { readonly do: 'anomaly-again'; readonly id: number; readonly run: number; readonly detail: string; readonly at: number }
  | { readonly do: 'anomaly-holds'; readonly id: number; readonly documents: number }
  | {
      readonly do: 'decide-anomaly';
      readonly id: number;
      readonly state: 'accepted' | 'rejected' | 'closed';
      readonly at: number;
    };

/** Numbers for rows that do not exist yet, each given once. */
export interface Ids {
  document(): number;
  version(): number;
  anomaly(): number;
}
