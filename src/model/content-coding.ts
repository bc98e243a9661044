/**
 * Decodes content: from the bytes as sent to the bytes a reader parses. Synchronous, bounded and tolerant.
 *
 * node:zlib does all decoding. A truncated stream yields what could be decoded: half a page is worth more than none, and
 * the archive keeps the original. When a server names a coding it did not apply, the plain bytes are returned.
 */

import zlib from 'node:zlib';
import { messageOf } from './message-of.js';
import { looksLikeZstd, TooLarge, unzstd } from './zstd.js';

export interface DecodeLimits {
  /** Most bytes the result may have. */
  readonly maxBytes: number;
  /** Most bytes of the result per byte sent. Counts only beyond 16 MB: small pages may repeat themselves as much as they like. */
  readonly maxRatio: number;
}

const RATIO_FREE = 16 * 1_048_576;
const MAX_CODINGS = 4;
/** Words in the field that mean no coding at all. */
const NO_CODING: ReadonlySet<string> = new Set(['', 'identity', 'none', 'binary', '8bit', 'utf-8', 'utf8']);

type Decoder = (bytes: Uint8Array, maxBytes: number) => Uint8Array;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: unbrotli,
  zstd: (bytes, maxBytes) => (looksLikeZstd(bytes) ? unzstd(bytes, maxBytes) : bytes),
};

export class CodingError extends Error {
  override readonly name = 'CodingError';
  constructor(
    message: string,
    readonly isTooLarge: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Undoes the codings a Content-Encoding field names, last applied first. */
export function decodeContent(bytes: Uint8Array, contentEncoding: string | null, limits: DecodeLimits): Uint8Array {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => !NO_CODING.has(coding));
  if (codings.length > MAX_CODINGS) throw failed(`${codings.length} codings on top of each other; ${MAX_CODINGS} are the limit`);
  const maxBytes = Math.min(limits.maxBytes, Math.max(RATIO_FREE, bytes.length * limits.maxRatio));
  return codings.reduceRight((coded, coding) => decodeOnce(coded, coding, maxBytes), bytes);
}

function decodeOnce(bytes: Uint8Array, coding: string, maxBytes: number): Uint8Array {
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (!decoder) throw failed(`the content coding "${coding.slice(0, 40)}" is not known`);
  if (bytes.length === 0) return bytes;
  try {
    return decoder(bytes, maxBytes);
  } catch (cause) {
    if (cause instanceof TooLarge || isCode(cause, 'ERR_BUFFER_TOO_LARGE')) {
      throw new CodingError(`${bytes.length} bytes of ${coding} decode to more than ${maxBytes}`, true, { cause });
    }
    throw failed(`the body is no valid ${coding}: ${messageOf(cause)}`, cause);
  }
}

/** Z_SYNC_FLUSH at the end instead of Z_FINISH: a stream that stops early is no error. */
const bounded = (maxBytes: number) => ({ maxOutputLength: maxBytes, finishFlush: zlib.constants.Z_SYNC_FLUSH });

function gunzip(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return plain(zlib.gunzipSync(bytes, bounded(maxBytes)));
  } catch (error) {
    // A wrong check sum at the end does not make the text before it unreadable.
    const start = isCode(error, 'Z_DATA_ERROR') ? endOfGzipHeader(bytes) : -1;
    if (start === -1) throw error;
    return plain(zlib.inflateRawSync(bytes.subarray(start), bounded(maxBytes)));
  }
}

/** RFC 1952, section 2.3; -1 when the header is incomplete. */
function endOfGzipHeader(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return -1;
    at = end + 1;
  }
  if (flags & 2) at += 2;
  return at < bytes.length ? at : -1;
}

/** The standard says "deflate" means zlib; some servers send raw deflate. The first two bytes tell which it is. */
function inflate(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const [first = 0, second = 0] = bytes;
  const hasZlibHeader = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  try {
    return plain(hasZlibHeader ? zlib.inflateSync(bytes, bounded(maxBytes)) : zlib.inflateRawSync(bytes, bounded(maxBytes)));
  } catch (error) {
    return plainText(bytes, error);
  }
}

function unbrotli(bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return plain(zlib.brotliDecompressSync(bytes, { maxOutputLength: maxBytes, finishFlush: zlib.constants.BROTLI_OPERATION_PROCESS }));
  } catch (error) {
    return plainText(bytes, error);
  }
}

/** Brotli and raw deflate have no magic number. Bytes that fail to decode but read as text were never encoded. */
function plainText(bytes: Uint8Array, error: unknown): Uint8Array {
  if (isCode(error, 'ERR_BUFFER_TOO_LARGE')) throw error;
  const start = bytes.subarray(0, 512);
  const controls = start.filter((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127).length;
  if (controls > 0) throw error;
  return bytes;
}

const plain = (buffer: Buffer): Uint8Array => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);

const isCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;

const failed = (detail: string, cause?: unknown): CodingError => new CodingError(detail, false, { cause });
