/**
 * Zstandard for Content-Encoding: node:zlib, with three limits around it.
 *
 * node:zlib decodes the first frame of a stream and ignores the rest, and allocates whatever window a frame asks for. So
 * the headers of all frames are read first. Large windows are refused (RFC 9659 allows 8 MB), so are too many frames
 * (each costs a decoder), and the output of all frames together is bounded.
 */
import zlib from 'node:zlib';

/** Thrown when the result would exceed its bound. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

const MAX_WINDOW = 8 * 1_048_576;
/** Encoders that work in parallel make a frame for each megabyte or so; making a decoder takes a tenth of a millisecond. */
const MAX_FRAMES = 4096;

const MAGIC = 0xfd2fb528;
const HAS_CHECK_SUM = 4;
const isSkippable = (magic: number): boolean => magic >= 0x184d2a50 && magic <= 0x184d2a5f;

export function looksLikeZstd(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const magic = uint32(bytes, 0);
  return magic === MAGIC || isSkippable(magic);
}

export function unzstd(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const contents: Uint8Array[] = [];
  let length = 0;
  for (const frame of frames(bytes)) {
    if (contents.length === MAX_FRAMES) throw new Error(`more than ${MAX_FRAMES} frames`);
    const content = decodeFrame(frame, maxBytes - length);
    length += content.length;
    contents.push(content);
  }
  return contents.length === 1 && contents[0] ? contents[0] : Buffer.concat(contents, length);
}

/** Decodes what a truncated frame contains, by decoding as if more bytes were to follow. */
function decodeFrame(frame: Uint8Array, maxBytes: number): Uint8Array {
  if (maxBytes < 1) throw new TooLarge('the frames before were as large as all may be');
  try {
    const { buffer, byteOffset, byteLength } = zlib.zstdDecompressSync(frame, {
      maxOutputLength: maxBytes,
      finishFlush: zlib.constants.ZSTD_e_continue,
    });
    return new Uint8Array(buffer, byteOffset, byteLength);
  } catch (error) {
    if (!hasWrongCheckSum(error)) throw error;
    return decodeFrame(withoutCheckSum(frame), maxBytes);
  }
}

const hasWrongCheckSum = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ZSTD_error_checksum_wrong';

/** A wrong check sum at the end does not make the text before it unreadable. */
function withoutCheckSum(frame: Uint8Array): Uint8Array {
  const changed = frame.slice(0, -4);
  changed[4] = (changed[4] ?? 0) & ~HAS_CHECK_SUM;
  return changed;
}

/** The data frames of a stream, found by reading only their headers. */
function* frames(bytes: Uint8Array): Generator<Uint8Array> {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const magic = uint32(bytes, at);
    if (isSkippable(magic)) {
      at += 8 + uint32(bytes, at + 4);
      continue;
    }
    if (magic !== MAGIC) return; // padding after the last frame
    const end = endOfFrame(bytes, at);
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** RFC 8878, section 3.1.1. */
function endOfFrame(bytes: Uint8Array, start: number): number {
  const descriptor = bytes[start + 4] ?? 0;
  const single = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? Number(single) : 1 << sizeFlag;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  let at = start + 5 + Number(!single) + dictionaryBytes;
  const window = single ? littleEndian(bytes, at, sizeBytes) + (sizeFlag === 1 ? 256 : 0) : windowSize(bytes[start + 5] ?? 0);
  if (window > MAX_WINDOW) throw new Error(`a window of ${window} bytes; ${MAX_WINDOW} are the limit`);
  at += sizeBytes;
  for (let last = false; !last && at + 3 <= bytes.length; ) {
    const header = littleEndian(bytes, at, 3);
    last = (header & 1) !== 0;
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
  }
  return Math.min(bytes.length, at + (descriptor & HAS_CHECK_SUM ? 4 : 0));
}

const windowSize = (descriptor: number): number => 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8);

const uint32 = (bytes: Uint8Array, at: number): number => littleEndian(bytes, at, 4);

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
