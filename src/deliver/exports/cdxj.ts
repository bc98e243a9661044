/**
 * CDXJ beside the WARC files, one index a file: what replay tools need to find a capture.
 *
 * Made from what the repository committed, so an index never names bytes that a crash may have left behind.
 */
import { join } from 'node:path';
import { type ArchivedRecord, type CdxjEntry, type Repository, writeCdxj } from '../../store/index.js';

export interface ArchiveIndex {
  readonly file: string;
  readonly captures: number;
}

/** Writes `<file>.cdxj` for every WARC file in `folder`, whole or not at all. The repository's connection is busy meanwhile. */
export async function indexArchive(repository: Pick<Repository, 'archived'>, folder: string): Promise<ArchiveIndex[]> {
  const written: ArchiveIndex[] = [];
  const records = repository.archived();
  // Records come in the order they were appended, so each file's stand together and one pass will do.
  let next = records.next();
  function* ofFile(file: string): Generator<CdxjEntry> {
    for (; !next.done && next.value.file === file; next = records.next()) yield entryOf(next.value);
  }
  try {
    while (!next.done) {
      const { file } = next.value as ArchivedRecord;
      const name = `${file}.cdxj`;
      written.push({ file: name, captures: await writeCdxj(join(folder, name), ofFile(file)) });
    }
  } finally {
    records.return?.(); // else the connection would stay busy, and could not be closed
  }
  return written;
}

/** `unk` is what replay tools write for an unknown type. */
function entryOf({ url, startedAt, status, type, payloadDigest, revisit, file, offset, length }: ArchivedRecord): CdxjEntry {
  return {
    url,
    startedAt,
    status,
    mime: revisit ? 'warc/revisit' : (type ?? 'unk'),
    digest: payloadDigest,
    offset,
    length,
    filename: file,
  };
}
