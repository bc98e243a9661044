/**
 * Catalogue: a workspace as somebody looks at it piece by piece: pages of documents, one document with its versions,
 * sites, anomalies, counts. The journal has a reader of its own.
 *
 * Every call goes through a bounded part of the workspace, whatever its size and whatever is searched for, because the
 * server that asks may be doing something else. So a page of a search can be short, even empty, while there is more.
 */
import type { TableFigures, TableRows } from '../tables.js';
import type { Operation, TrapRow } from './port.js';

export type DocumentState = 'present' | 'suspected' | 'deleted';

export interface DocumentWish {
  /** Scheme, host and port. */
  readonly site?: string | undefined;
  readonly state?: DocumentState | undefined;
  readonly language?: string | undefined;
  /** A media type, or its first part with a slash: text/. */
  readonly type?: string | undefined;
  /** Stands in the URL or in the title, in any case. */
  readonly q?: string | undefined;
}

export interface ListedDocument {
  readonly id: number;
  readonly url: string;
  readonly site: string;
  readonly state: DocumentState;
  readonly title: string | null;
  readonly language: string | null;
  readonly type: string;
  readonly score: number | null;
  /** The newest. */
  readonly version: number;
  readonly firstSeen: number;
  readonly lastChanged: number;
  readonly lastChecked: number;
  readonly deletedAt: number | null;
  readonly checks: number;
  readonly changes: number;
}

export interface DocumentDetail extends ListedDocument {
  readonly depth: number;
  readonly foundBy: string;
  readonly via: string | null;
  readonly evidence: readonly unknown[];
  readonly versions: readonly ListedVersion[];
  /** Sequence numbers of its journal entries, oldest first; of very many, the last. */
  readonly entries: readonly number[];
}

export interface ListedVersion {
  readonly version: number;
  readonly fetchedAt: number;
  readonly status: number;
  readonly length: number;
  readonly type: string;
  readonly title: string | null;
  readonly language: string | null;
  readonly md5: string;
  readonly sha256: string;
}

export interface VersionDetail extends ListedVersion {
  readonly document: number;
  readonly url: string;
  readonly charset: string | null;
  readonly score: number | null;
  /** Without boilerplate. */
  readonly text: string;
  readonly visibleText: string;
  readonly facts: unknown;
  readonly metadata: unknown;
  readonly digests: unknown;
  readonly links: readonly VersionLink[];
}

export interface VersionLink {
  readonly url: string;
  readonly kind: string;
  readonly anchor: string;
}

/** Where the bytes of a version lie; a revisit leads to the record that has them. */
export interface Capture {
  readonly url: string;
  readonly type: string;
  /** In the folder of the archive. */
  readonly file: string;
  readonly offset: number;
}

export interface SiteListing {
  readonly id: number;
  readonly site: string;
  readonly domain: string | null;
  readonly address: string | null;
  readonly queued: number;
  readonly robotsState: string | null;
  readonly robotsReason: string | null;
  readonly robotsFetchedAt: number | null;
  readonly crawlDelay: number | null;
}

export interface AnomalyRow {
  readonly id: number;
  readonly run: number;
  readonly site: string;
  readonly kind: string;
  readonly detail: string;
  readonly documents: number;
  readonly at: number;
  readonly state: string;
  readonly decidedAt: number | null;
}

/** A document that says the same as another one. */
export interface DuplicateRow {
  readonly document: number;
  readonly url: string;
  readonly title: string | null;
  /** 1: the very same words. */
  readonly similarity: number;
  readonly of: { readonly document: number; readonly url: string; readonly state: DocumentState };
}

/** Without how many URLs it left out: for that, every resource is looked at. */
export type TrapListing = Omit<TrapRow, 'leftOut'>;

/** Counts for which whole tables are gone through: not to be asked for at every turn. */
export interface Figures {
  readonly documents: Readonly<Record<DocumentState, number>>;
  /** Of the last run. None counts what was looked at again and had not changed. */
  readonly operations: Readonly<Record<Operation, number>>;
  /** Over all runs. */
  readonly entries: Readonly<Record<Operation, number>>;
  /** Changes that wait for the end of the run, and those that are held back as anomalies. */
  readonly waiting: number;
  readonly held: number;
  readonly openAnomalies: number;
  readonly archiveBytes: number;
}

export interface QueueFigures {
  readonly queued: number;
  readonly sites: number;
}

/** A part of a list, and where the next part begins; null at the end. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly next: number | null;
}

export interface FetchCount {
  /** 2xx to 5xx by hundreds; 0 for those that brought no answer. */
  readonly class: number;
  readonly count: number;
  readonly bytes: number;
}

export interface Catalogue {
  documents(filter: DocumentWish, after: number, limit: number): Part<ListedDocument>;
  document(id: number): DocumentDetail | null;
  /** Null when the document has no such version. */
  version(document: number, version: number): VersionDetail | null;
  /** Of the newest version when none is named; null when nothing was archived. */
  capture(document: number, version?: number): Capture | null;
  sites(after: number, limit: number): Part<SiteListing>;
  anomalies(after: number, limit: number): Part<AnomalyRow>;
  /** By the number of the document. */
  duplicates(after: number, limit: number): Part<DuplicateRow>;
  /** By number; of one state, where one is named. */
  traps(after: number, limit: number, state?: TrapRow['state']): Part<TrapListing>;
  figures(): Figures;
  queue(): QueueFigures;
  /** Fetches by class of status, of those after one fetch up to another. */
  fetches(after: number, upTo: number): FetchCount[];
  /** The last fetch; 0 when there was none. */
  lastFetch(): number;
  /** The tables of the workspace, those aside that are nobody's business. */
  tables(): readonly TableFigures[];
  /** Null: there is no such table. */
  tableRows(table: string, after: number, limit: number): TableRows | null;
}
