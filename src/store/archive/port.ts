/**
 * Archive: WARC files that grow by whole records, and what a stored record is called.
 *
 * Two halves, because they run on different threads. Building records (compress, digest) is pure CPU
 * work: records.ts. Appending is the writer thread's: it only moves bytes, syncs, and reports the
 * length that the repository's transaction then commits. Bytes beyond the committed length do not exist.
 */
import type { Bytes } from '../../model/index.js';

export type RecordType = 'warcinfo' | 'request' | 'response' | 'metadata' | 'revisit' | 'resource' | 'conversion' | 'continuation';

/** Records of one exchange, compressed and ready to append one after the other. */
export interface RecordSet {
  /** Gzip members, back to back; a file when the body was spooled. */
  readonly bytes: Bytes;
  readonly records: readonly BuiltRecord[];
}

export interface BuiltRecord {
  readonly type: RecordType;
  /** `urn:uuid:…` without angle brackets. */
  readonly id: string;
  /** Relative to the start of the set. */
  readonly offset: number;
  /** Compressed length. */
  readonly length: number;
  readonly payloadDigest: string | null; // 'sha256:<lower-case hex>'
}

/** Where a record set ended up. */
export interface Placement {
  /** File name inside the archive folder. */
  readonly file: string;
  readonly offset: number;
}

export interface Archive {
  /** Appends a set to the current file, rotating first when it is full. Nothing is durable until `sync`. */
  append(set: RecordSet): Placement;
  /** Makes everything appended so far durable and returns each touched file's length, to be committed with the rest. */
  sync(): readonly FileLength[];
  /** Syncs and closes the current file. A closed file is never appended to again. */
  close(): readonly FileLength[];
}

export interface FileLength {
  readonly file: string;
  readonly length: number;
  readonly closed: boolean;
}
