/**
 * The web as a crawl found it: sites, pages with how their last visit went, and the links between them.
 *
 * For exports and reports that go through everything once. All of it is streamed in the order it was found; what is
 * looked up on the way (links by their fingerprint, pages with the same content) is indexed outside memory, so any size
 * will do. A workspace may grow while it is read: rows that are gone through later may name resources that came meanwhile.
 */
import type { ResourceState } from '../streams/crawl-rows.js';

export interface MapSite {
  readonly id: number;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly robots: Uint8Array | null;
}

/** Where the bytes of an answer lie. */
export interface MapPlace {
  readonly url: string;
  /** In the folder of the archive. */
  readonly file: string;
  readonly offset: number;
}

export interface MapSitemap extends MapPlace {
  /** The site whose robots.txt led to it. */
  readonly site: number;
  readonly declaredType: string | null;
}

export interface MapResource {
  readonly id: number;
  readonly site: number;
  readonly url: string;
  /** Requisites are images and the like; files of documents are requisites found by a link of kind `file`. */
  readonly kind: 'page' | 'requisite';
  readonly state: Exclude<ResourceState, 'alias'>;
  /** Kind of the link that led to it first. */
  readonly link: string;
  /** Of the last visit, in milliseconds since 1970; null when there was none. */
  readonly accessedAt: number | null;
  /** Of the answer that counts: the current version of a document, else the last answer. Null when none ever came. */
  readonly status: number | null;
  readonly type: string | null;
  readonly declaredType: string | null;
  readonly charset: string | null;
  /** Bytes of the body as sent. */
  readonly bytes: number;
  readonly place: MapPlace | null;
  /** It is, or was, a document of the repository. */
  readonly document: boolean;
  /** The resource whose content this one repeats. */
  readonly duplicateOf: number | null;
  /** Signature by which pages that are nearly the same are found; null when none was made. */
  readonly signature: string | null;
}

/** What one page leads to: known resources, each named once for a kind. */
export interface MapLinks {
  readonly from: number;
  readonly links: readonly MapLink[];
}

export interface MapLink {
  /** The target; of a further name of a page, the page. */
  readonly to: number;
  readonly kind: string;
  readonly nofollow: boolean;
}

/** Identity of a link's URL; null for what is never visited. */
export type FingerprintOf = (url: string) => readonly [high: number, low: number] | null;

export interface WebMapRows {
  /** Sites that have pages. */
  sites(): MapSite[];
  /** Sitemaps that were answered, in the order they were found. */
  sitemaps(): MapSitemap[];
  /** Pages and what belongs to them; further names of pages are left out. */
  resources(): IterableIterator<MapResource>;
  /** Of pages that are there, and of redirects. */
  links(fingerprintOf: FingerprintOf): IterableIterator<MapLinks>;
}
