/**
 * Changes: what deciding comes to, as values. One case per kind of row that is written, in the order to write them.
 *
 * Numbers of documents and versions are given before their rows exist, so changes can refer to each other. A back end
 * applies them inside the transaction in which it read what is known; `V` is whatever it stores of a version.
 */
import type { DocumentState, Evidence } from '../index.js';
import type { Pending, Reading, StoredSign } from './known.js';

export type Change<V extends Reading = Reading> =
  | DocumentChange<V>
  | { readonly do: 'hold'; readonly pending: Pending }
  | { readonly do: 'unhold'; readonly document: number }
  | JournalEntryChange
  /** The answer that the next visit of the resource asks about, and that a revisit refers to. */
  | { readonly do: 'good-fetch'; readonly resource: number; readonly fetch: number }
  | { readonly do: 'listing'; readonly resource: number; readonly site: number; readonly run: number; readonly names: Uint8Array }
  | ShrunkListingChange;

export type DocumentChange<V extends Reading> =
  | {
      readonly do: 'add-document';
      readonly document: number;
      readonly resource: number;
      readonly url: string;
      readonly version: number;
      readonly at: number;
    }
  | { readonly do: 'add-version'; readonly version: number; readonly document: number; readonly fetch: number; readonly reading: V }
  | { readonly do: 'copy-version'; readonly version: number; readonly of: number }
  | { readonly do: 'drop-version'; readonly version: number }
  | { readonly do: 'renew-digests'; readonly version: number; readonly digests: string }
  /** The document has changed, and is present. */
  | { readonly do: 'set-current'; readonly document: number; readonly version: number; readonly at: number }
  | { readonly do: 'set-baseline'; readonly document: number; readonly version: number }
  | { readonly do: 'checked'; readonly document: number; readonly at: number }
  | {
      readonly do: 'set-state';
      readonly document: number;
      readonly state: DocumentState;
      readonly evidence: readonly Evidence[];
      readonly deletedAt: number | null;
    };

export interface JournalEntryChange {
  readonly do: 'journal';
  readonly operation: 'Add' | 'Upd' | 'Del' | 'None';
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

/** A page that lost half of its links: it may be a list that was not written to its end. */
export interface ShrunkListingChange {
  readonly do: 'shrunk-listing';
  readonly resource: number;
  readonly site: number;
  readonly run: number;
  readonly entries: number;
  readonly previous: number;
}

/** Numbers for rows that do not exist yet, each given once. */
export interface Ids {
  document(): number;
  version(): number;
}
