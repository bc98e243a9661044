/** Bytes of a deposited file: out of the WARC file, without the content coding of the answer, out of the archive it is packed in. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeContent, type Exchange, headerListOf } from '../../model/index.js';
import { ArchiveError, type DepositedFile, readCapture, readMember } from '../../store/index.js';
import type { Sqlite } from './database.js';

/** One answer in memory at most. */
const MOST_BYTES = 2 ** 31 - 1;
/** Formats of the law are wordy: what is text shrinks well. */
const MOST_GROWTH = 500;

interface Place {
  readonly warc: string | null;
  readonly offset: number;
  readonly revisit: number | null;
  readonly digest: string | null;
}

export async function readDepositedFile(db: Sqlite, folder: string, file: DepositedFile): Promise<Uint8Array> {
  const place = placeOf(db, file.fetch);
  if (!place?.warc) throw new ArchiveError('ARCHIVE_NO_RECORD', file.name, 'its bytes are no longer in the archive');
  // Nothing waits in a folder, since everything stays in memory.
  const exchange = await readCapture(join(folder, place.warc), place.offset, tmpdir(), MOST_BYTES);
  if (!exchange) throw new ArchiveError('ARCHIVE_DAMAGED', place.warc, `the record at ${place.offset}, which holds ${file.name}`);
  const bytes = decoded(exchange);
  return plain(file.member === null ? bytes : await readMember(bytes, file.member), file);
}

/** A file that was packed by itself is known as what was in it: its length tells. */
function plain(bytes: Uint8Array, { length }: DepositedFile): Uint8Array {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip || bytes.length === length) return bytes;
  const unpacked = decodeContent(bytes, 'gzip', { maxBytes: length + 1, maxRatio: Number.POSITIVE_INFINITY });
  return unpacked.length === length ? unpacked : bytes;
}

/** A record that only says "as before" stands for one that has the bytes. */
function placeOf(db: Sqlite, fetch: number): Place | undefined {
  const select = 'SELECT warc, offset, revisit, payload_digest AS digest FROM fetch WHERE';
  const place = db.prepare(`${select} id = ?`).get(fetch) as Place | undefined;
  if (!place?.revisit || place.digest === null) return place;
  const original = db.prepare(`${select} payload_digest = ? AND revisit = 0 AND warc IS NOT NULL ORDER BY id DESC LIMIT 1`);
  return (original.get(place.digest) as Place | undefined) ?? place;
}

function decoded({ headers, body }: Exchange): Uint8Array {
  return decodeContent(body as Uint8Array, headerListOf(headers, 'content-encoding'), { maxBytes: MOST_BYTES, maxRatio: MOST_GROWTH });
}
