/** Copies the first so many bytes of a file that may be growing, in pieces, with a digest of all of them. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, copyFileSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

const PIECE = 1 << 20;
const TAIL = 1 << 16;

/** Called after each piece; may throw to end the copying. */
export type CopyStep = (done: number) => void;

export interface Copy {
  readonly source: string;
  readonly target: string;
  /** The target has so many of the bytes already. */
  readonly from: number;
  readonly length: number;
}

/** Returns the SHA-256 of the whole. The target ends after `length` bytes and is durable. */
export async function copyUpTo({ source, target, from, length }: Copy, step: CopyStep): Promise<string> {
  const cloned = from === 0 && clone(source, target);
  if (from === length || cloned) {
    cutAndSync(target, length);
    return digestOf(target, length, step);
  }
  const digest = createHash('sha256');
  const output = openSync(target, from > 0 ? 'r+' : 'w');
  try {
    await readPieces(target, from, (piece) => void digest.update(piece));
    await readPieces(source, length, (piece, at) => append(output, piece, at, digest, step), from);
    ftruncateSync(output, length);
    fsyncSync(output);
  } finally {
    closeSync(output);
  }
  return digest.digest('hex');
}

export async function digestOf(path: string, length: number, step: CopyStep = () => undefined): Promise<string> {
  const digest = createHash('sha256');
  await readPieces(path, length, (piece, at) => {
    digest.update(piece);
    step(at + piece.length);
  });
  return digest.digest('hex');
}

/** Whether both files hold the same bytes before this length; the last of them speak for all, since the files only grow. */
export function endsAlike(a: string, b: string, length: number): boolean {
  const start = Math.max(0, length - TAIL);
  return readAt(a, start, length - start).equals(readAt(b, start, length - start));
}

function append(output: number, piece: Buffer, at: number, digest: Hash, step: CopyStep): void {
  for (let written = 0; written < piece.length; ) written += writeSync(output, piece, written, piece.length - written, at + written);
  digest.update(piece);
  step(at + piece.length);
}

/** File systems that share blocks make a copy at once and for nothing. */
function clone(source: string, target: string): boolean {
  try {
    copyFileSync(source, target, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  }
}

function cutAndSync(path: string, length: number): void {
  const descriptor = openSync(path, 'r+');
  try {
    ftruncateSync(descriptor, length);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Others get their turn between two pieces: a timer may beat, a terminal be written to. */
async function readPieces(path: string, length: number, take: (piece: Buffer, at: number) => void, from = 0): Promise<void> {
  if (from >= length) return;
  const descriptor = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, length - from));
    for (let at = from; at < length; ) {
      const count = readSync(descriptor, piece, 0, Math.min(piece.length, length - at), at);
      if (count === 0) throw new Error(`${path} ends after ${at} of ${length} bytes.`);
      take(piece.subarray(0, count), at);
      at += count;
      await new Promise(setImmediate);
    }
  } finally {
    closeSync(descriptor);
  }
}

function readAt(path: string, start: number, length: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, start));
  } finally {
    closeSync(descriptor);
  }
}
