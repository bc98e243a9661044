/** Rows of what was collected: documents, their versions, and what was read in them. Times are milliseconds since 1970. */
import type { DocumentId, FetchId, ResourceId, RunId, SiteId, VersionId } from '../../model/index.js';
import type { DocumentState } from '../repository/catalogue.js';
import type { OneOf } from './stream.js';

export interface DocumentRow {
  readonly id: DocumentId;
  readonly resource: ResourceId;
  readonly identifier: string;
  readonly version: VersionId;
  readonly state: DocumentState;
  readonly firstSeen: number;
  readonly lastChanged: number;
  readonly lastChecked: number;
  readonly deletedAt: number | null;
  readonly checks: number;
  readonly changes: number;
  /** JSON list. */
  readonly evidence: string;
  /** Of the resource. */
  readonly site: SiteId;
  readonly origin: string;
  readonly seed: ResourceId | null;
  readonly depth: number;
  readonly link: string;
  readonly viaUrl: string | null;
  /** Of the newest version. */
  readonly title: string | null;
  readonly language: string | null;
  readonly type: string;
  readonly charset: string | null;
  readonly md5: string;
  readonly sha256: string;
  readonly score: number | null;
  readonly notes: string;
  /** The document this one says the same as. */
  readonly duplicateOf: DocumentId | null;
  readonly duplicateOfIdentifier: string | null;
  readonly similarity: number | null;
  readonly signature: string | null;
  /** Of the fetch that brought the newest version. */
  readonly fetch: FetchId;
  readonly run: RunId;
  readonly fetchedAt: number;
  readonly status: number;
  readonly length: number;
  readonly segment: string | null;
  readonly offset: number | null;
  readonly size: number | null;
}
export interface DocumentFilter {
  readonly state?: OneOf<DocumentState> | undefined;
  readonly resource?: OneOf<ResourceId> | undefined;
  readonly identifier?: OneOf<string> | undefined;
  readonly site?: OneOf<SiteId> | undefined;
  readonly origin?: OneOf<string> | undefined;
  readonly language?: OneOf<string> | undefined;
  /** A media type, or its first part with a slash: text/. */
  readonly type?: string | undefined;
  /** Stands in the identifier or in the title, in any case. */
  readonly text?: string | undefined;
  readonly isDuplicate?: boolean | undefined;
}

export interface VersionRow {
  readonly id: VersionId;
  readonly document: DocumentId;
  /** It is what its document says now. */
  readonly current: boolean;
  readonly fetch: FetchId;
  readonly type: string;
  readonly charset: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly languageConfidence: number | null;
  readonly md5: string;
  readonly sha256: string;
  readonly score: number | null;
  readonly directives: string;
  readonly notes: string;
  /** JSON. */
  readonly digests: string;
}
export interface VersionFilter {
  readonly document?: OneOf<DocumentId> | undefined;
  readonly current?: boolean | undefined;
}

/** What was read in a version. Each is large: it is read when it is named. */
export interface BodyRow {
  readonly version: VersionId;
  readonly document: DocumentId;
  readonly current: boolean;
  /** All text that can be seen. */
  readonly text: string;
  /** Where in it its main part stands: see storedMainText. */
  readonly content: string | null;
  /** JSON: what it says of itself, what was made of that, and the links as lists. */
  readonly metadata: string;
  readonly facts: string | null;
  readonly links: string;
}
export type BodyFilter = VersionFilter;
