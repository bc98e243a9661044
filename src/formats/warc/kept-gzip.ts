/**
 * Gzip in one go with a compressor that is kept and reset, instead of a new one for each member.
 *
 * Setting up a compressor takes a sixth of the time a page takes to compress. Node keeps one only for streams, which
 * hand each piece to another thread and back; the handle below a stream can do it in place. That handle is no public
 * interface: it is tried once, on first use, and where it is not as expected `gzipSync` does the work instead.
 */
import { constants, createGzip, gzipSync } from 'node:zlib';

/** What is used of a stream's native handle. After a write, state[0] is the room left in `out`, state[1] the input left. */
interface GzipStream {
  readonly _handle?: {
    reset(): void;
    writeSync(flush: number, input: Uint8Array, at: number, length: number, out: Uint8Array, outAt: number, outLength: number): void;
  };
  readonly _writeState?: Uint32Array;
}

/** Larger inputs are rare, and the set-up is nothing beside the rest. */
const LARGEST = 1 << 20;
/** More than deflate adds to input that does not compress, gzip's frame included. */
const OVERHEAD = 2048;

/** By level; null where only the public function works. */
const kept = new Map<number, GzipStream | null>();
/** Used again by every member. */
let out = Buffer.allocUnsafeSlow(1 << 16);

/** One gzip member holding the parts, one after the other. */
export function keptGzip(parts: readonly Uint8Array[], level: number): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const stream = length <= LARGEST ? streamFor(level) : null;
  return (
    (stream && member(stream, parts, length)) ?? gzipSync(Buffer.concat(parts), { level, chunkSize: Math.min(length + OVERHEAD, LARGEST) })
  );
}

/** Null when the handle did not take everything. */
function member({ _handle: handle, _writeState: state }: GzipStream, parts: readonly Uint8Array[], length: number): Buffer | null {
  if (!handle || !state) return null;
  if (out.length < length + OVERHEAD) out = Buffer.allocUnsafeSlow(2 * (length + OVERHEAD));
  handle.reset();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    if (part.length === 0 && !last) continue;
    handle.writeSync(last ? constants.Z_FINISH : constants.Z_NO_FLUSH, part, 0, part.length, out, at, out.length - at);
    if (state[0] === 0 || state[1] !== 0) return null;
    at = out.length - (state[0] as number);
  }
  return Buffer.from(out.subarray(0, at));
}

function streamFor(level: number): GzipStream | null {
  const known = kept.get(level);
  if (known !== undefined) return known;
  const stream = createGzip({ level }) as unknown as GzipStream;
  const usable = isAsExpected(stream, level) ? stream : null;
  kept.set(level, usable);
  return usable;
}

const SAMPLE = [Buffer.from('WARC/1.1\r\n'), Buffer.alloc(300, 'abc')];

/** Twice, because the second time shows whether the reset was one. */
function isAsExpected(stream: GzipStream, level: number): boolean {
  const whole = Buffer.concat(SAMPLE);
  const expected = gzipSync(whole, { level });
  try {
    return [1, 2].every(() => member(stream, SAMPLE, whole.length)?.equals(expected));
  } catch {
    return false;
  }
}
