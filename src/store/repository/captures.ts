/**
 * Captures picked out of the archive, each with where its records lie and, for a revisit, the capture it stands for.
 *
 * The records of one fetch stand together in a file and begin with the one its row names: a span of bytes is all that
 * is needed to take them elsewhere.
 */

export interface CaptureSelection {
  readonly run?: number | undefined;
  /** Host name or origin. */
  readonly site?: string | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
}

export interface ArchivedCapture {
  readonly url: string;
  readonly startedAt: number;
  readonly status: number;
  readonly type: string | null;
  readonly payloadDigest: string | null;
  readonly recordId: string;
  readonly revisit: boolean;
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  /** Number of its fetch; grows in the order of the archive. */
  readonly id: number;
  /** Where its records end, the request and metadata records included. */
  readonly end: number;
}

export interface SelectedCapture extends ArchivedCapture {
  /** The capture a revisit stands for, itself selected or not. */
  readonly original: ArchivedCapture | null;
  /** What is known of it as a page; null for images, styles and everything else that is no document. */
  readonly page: CapturedPage | null;
}

export interface CapturedPage {
  readonly title: string | null;
  readonly depth: number;
  /** Number of the version, for its text. */
  readonly version: number;
}

/** An answer somebody remembers: its address, and when it was asked for. */
export interface RememberedAnswer {
  readonly url: string;
  readonly startedAt: number;
}

/** Where an answer lies. */
export interface KeptAnswer extends RememberedAnswer {
  /** Number of its fetch. */
  readonly fetch: number;
  readonly status: number;
  readonly file: string;
  readonly offset: number;
}

export interface CaptureRows {
  /**
   * Archived answers of the same address: the very one, or the last before it where it was not archived itself, since it
   * was like that. Null where there is none. Goes through all answers once.
   */
  remembered(answers: readonly RememberedAnswer[]): (KeptAnswer | null)[];
  /** In the order of the archive. Streamed: any number will do. */
  select(selection: CaptureSelection): IterableIterator<SelectedCapture>;
  textOf(version: number): string;
}
