/**
 * What a back end reads before anything is decided: documents, what waits for them, and what they are compared with.
 *
 * Deciding keeps it in step, so that a later visit of a batch sees what an earlier one did; a batch that is tried again needs
 * it read again.
 */
import type { Comparable, DocumentState, Evidence } from '../index.js';

/** What a visit read, as far as deciding looks at it. */
export interface Reading {
  readonly operation: 'Add' | 'Upd' | 'Del' | 'None';
  readonly reason: string;
  readonly changed: readonly string[];
  readonly title: string | null;
  readonly digests: string;
  /** JSON of an object, in UTF-8. */
  readonly metadata: Uint8Array;
  /** JSON of a list, in UTF-8. */
  readonly links: Uint8Array;
  /** Nothing changed, but the stored digests were made by earlier rules: these take their place. */
  readonly renews?: boolean;
}

/** What a visit says about a document that it brought no version of; see DocumentSign of the store. */
export interface Sign {
  readonly kind: 'gone' | 'soft-404' | 'moved' | 'home' | 'elsewhere' | 'unusable';
  readonly detail: string;
  readonly target?: string | null;
}

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
export type StoredSign = Omit<Evidence, 'kind'> & { readonly kind: Exclude<Sign['kind'], 'unusable'>; readonly target?: string };

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Read first, by keys that are in the batch. */
export class Known {
  readonly #byResource = new Map<number, KnownDocument>();
  readonly #byNumber = new Map<number, KnownDocument>();
  readonly pending = new Map<number, Pending>();
  /** Of the answer that counts, for each resource that has one. */
  readonly validators = new Map<number, Validators>();

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

/** Read second, only for what has changed. */
export interface Compared {
  readonly comparable: ReadonlyMap<number, Comparable>;
  /** How many links a version has. */
  readonly links: ReadonlyMap<number, number>;
  /** The fetch a version is of. */
  readonly fetches: ReadonlyMap<number, number>;
}
