/**
 * What a back end reads before anything is decided: documents, what waits for them, and what they are compared with.
 *
 * Deciding keeps it in step, so that a later visit of a batch sees what an earlier one did; a batch that is tried again needs
 * it read again.
 */
import type { DocumentSign, NewFile } from '../../store/index.js';
import type { AnomalyKind, Comparable, DocumentState, Evidence, KnownFile } from '../index.js';

export interface KnownDocument {
  readonly id: number;
  readonly resource: number;
  readonly version: number;
  /** What the next visit is compared with, where it is not the version. */
  readonly baseline: number | null;
  readonly state: DocumentState;
  /** What speaks against it. */
  readonly evidence: readonly Evidence[];
}

/** A change, or signs of deletion, that are not yet sure: one a document at most. */
export interface Pending {
  readonly document: number;
  readonly site: number;
  readonly operation: 'Upd' | 'Del';
  /** The version that waits; null for Del. */
  readonly version: number | null;
  readonly fetch: number;
  readonly run: number;
  readonly at: number;
  readonly reason: string;
  /** Fields that changed. */
  readonly changed: readonly string[];
  readonly evidence: readonly StoredSign[];
  /** Of the text it turned into. */
  readonly digest: string | null;
  /** The pieces that changed; null when they are too many. */
  readonly pieces: readonly string[] | null;
  /** The anomaly that holds it back. */
  readonly anomaly: number | null;
}

/** A sign as it waits. The target of a redirect is weighed when the site has been gone through. */
export type StoredSign = Omit<Evidence, 'kind'> & { readonly kind: Exclude<DocumentSign['kind'], 'unusable'>; readonly target?: string };

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A file of a deposit, with the fetch that holds its bytes. */
export type DepositFile = Required<Omit<NewFile, 'answer' | 'fetch'>> & { readonly fetch: number };

/** Where the source of a conversion stands. */
export interface ConversionSource {
  readonly isTakenDown: boolean;
  /** The version its document has now. */
  current: number;
  /** Later versions that have the same source. */
  readonly later: number[];
}

/** The files of a page's document. */
export interface KnownFileList {
  /** Resources the page linked to when it was last read. */
  readonly files: readonly number[];
  /** The version whose files are the last state that was decided on. */
  readonly version: number | null;
}

/** A file as it was when it was last had. */
export interface KnownFileState {
  readonly fetch: number;
  readonly type: string;
  readonly md5: string;
  readonly sha256: string;
  /** Runs in a row that found it gone. */
  readonly gone: number;
}

/** Read first, by keys that are in the batch. */
export class Known {
  readonly #byResource = new Map<number, KnownDocument>();
  readonly #byNumber = new Map<number, KnownDocument>();
  /** By their documents. */
  readonly pending = new Map<number, Pending>();
  /** Of the answer that counts, for each resource that has one. */
  readonly validators = new Map<number, Validators>();
  /** Resources that were taken down for good. */
  readonly takenDown = new Set<number>();
  /** What a deposit is known by (see keyOf) → its document. */
  readonly keys = new Map<string, number>();
  /** Files of the deposit versions, and what was made of them. */
  readonly files = new Map<number, readonly DepositFile[]>();
  readonly converted = new Map<number, readonly DepositFile[]>();
  /** Versions whose text is still to be read. */
  readonly unread = new Set<number>();
  readonly sources = new Map<number, ConversionSource>();
  /** Of pages. */
  readonly fileLists = new Map<number, KnownFileList>();
  /** Of files of pages, and of versions. */
  readonly fileStates = new Map<number, KnownFileState>();
  readonly versionFiles = new Map<number, readonly KnownFile[]>();
  /** Open anomalies, by site and kind; see anomalyKey. */
  readonly anomalies = new Map<string, number>();

  documentAt(resource: number): KnownDocument | undefined {
    return this.#byResource.get(resource);
  }

  document(id: number): KnownDocument | undefined {
    return this.#byNumber.get(id);
  }

  put(document: KnownDocument): void {
    this.#byResource.set(document.resource, document);
    this.#byNumber.set(document.id, document);
  }
}

/** What a deposit is known by at its crawler. */
export const keyOf = ({ crawler, key }: { readonly crawler: string; readonly key: string }): string => `${crawler} ${key}`;

export const anomalyKey = (site: number, kind: AnomalyKind): string => `${site} ${kind}`;

/** Read second, only for what has changed. */
export interface Compared {
  readonly comparable: ReadonlyMap<number, Comparable>;
  /** How many links a version has. */
  readonly links: ReadonlyMap<number, number>;
  /** The fetch a version is of. */
  readonly fetches: ReadonlyMap<number, number>;
}
