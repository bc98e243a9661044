/** Bytes of a deposited file: out of the WARC file, without the content coding of the answer, out of the archive it is packed in. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ArchiveError, disposeExchange, readCapture, readMember, streamMember } from '../../formats/warc/index.js';
import { decodeContent, type Exchange, headerListOf, isSpooled, type SpooledFile } from '../../model/index.js';
import type { DepositedFile } from '../../store/index.js';
import type { Sqlite } from './database.js';

/** One answer in memory at most. */
const MOST_BYTES = 2 ** 31 - 1;
/** What is larger waits on disk while it is passed on. */
const SPOOL_OVER = 1 << 20;
/** Formats of the law are wordy: what is text shrinks well. */
const MOST_GROWTH = 500;

interface Place {
  readonly warc: string | null;
  readonly offset: number;
  readonly revisit: number | null;
  readonly digest: string | null;
}

export async function readDepositedFile(db: Sqlite, folder: string, file: DepositedFile): Promise<Uint8Array> {
  return unpacked(await captureOf(db, folder, file, MOST_BYTES), file);
}

/**
 * The same for whoever passes it on: a large file waits on disk, and is never in memory as a whole. Only what is coded in a
 * rare way, or lies in an archive inside an archive, is.
 */
export async function streamDepositedFile(db: Sqlite, folder: string, file: DepositedFile): Promise<Readable> {
  const exchange = await captureOf(db, folder, file, SPOOL_OVER);
  if (!isSpooled(exchange.body)) return Readable.from([await unpacked(exchange, file)], { objectMode: false });
  try {
    const stream = await streamOf(exchange.body, exchange, file);
    return stream.once('close', () => disposeExchange(exchange));
  } catch (error) {
    disposeExchange(exchange);
    throw error;
  }
}

/** Bodies beyond `spoolOver` wait in a folder for temporary files. */
async function captureOf(db: Sqlite, folder: string, { fetch, name }: DepositedFile, spoolOver: number): Promise<Exchange> {
  const place = placeOf(db, fetch);
  if (!place?.warc) throw new ArchiveError('ARCHIVE_NO_RECORD', name, 'its bytes are no longer in the archive');
  const exchange = await readCapture(join(folder, place.warc), place.offset, tmpdir(), spoolOver);
  if (!exchange) throw new ArchiveError('ARCHIVE_DAMAGED', place.warc, `the record at ${place.offset}, which holds ${name}`);
  return exchange;
}

async function unpacked(exchange: Exchange, file: DepositedFile): Promise<Uint8Array> {
  const bytes = decoded(exchange);
  return plain(file.member === null ? bytes : await readMember(bytes, file.member), file);
}

async function streamOf({ path, length }: SpooledFile, exchange: Exchange, file: DepositedFile): Promise<Readable> {
  const isCoded = headerListOf(exchange.headers, 'content-encoding') !== '';
  if (!isCoded && file.member === null && length === file.length) return createReadStream(path);
  const member = isCoded || file.member === null ? null : await streamMember(path, file.member);
  if (member?.length === file.length) return member.stream;
  member?.stream.destroy();
  return Readable.from([await unpacked({ ...exchange, body: await readFile(path) }, file)], { objectMode: false });
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
