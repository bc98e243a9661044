/**
 * Archive: WARC files that grow by whole records, and what a stored record is called.
 *
 * Two halves, because they run on different threads. Building records (digest, compress) is pure CPU
 * work: records.ts; who compresses is a question of which thread has time. Appending is the writer thread's: it moves
 * bytes, syncs, and reports the length that the repository's transaction then commits. Bytes beyond the committed length do not exist.
 */
import type { Bytes } from '../../model/index.js';

export type RecordType = 'warcinfo' | 'request' | 'response' | 'metadata' | 'revisit' | 'resource' | 'conversion' | 'continuation';

/** Records of one exchange, ready to append one after the other, unless they are still to be compressed. */
export interface RecordSet {
  /** Gzip members, back to back; a file when the body was spooled. */
  readonly bytes: Bytes;
  readonly records: readonly BuiltRecord[];
  /** Only where the records are not compressed yet: the level of each. See packRecords. */
  readonly levels?: readonly number[];
}

export interface BuiltRecord {
  readonly type: RecordType;
  /** `urn:uuid:…` without angle brackets. */
  readonly id: string;
  /** Relative to the start of the set. */
  readonly offset: number;
  /** As it stands in the set: compressed, unless that is still to be done. */
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
