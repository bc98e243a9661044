/**
 * Zstandard for Content-Encoding: by node:zlib where Node has it, else by fzstd inside three fences.
 *
 * fzstd trusts its input: it allocates the window a frame asks for, moves that whole window for
 * every block, and follows match lengths beyond the block's end. So frames are walked first and large windows refused
 * (RFC 9659 allows 8 MB), output is counted block by block, and the call as a whole has a time limit.
 */
import vm from 'node:vm';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';

/** Thrown when the result would exceed its bound. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

const MAX_WINDOW = 8 * 1_048_576;
/** What is decoded slower than this is no text but an attack; fzstd makes ten times as much on a slow machine. */
const SLOWEST_PER_MS = 20_000;
const FREE_MS = 1_000;
const PIECE = 65_536;

type NativeZstd = (bytes: Uint8Array, options: { maxOutputLength: number; finishFlush: number }) => Buffer;
const native = (zlib as { zstdDecompressSync?: NativeZstd }).zstdDecompressSync;

const MAGIC = 0xfd2fb528;
const isSkippable = (magic: number): boolean => magic >= 0x184d2a50 && magic <= 0x184d2a5f;

export function looksLikeZstd(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const magic = uint32(bytes, 0);
  return magic === MAGIC || isSkippable(magic);
}

export function unzstd(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (native) {
    const result = native(bytes, { maxOutputLength: maxBytes, finishFlush: 0 });
    return new Uint8Array(result.buffer, result.byteOffset, result.byteLength);
  }
  // The time limit of vm is the only way to stop a synchronous loop from outside without another thread.
  fence ??= vm.createContext({});
  fence['run'] = () => decode(bytes, maxBytes);
  return script.runInContext(fence, { timeout: FREE_MS + Math.ceil(maxBytes / SLOWEST_PER_MS) }) as Uint8Array;
}

let fence: vm.Context | undefined;
const script = new vm.Script('run()');

function decode(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  let length = 0;
  const take = (block: Uint8Array) => {
    length += block.length;
    if (length > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
    blocks.push(block);
  };
  for (const frame of frames(bytes)) decodeFrame(frame, take);
  return concat(blocks, length);
}

/** A frame that stops early yields the blocks before; fzstd says so with code 5. */
function decodeFrame(frame: Uint8Array, take: (block: Uint8Array) => void): void {
  const decompress = new Decompress(take);
  try {
    for (let at = 0; at < frame.length; at += PIECE) decompress.push(frame.subarray(at, at + PIECE), at + PIECE >= frame.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 5)) throw error;
  }
}

/** The data frames of a stream, found by their headers alone. */
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
  return Math.min(bytes.length, at + (descriptor & 4 ? 4 : 0));
}

const windowSize = (descriptor: number): number => 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8);

const uint32 = (bytes: Uint8Array, at: number): number => littleEndian(bytes, at, 4);

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function concat(blocks: readonly Uint8Array[], length: number): Uint8Array {
  const result = new Uint8Array(length);
  let at = 0;
  for (const block of blocks) {
    result.set(block, at);
    at += block.length;
  }
  return result;
}
