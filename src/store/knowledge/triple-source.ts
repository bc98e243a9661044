/** Where the statements of documents come from: read once, in the crawl, and kept with the version they stood in. */

/** A document as it stands now. Times are milliseconds since 1970. */
export interface DocumentStatements {
  readonly document: number;
  readonly version: number;
  readonly run: number;
  /** Names its graph: an IRI, so what a URL may hold and an IRI may not is escaped. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly site: string;
  /** WARC-Record-ID of the version, without brackets; null when it is not in the archive. */
  readonly record: string | null;
  readonly fetchedAt: number;
  readonly type: string;
  readonly language: string | null;
  readonly title: string | null;
  /** What the document says of itself. */
  readonly author: string | null;
  readonly description: string | null;
  /** ISO 8601, as exact as it says. */
  readonly published: string | null;
  readonly modified: string | null;
  readonly siteName: string | null;
  readonly image: string | null;
  /** What the analysers say of it, between 0 and 1; null when none has an opinion. */
  readonly score: number | null;
  /** N-Quads; null when there was no RDF in it. Graph names in it are left out: its graph is the document. */
  readonly quads: string | null;
}

export interface TripleSource {
  /** Null when the document is gone. */
  read(document: number): DocumentStatements | null;
}
