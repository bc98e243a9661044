/**
 * Gzip members for single records, and which level a body deserves.
 *
 * Most records are tiny (requests, metadata), where setting up a compressor costs more than compressing; so compressors
 * are kept (kept-gzip.ts). Level 0 is written by hand, since zlib spends its set-up there too.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { type Bytes, isSpooled } from '../../model/index.js';
import { keptGzip } from './kept-gzip.js';

/** Largest stored block deflate knows. */
const STORED = 0xffff;
/** Magic, deflate, no flags, no time, no hint, system unknown. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Beyond this each part is compressed where it lies: in one piece they would have to be copied. */
const LONGEST_WHOLE = 1 << 20;

/** One gzip member holding the parts, one after the other. */
export function gzipMember(parts: readonly Uint8Array[], level: number): Buffer {
  const isLong = parts.reduce((sum, { length }) => sum + length, 0) > LONGEST_WHOLE;
  return level === 0 || isLong ? memberOfPieces(parts, level) : keptGzip(parts, level);
}

function memberOfPieces(parts: readonly Uint8Array[], level: number): Buffer {
  const pieces = new GzipPieces(level);
  return Buffer.concat([pieces.begin(), ...parts.flatMap((part) => pieces.add(part)), pieces.end()]);
}

/**
 * A gzip member made a piece at a time, on the thread that asks for it: a stream would compress in Node's pool, where its
 * work takes turns with everybody else's. Each piece stands for itself, so pieces should not be small.
 */
export class GzipPieces {
  readonly #level: number;
  #crc = 0;
  #size = 0;

  constructor(level: number) {
    this.#level = level;
  }

  begin(): Uint8Array {
    return GZIP_HEADER;
  }

  add(piece: Uint8Array): Uint8Array[] {
    this.#crc = crc32(piece, this.#crc);
    this.#size += piece.length;
    if (this.#level === 0) return storedBlocks(piece);
    return piece.length === 0 ? [] : [deflateRawSync(piece, { level: this.#level, finishFlush: constants.Z_SYNC_FLUSH })];
  }

  end(): Uint8Array {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#crc, 0);
    trailer.writeUInt32LE(this.#size % 2 ** 32, 4);
    return Buffer.concat([storedHead(0, true), trailer]);
  }
}

function storedBlocks(bytes: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += STORED) {
    const block = bytes.subarray(at, at + STORED);
    blocks.push(storedHead(block.length, false), block);
  }
  return blocks;
}

function storedHead(length: number, last: boolean): Buffer {
  const head = Buffer.alloc(5);
  head[0] = last ? 1 : 0;
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & STORED, 3);
  return head;
}

const COMPRESSED_TYPE =
  /^(?:video\/|audio\/(?!x?-?wav|aiff|basic)|image\/(?!svg|bmp|x-ms-bmp|x-icon|vnd\.microsoft\.icon|tiff|x-portable)|font\/woff|application\/(?:font-woff|zip|gzip|x-gzip|x-7z|x-bzip|x-xz|x-rar|vnd\.rar|zstd|epub|java-archive|vnd\.openxmlformats|vnd\.oasis\.opendocument))/;
/** Always worth compressing, so nobody needs to try. */
const TEXT_TYPE = /^text\/|[/+.-](?:json|xml|javascript|ecmascript|html|csv|rtf)\b/;

/** Below this, trying costs as much as doing it. */
const LEAST_SAMPLED = 16 * 1024;
const SAMPLE = 4 * 1024;
/** Compressing costs fifteen times what copying does; it has to bring a twentieth. */
const WORTHWHILE = 0.95;

/**
 * Level for a body: as set, or 0 when its media type or content coding says that it is compressed already, or when two
 * samples of it hardly shrink: most PDFs are compressed inside.
 */
export function levelFor(type: string | null, contentEncoding: string | null, level: number, body: Bytes): number {
  const coded = contentEncoding !== null && !/^\s*(?:identity\s*)?$/i.test(contentEncoding);
  const named = type?.trim().toLowerCase() ?? '';
  if (level === 0 || coded || COMPRESSED_TYPE.test(named)) return 0;
  if (isSpooled(body) || body.length < LEAST_SAMPLED || TEXT_TYPE.test(named)) return level;
  const third = Math.floor(body.length / 3);
  return shrinks([third, 2 * third].map((at) => body.subarray(at, at + SAMPLE))) ? level : 0;
}

/** Whether compressing is worth its time, by samples. */
export function shrinks(samples: readonly Uint8Array[]): boolean {
  const before = samples.reduce((sum, sample) => sum + sample.length, 0);
  const after = samples.reduce((sum, sample) => sum + keptGzip([sample], 1).length, 0);
  return after < WORTHWHILE * before;
}
