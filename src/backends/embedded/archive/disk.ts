/** Synchronous disk work of the archive, in pieces of bounded size. */
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { type Bytes, isSpooled, type SpooledFile } from '../../../model/index.js';
import { ArchiveError } from '../../../store/index.js';

const PIECE = 1 << 20;

/** Writes all of the bytes at this position; throws when that is not possible, then some may be there. */
export function appendBytes(descriptor: number, position: number, bytes: Bytes): void {
  if (isSpooled(bytes)) copyFile(descriptor, position, bytes);
  else writeWhole(descriptor, position, bytes);
}

function copyFile(descriptor: number, position: number, { path, length }: SpooledFile): void {
  const source = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, Math.max(1, length)));
    for (let at = 0; at < length; ) {
      const count = readSync(source, piece, 0, Math.min(piece.length, length - at), at);
      if (count === 0) throw new ArchiveError('ARCHIVE_READ_FAILED', path, `it ends after ${at} of ${length} bytes`);
      writeWhole(descriptor, position + at, piece.subarray(0, count));
      at += count;
    }
  } finally {
    closeSync(source);
  }
}

/** A disk that fills up takes part of a write first and fails the next. */
function writeWhole(descriptor: number, position: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, position + at);
}

/** Makes names durable. Systems without folders that can be synced (Windows) keep them durable by themselves. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
