/**
 * What the memory of a scutter is made from: every URL, every fetch, every document that links, in the order they came.
 *
 * All lists grow at their ends only, so whoever has read up to a number has missed nothing before it; `excluded` alone is
 * a look at everything, worth it when `stamp` has changed. robots.txt and sitemaps are no part of it: no document is.
 */
export interface MemoryRows {
  resources(after: number, limit: number): readonly MemoryResource[];
  fetches(after: number, limit: number): readonly MemoryFetch[];
  versions(after: number, limit: number): readonly MemoryVersion[];
  /** What was found and left out by a run from `since` on, with the reason: robots.txt, a blacklist. */
  excluded(since: number, after: number, limit: number): readonly MemoryExclusion[];
  stamp(): MemoryStamp;
  /** What a fetch is about: by it one knows the list again. Null when there is no such fetch. */
  markAt(fetch: number): string | null;
  /** How often something was forgotten here: rows that were read before are empty since. */
  takedowns(): number;
}

/** Another one when something was settled since. */
export interface MemoryStamp {
  /** The last run. */
  readonly run: number;
  readonly settled: number;
}

export interface MemoryResource {
  readonly id: number;
  readonly url: string;
  /** The document that led here first; null for a seed. */
  readonly via: string | null;
}

export interface MemoryFetch {
  readonly id: number;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** 0 when nobody answered. */
  readonly status: number;
  /** As the server sent them. */
  readonly contentType: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly error: string | null;
  readonly detail: string | null;
  /** Statements that were read; null when it was not read as RDF. */
  readonly triples: number | null;
}

export interface MemoryVersion {
  readonly id: number;
  readonly url: string;
  readonly fetch: number;
  readonly startedAt: number;
  /** JSON: an array a link, URL and kind first. */
  readonly links: string;
  /** JSON: what is wrong with its RDF, in words for its publisher. */
  readonly problems: string;
}

export interface MemoryExclusion {
  readonly id: number;
  readonly url: string;
  readonly reason: string;
  /** When the run began that left it out. */
  readonly at: number;
}
