/**
 * The content of an exchange: plain bytes for a reader, the real type, the digest users compare.
 *
 * A body too large for memory is never loaded: its type is told by its start and its digest is taken in passing, of
 * the bytes as sent.
 */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { decodeBody, FetchError } from '../../fetch/index.js';
import { type Bytes, type Exchange, headerListOf, headerOf, isSpooled, type SpooledFile } from '../../model/index.js';
import { md5Of, mediaType } from '../../read/index.js';

export interface Content {
  /** Empty when there is nothing to read, or too much. */
  readonly bytes: Uint8Array;
  readonly type: string | null;
  readonly declared: string | null;
  readonly problem: FetchError | null;
  /** Why nothing of it is read, in words, where that is no problem of the fetch. */
  readonly unread?: string;
  md5(): string;
}

/** Spooled bodies of up to this size are read; larger ones are archived only. */
const LARGEST_READ = 64 * 1024 * 1024;
const SNIFFED = 4096;
const CHUNK = 1024 * 1024;
const PIECE = 65_536;
/** Bytes a decoded body may have per byte sent; see decodeBody. */
const LARGEST_RATIO = 200;

/** What nobody could look at, not even to tell its type: its bytes as they were sent, its type as the server says. */
export function unreadContent({ body, headers }: Exchange, why: string): Content {
  const declared = headerOf(headers, 'content-type');
  const type = declared?.split(';', 1)[0]?.trim().toLowerCase() || 'application/octet-stream';
  const md5 = (): string => (isSpooled(body) ? md5OfFile(body.path) : md5Of(body));
  return { bytes: EMPTY, type, declared, problem: null, unread: `the content was not read: ${why}`, md5 };
}

export function contentOf(exchange: Exchange, maxBytes: number): Content {
  const declared = headerOf(exchange.headers, 'content-type');
  const { body } = exchange;
  try {
    if (isSpooled(body) && body.length > LARGEST_READ) return hugeContent(body, declared);
    const raw = isSpooled(body) ? readFileSync(body.path) : body;
    const bytes = decodeBody(raw, headerListOf(exchange.headers, 'content-encoding'), { maxBytes, maxRatio: LARGEST_RATIO }, exchange.url);
    const md5 = isSpooled(body) && bytes === raw ? sumOfFile(body) : sumOf(bytes);
    return { bytes, type: mediaType(bytes, declared), declared, problem: null, md5 };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { bytes: EMPTY, type: null, declared, problem: error, md5: () => '' };
  }
}

/** Made apart from each other: what is summed in its file does not hold its bytes in memory. */
const sumOf = (bytes: Uint8Array) => (): string => md5Of(bytes);
const sumOfFile =
  ({ path }: SpooledFile) =>
  (): string =>
    md5OfFile(path);

/** A list, which is read in pieces: only its type is told here. */
export async function listContent(exchange: Exchange, maxBytes: number): Promise<Content> {
  const declared = headerOf(exchange.headers, 'content-type');
  const { body } = exchange;
  const md5 = (): string => (isSpooled(body) ? md5OfFile(body.path) : md5Of(body));
  try {
    for await (const start of decodedChunks(exchange, maxBytes))
      return { bytes: EMPTY, type: mediaType(plainStart(start, exchange, maxBytes), declared), declared, problem: null, md5 };
    return { bytes: EMPTY, type: mediaType(EMPTY, declared), declared, problem: null, md5 };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { bytes: EMPTY, type: null, declared, problem: error, md5 };
  }
}

function plainStart(start: Uint8Array, { headers, url }: Exchange, maxBytes: number): Uint8Array {
  const coding = headerListOf(headers, 'content-encoding');
  const sniffed = start.subarray(0, SNIFFED);
  return isInPassing(coding) ? decodeBody(sniffed, coding, { maxBytes, maxRatio: LARGEST_RATIO }, url) : sniffed;
}

const isInPassing = (coding: string | null): boolean => IN_PASSING.has(coding?.trim().toLowerCase() ?? '');

/** Codings that are undone in passing: none at all, and gzip, which a source of lists tells by its bytes. Others need the whole. */
const IN_PASSING: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip']);

/** The body without its content coding, in pieces; gzip is left to whoever reads it. */
export async function* decodedChunks(exchange: Exchange, maxBytes: number): AsyncGenerator<Uint8Array> {
  const { body, headers, url } = exchange;
  const coding = headerListOf(headers, 'content-encoding');
  if (isInPassing(coding)) return yield* chunksOf(body);
  const raw = isSpooled(body) ? readFileSync(body.path) : body;
  yield* chunksOf(decodeBody(raw, coding, { maxBytes, maxRatio: LARGEST_RATIO }, url));
}

async function* chunksOf(body: Bytes): AsyncGenerator<Uint8Array> {
  if (isSpooled(body)) return yield* createReadStream(body.path, { highWaterMark: PIECE });
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE);
}

function hugeContent(body: SpooledFile, declared: string | null): Content {
  const start = Buffer.alloc(SNIFFED);
  const length = withFile(body.path, (file) => readSync(file, start, 0, SNIFFED, 0));
  const unread = `the content was not read: it has ${megabytes(body.length)} MB; what has more than ${megabytes(LARGEST_READ)} MB is only archived`;
  const type = mediaType(start.subarray(0, length), declared);
  return { bytes: EMPTY, type, declared, problem: null, unread, md5: () => md5OfFile(body.path) };
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 ** 2);

function md5OfFile(path: string): string {
  const sum = createHash('md5');
  const chunk = Buffer.alloc(CHUNK);
  withFile(path, (file) => {
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) sum.update(chunk.subarray(0, length));
  });
  return sum.digest('hex');
}

function withFile<T>(path: string, use: (file: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

const EMPTY = new Uint8Array();
