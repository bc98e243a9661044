/**
 * Archive: the records of a workspace, read by where they lie.
 *
 * A segment is an opaque name: whether it is a file, a part of one or an object is known to the archive alone. The contract
 * is in archive.contract.ts.
 */
import type { Readable } from 'node:stream';
import type { Exchange } from '../model/index.js';

/** Where the bytes of a record lie. */
export interface RecordPointer {
  readonly segment: string;
  readonly offset: number;
  readonly size: number;
  readonly recordId: string | null;
}

/** What is needed to read a record. */
export type RecordPlace = Pick<RecordPointer, 'segment' | 'offset'>;

/** How far a segment is committed. */
export interface SegmentLength {
  readonly segment: string;
  readonly length: number;
  readonly closed: boolean;
}

export type RecordPart = 'block' | 'head' | 'payload';

export interface ArchiveReader {
  /** The answer of a capture; large bodies wait in `spoolFolder`. Null when no answer is to be had there: damaged, or another record. */
  read(at: RecordPlace, spoolFolder: string): Promise<Exchange | null>;
  /** A part of a record as it was sent. Rejects with ARCHIVE_NO_RECORD or ARCHIVE_DAMAGED. */
  part(at: RecordPlace, part: RecordPart): AsyncIterable<Uint8Array>;
  /** How the payload is coded; null when it is not. */
  coding(at: RecordPlace): Promise<string | null>;
  /** What is committed of a segment. */
  whole(segment: string): Promise<Readable>;
  /** Committed ones alone, in the order they were begun. */
  segments(): AsyncIterable<SegmentLength>;
}
