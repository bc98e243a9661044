/** Rows of a crawl: its runs, the sites and URLs it knows, what it asked for and what came of that. Times are milliseconds since 1970. */
import type { FetchId, ResourceId, RunId, SiteId } from '../../model/index.js';
import type { RunRow } from '../repository/port.js';
import type { OneOf } from './stream.js';

export type Fingerprint = readonly [high: number, low: number];

export interface RunFilter {
  readonly state?: OneOf<RunRow['state']> | undefined;
  readonly endedAfter?: number | undefined;
}

export interface SiteRow {
  readonly id: SiteId;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly domain: string | null;
  readonly address: string | null;
  readonly robotsState: string | null;
  readonly robotsReason: string | null;
  readonly robots: Uint8Array | null;
  readonly robotsFetchedAt: number | null;
  readonly robotsExpiresAt: number | null;
  readonly crawlDelay: number | null;
  /** URLs that wait there, and pages visited in this run. */
  readonly queued: number;
  readonly pages: number;
}
export interface SiteFilter {
  readonly origin?: OneOf<string> | undefined;
  readonly domain?: OneOf<string> | undefined;
  readonly address?: OneOf<string> | undefined;
  readonly robotsExpiredBy?: number | undefined;
}

export type ResourceState = 'queued' | 'done' | 'failed' | 'excluded' | 'redirected' | 'alias';

export interface ResourceRow {
  readonly id: ResourceId;
  readonly site: SiteId;
  readonly origin: string;
  readonly url: string;
  readonly fingerprint: Fingerprint;
  readonly kind: string;
  readonly depth: number;
  readonly redirects: number;
  /** What led to it first. */
  readonly via: ResourceId | null;
  readonly viaUrl: string | null;
  readonly seed: ResourceId | null;
  /** How that led to it. */
  readonly link: string;
  readonly trail: string | null;
  readonly score: number | null;
  readonly found: number;
  readonly state: ResourceState;
  /** Of the last visit. */
  readonly run: RunId | null;
  readonly attempts: number | null;
  readonly reason: string | null;
  readonly lastFetch: FetchId | null;
  readonly lastGood: FetchId | null;
}
export interface ResourceFilter {
  readonly kind?: OneOf<string> | undefined;
  readonly state?: OneOf<ResourceState> | undefined;
  readonly site?: OneOf<SiteId> | undefined;
  readonly link?: OneOf<string> | undefined;
  readonly run?: OneOf<RunId> | undefined;
  readonly via?: OneOf<ResourceId> | undefined;
  readonly fingerprint?: OneOf<Fingerprint> | undefined;
}

/** A URL that waits to be visited. */
export interface QueueRow {
  readonly resource: ResourceId;
  readonly site: SiteId;
  readonly origin: string;
  readonly domain: string | null;
  readonly url: string;
  readonly kind: string;
  readonly depth: number;
  readonly immediate: boolean;
  readonly score: number | null;
  /** Null: at once. */
  readonly due: number | null;
}
export interface QueueFilter {
  readonly site?: OneOf<SiteId> | undefined;
}

/** A URL that was left out. */
export interface RejectionRow {
  readonly fingerprint: Fingerprint;
  readonly url: string;
  readonly filter: string;
  readonly reason: string;
  readonly foundOn: ResourceId | null;
  readonly foundOnUrl: string | null;
  readonly run: RunId;
}
export interface RejectionFilter {
  readonly filter?: OneOf<string> | undefined;
  readonly run?: OneOf<RunId> | undefined;
}

/** One attempt at a resource. Its record is in the archive where `segment` is not null. */
export interface FetchRow {
  readonly id: FetchId;
  readonly resource: ResourceId;
  readonly run: RunId;
  /** Of the resource. */
  readonly site: SiteId;
  readonly kind: string;
  readonly link: string;
  readonly url: string;
  readonly method: string;
  readonly owed: number | null;
  readonly startedAt: number;
  readonly duration: number;
  readonly firstByte: number;
  readonly status: number;
  readonly type: string | null;
  readonly declaredType: string | null;
  readonly length: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly location: string | null;
  readonly address: string | null;
  readonly protocol: string | null;
  readonly tls: string | null;
  readonly truncated: string | null;
  readonly error: string | null;
  readonly detail: string | null;
  /** It brought no answer, or one of 400 or more. */
  readonly failed: boolean;
  readonly payloadDigest: string | null;
  readonly recordId: string | null;
  readonly revisit: boolean | null;
  readonly segment: string | null;
  readonly offset: number | null;
  readonly size: number | null;
  readonly triples: number | null;
}
export interface FetchFilter {
  readonly resource?: OneOf<ResourceId> | undefined;
  readonly run?: OneOf<RunId> | undefined;
  readonly site?: OneOf<SiteId> | undefined;
  readonly since?: number | undefined;
  readonly url?: OneOf<string> | undefined;
  readonly kind?: OneOf<string> | undefined;
  readonly segment?: OneOf<string> | undefined;
  readonly archived?: boolean | undefined;
  readonly answered?: boolean | undefined;
  readonly failed?: boolean | undefined;
}

/** A part of the archive, as far as it was committed. */
export interface SegmentRow {
  readonly name: string;
  readonly length: number;
  readonly closed: boolean;
}
export interface SegmentFilter {
  readonly closed?: boolean | undefined;
}
