/** Synchronous disk work of the archive, in pieces of bounded size. */
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ArchiveError } from '../../../formats/warc/index.js';
import { type Bytes, isSpooled, type SpooledFile } from '../../../model/index.js';
import { failpoint, isArmed } from '../failpoint.js';

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

function writeWhole(descriptor: number, position: number, bytes: Uint8Array): void {
  const half = isArmed('archive-append-half') ? bytes.length >> 1 : 0;
  writeAll(descriptor, position, bytes.subarray(0, half));
  failpoint('archive-append-half');
  writeAll(descriptor, position + half, bytes.subarray(half));
}

/** A disk that fills up takes part of a write first and fails the next. */
function writeAll(descriptor: number, position: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, position + at);
}

/** Makes names durable. Systems without folders that can be synced (Windows) keep them durable by themselves. */
export function syncFolder(folder: string): void {
  try {
    syncPath(folder);
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Makes a folder and what is missing above it, for nobody else to read, with names that last: until its parent is synced, all in it may vanish with its name. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made)) syncFolder(dirname(made));
}

/** Makes what somebody else wrote to a file durable. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
