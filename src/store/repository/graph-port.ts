/**
 * What the link graph of a crawl is made from: what was visited, by which way it was come to, and what it links to.
 * Streamed in slices, so that a crawl of any size can be read while it goes on.
 */
export interface GraphRows {
  /** What was visited, in the order it was found; further names of it among them. */
  resources(): IterableIterator<GraphResource>;
  /** The links of every document that is still there, as they are stored: JSON arrays of URL and kind first. */
  linkLists(): IterableIterator<LinkList>;
  /** Where resources redirect to. */
  redirects(): IterableIterator<GraphRedirect>;
}

export interface GraphResource {
  readonly id: number;
  /** `alias` is a further name of `via`. A sitemap is listed when it could be read. */
  readonly role: 'page' | 'sitemap' | 'alias';
  readonly site: number;
  readonly url: string;
  readonly depth: number;
  /** The resource that led here first; null where a way begins. */
  readonly via: number | null;
  /** Halves of the fingerprint of its key. */
  readonly high: number;
  readonly low: number;
}

export interface LinkList {
  readonly resource: number;
  readonly links: string;
}

export interface GraphRedirect {
  readonly resource: number;
  readonly url: string;
  /** As the server wrote it: may be relative to `url`. */
  readonly location: string;
}
