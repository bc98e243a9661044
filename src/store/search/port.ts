/**
 * Search: full text over the documents of a workspace as they stand now.
 *
 * Two sides. `SearchIndex` is a consumer of the journal: it takes batches of entries, keeps its position in the same
 * transaction, and asks the source for each document it was told of. `Search` answers questions, from any number of
 * processes, while another one indexes. What is shown of a hit comes from the source too, so texts are stored once.
 * Every back end keeps search.contract.ts.
 */
import { WinnowError } from '../../model/index.js';
import type { JournalEntry, Slice } from '../repository/journal.js';
import type { QueryNode } from './query.js';

/** A document as it is to be found. Times are milliseconds since 1970. */
export interface SearchDocument {
  readonly document: number;
  readonly version: number;
  readonly url: string;
  /** Scheme, host and port. */
  readonly site: string;
  readonly title: string | null;
  readonly text: string;
  readonly type: string;
  readonly language: string | null;
  readonly firstSeen: number;
  readonly lastChanged: number;
  /** As the document itself says. */
  readonly published: number | null;
  /** Relevance, 0 to 1. */
  readonly score: number | null;
  /** WARC-Record-ID of the version, as journal and knowledge name it; null when it is not in the archive. */
  readonly record: string | null;
}

/** Where documents are read from, for indexing and for showing them. */
export interface SearchSource {
  /** As the document stands now; null when it is gone. */
  read(document: number): SearchDocument | null;
  isThere(document: number): boolean;
}

/** One process writes at a time; a second one is told so by SearchBusy and changes nothing. */
export interface SearchIndex {
  readonly name: string;
  position(): { readonly at: number; readonly mark: string | null };
  /** Makes the entries count and moves the position, both or neither. A batch that was applied before changes nothing. */
  apply(batch: Slice<JournalEntry> & { readonly after: number }): void;
  /** Leaves no trace of documents that were removed: until then their words may still stand in the files. */
  erase(): void;
  /** Throws everything away: the journal is read from its beginning. */
  clear(): void;
  close(): void;
}

export class SearchBusy extends WinnowError {
  override readonly name = 'SearchBusy';
  constructor(message: string, options?: ErrorOptions) {
    super('SEARCH_BUSY', message, options);
  }
}

/** The query or the index is not as it should be; the message says what to do. */
export class SearchError extends WinnowError {
  override readonly name = 'SearchError';
  constructor(
    override readonly code: 'SEARCH_BAD_QUERY' | 'SEARCH_NO_INDEX',
    message: string,
  ) {
    super(code, message);
  }
}

export interface SearchQuery {
  readonly node: QueryNode;
  readonly limit: number;
  readonly offset?: number;
  /** By how well they fit, or the newest first. */
  readonly sort?: 'relevance' | 'date';
  readonly facets?: boolean;
}

export interface Search {
  search(query: SearchQuery): SearchResult;
  /** Entry of the journal up to which it is current. */
  position(): number;
  close(): void;
}

export interface SearchResult {
  /** Documents that fit, whatever the limit. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
  /** Over all documents that fit; null when nobody asked. */
  readonly facets: SearchFacets | null;
  /** What may have been meant, where next to nothing was found; null where nothing better is known. */
  readonly meant: Meant | null;
}

/** Other words with which the same query finds more. */
export interface Meant {
  /** As typed, in lower case, and as it stands in a document. */
  readonly words: readonly { readonly typed: string; readonly meant: string }[];
  /** Documents that fit then. */
  readonly total: number;
}

export interface SearchHit extends Omit<SearchDocument, 'text'> {
  /** How well it fits; comparable within one result only. */
  readonly rank: number;
  /** The title with what fits marked; empty when there is no title. */
  readonly heading: MarkedText;
  readonly snippet: MarkedText;
}

/** Marks are [start, end) in the text, in order, without overlap. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
}

export interface Facet {
  readonly value: string;
  readonly count: number;
}

/** The most frequent values first. */
export interface SearchFacets {
  readonly site: readonly Facet[];
  readonly language: readonly Facet[];
  readonly type: readonly Facet[];
  /** Newest first. */
  readonly year: readonly Facet[];
}

/** The day a document belongs to: what it says itself, else when it last changed. */
export const dateOf = ({ published, lastChanged }: Pick<SearchDocument, 'published' | 'lastChanged'>): number => published ?? lastChanged;
