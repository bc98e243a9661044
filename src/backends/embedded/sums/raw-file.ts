/**
 * Reads a database as a plain file, in a process that may have it open by SQLite too.
 *
 * Whoever closes a file gives up every lock its process holds on it, those of SQLite too, which would then lose its log
 * to another process. So what is opened here stays open; only of many databases the oldest, long finished with, is closed.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

const MOST_OPEN = 32;
const PIECE_BYTES = 1 << 20;

const opened = new Map<string, number>();

export interface RawFile {
  readonly size: number;
  read(target: Uint8Array, at: number): number;
}

export function openRaw(path: string): RawFile {
  const file = kept(path) ?? open(path);
  return { size: fstatSync(file).size, read: (target, at) => readSync(file, target, 0, target.length, at) };
}

/** Pages from the first number to the last, as far as the file goes. What is passed on is overwritten by the next. */
export function* pagesOf(file: RawFile, pageSize: number, first: number, last: number): Generator<[page: number, content: Uint8Array]> {
  const atOnce = Math.max(1, Math.floor(PIECE_BYTES / pageSize));
  const piece = Buffer.allocUnsafe(atOnce * pageSize);
  for (let page = first; page <= last; page += atOnce) {
    const wanted = piece.subarray(0, Math.min(atOnce, last - page + 1) * pageSize);
    const read = file.read(wanted, (page - 1) * pageSize);
    for (let at = 0; at + pageSize <= read; at += pageSize) yield [page + at / pageSize, piece.subarray(at, at + pageSize)];
    if (read < wanted.length) return;
  }
}

/** Unless another file has its name by now. */
function kept(path: string): number | null {
  const file = opened.get(path);
  if (file === undefined) return null;
  const [ours, there] = [fstatSync(file), statSync(path)];
  return ours.ino === there.ino && ours.dev === there.dev ? file : null;
}

function open(path: string): number {
  const file = openSync(path, 'r');
  const former = opened.get(path);
  if (former !== undefined) closeSync(former); // of a file that has lost its name
  opened.delete(path);
  opened.set(path, file);
  const [oldest] = opened;
  if (opened.size > MOST_OPEN && oldest) {
    opened.delete(oldest[0]);
    closeSync(oldest[1]);
  }
  return file;
}
