/** The one list of archive failures; a test checks docs/reference/errors.md against it. */
import { type ErrorCode, WinnowError } from '../../model/index.js';
export const ARCHIVE_FAILURES = {
  ARCHIVE_DISK_FULL: 'The disk is full. Nothing was written in part; free some space and resume.',
  ARCHIVE_WRITE_FAILED: 'Writing to the archive failed. Nothing was written in part; check the disk and resume.',
  ARCHIVE_CLOSED: 'The archive was closed or broke earlier; open it again.',
  ARCHIVE_READ_FAILED: 'A body that waits in a file could not be read.',
  ARCHIVE_NOT_A_WARC: 'This file is no WARC file: neither `WARC/` nor a gzip member that begins with it.',
  ARCHIVE_NOT_A_WACZ: 'This file is no WACZ that can be read: a ZIP with WARC files in its folder archive/.',
  ARCHIVE_NOT_A_ZIP: 'A file that was packed cannot be taken out: the ZIP is damaged, or larger than the limits allow.',
  ARCHIVE_NO_MEMBER: 'The ZIP has no file of this name.',
  ARCHIVE_NO_RECORD: 'No record begins at this offset; `archive list` prints the offsets.',
  ARCHIVE_DAMAGED: 'The record is damaged; `archive check` lists what is wrong.',
} as const satisfies Record<Extract<ErrorCode, `ARCHIVE_${string}`>, string>;

export type ArchiveFailure = keyof typeof ARCHIVE_FAILURES;

export class ArchiveError extends WinnowError {
  override readonly name = 'ArchiveError';
  constructor(
    override readonly code: ArchiveFailure,
    readonly file: string,
    /** What happened, in words; may be empty. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(code, `${code} in ${file}: ${detail ? `${detail}. ` : ''}${ARCHIVE_FAILURES[code]}`, options);
  }
}
