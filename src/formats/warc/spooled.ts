/**
 * Bodies that wait in files: digested and compressed a piece at a time, so that a 2 GB download costs
 * a few pieces of memory. Source files are read, never removed.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { type Bytes, isSpooled, type SpooledFile } from '../../model/index.js';
import { ArchiveError } from './errors.js';
import { GzipPieces, shrinks } from './gzip.js';

const PIECE = 256 * 1024;
const SAMPLE = 64 * 1024;

export async function digestSpooled(parts: readonly Bytes[]): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of piecesOf(parts)) sum.update(piece);
  return sum.digest('hex');
}

/** Writes one gzip member of the parts and after it members made elsewhere, into a new file beside `beside`. */
export async function spoolMembers(parts: readonly Bytes[], level: number, after: Uint8Array, beside: string): Promise<SpooledFile> {
  const path = `${beside}.${randomUUID()}.warc`;
  try {
    const pieces = new GzipPieces(await worthwhileLevel(parts, level));
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(pieces.begin());
      for await (const piece of piecesOf(parts)) await file.writeFile(Buffer.concat(pieces.add(piece)));
      await file.writeFile(Buffer.concat([pieces.end(), after]));
      return { path, length: (await file.stat()).size };
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Files that are compressed inside, whatever they call themselves (PDF, databases, images of disks), are only stored. */
async function worthwhileLevel(parts: readonly Bytes[], level: number): Promise<number> {
  const file = parts.find(isSpooled);
  if (!file || level === 0) return level;
  return shrinks([await sampleAt(file, 0), await sampleAt(file, file.length >> 1)]) ? level : 0;
}

async function sampleAt({ path, length }: SpooledFile, at: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const sample = Buffer.alloc(Math.min(SAMPLE, length - at));
    const { bytesRead } = await file.read(sample, 0, sample.length, at);
    return sample.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Each piece is valid until the next one is asked for. */
export async function* piecesOf(parts: readonly Bytes[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (isSpooled(part)) yield* filePieces(part);
    else if (part.length > 0) yield part;
  }
}

/** Exactly the announced length: a file that is shorter now would make a record that lies about itself. */
async function* filePieces({ path, length }: SpooledFile): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  // The same memory for every piece: new ones would be garbage faster than it is collected.
  const room = Buffer.allocUnsafeSlow(Math.min(PIECE, length));
  try {
    for (let at = 0; at < length; ) {
      const piece = room.subarray(0, Math.min(PIECE, length - at));
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new ArchiveError('ARCHIVE_READ_FAILED', path, `it ends after ${at} of ${length} bytes`);
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
