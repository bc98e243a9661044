/**
 * What a dry run asks the repository: which answers the archive holds, and what was made of them at the time.
 *
 * Reads two tables once and rows by their number after that, so its cost grows with the crawl and its memory with four
 * bytes a resource.
 */
import type { EntryKind } from '../../frontier/queue/index.js';
import type { ResourceState } from '../streams/crawl-rows.js';

export interface ReplayResource {
  readonly id: number;
  readonly url: string;
  readonly site: string;
  readonly kind: EntryKind;
  readonly depth: number;
  readonly link: string;
  readonly state: ResourceState;
  readonly reason: string | null;
}

/** An archived answer. */
export interface ReplayCapture {
  readonly fetch: number;
  readonly resource: number;
  readonly status: number;
  /** It has no body of its own: the one before it holds. */
  readonly revisit: boolean;
}

/** What was stored of a document, as the version that is current. */
export interface StoredReading {
  readonly type: string;
  readonly charset: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly score: number | null;
  readonly text: string;
  /** JSON. */
  readonly metadata: string;
  readonly digests: string;
}

export interface ReplayRows {
  secret(): Uint8Array | null;
  lastResource(): number;
  /** All but aliases, in the order they were found. */
  resources(): IterableIterator<ReplayResource>;
  /** Archived answers without an error, oldest first. */
  captures(): IterableIterator<ReplayCapture>;
  placeOf(fetch: number): { readonly file: string; readonly offset: number } | null;
  storedReading(resource: number): StoredReading | null;
}
