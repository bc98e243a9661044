/**
 * The write-ahead log of a database as a file: which pages it holds, and what is in them.
 *
 * Read beside SQLite, which keeps no locks on this file. What is not yet folded into the database stands here, with
 * checksums of SQLite's own, and counts instead of what the database has under the same page number.
 */
import { closeSync, fdatasyncSync, openSync, readSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;
const PIECE_BYTES = 1 << 20;

export interface LogHeader {
  readonly pageSize: number;
  /** Changes whenever the log begins anew. */
  readonly salts: string;
}

interface Frame {
  readonly page: number;
  /** Pages of the database after the commit that this frame ends; 0 in the midst of one. */
  readonly pages: number;
  readonly content: Uint8Array;
}

/** One reading of the log; to be closed. */
export class LogFile {
  readonly header: LogHeader;
  readonly #file: number;

  private constructor(file: number, header: LogHeader) {
    this.#file = file;
    this.header = header;
  }

  /** Null when there is none, or nothing in it. */
  static open(database: string): LogFile | null {
    const file = openIfThere(`${database}-wal`);
    if (file === null) return null;
    const bytes = Buffer.alloc(HEADER);
    if (readSync(file, bytes, 0, HEADER, 0) === HEADER)
      return new LogFile(file, { pageSize: bytes.readUInt32BE(8), salts: bytes.toString('hex', 16, 24) });
    closeSync(file);
    return null;
  }

  /** Frames of this log in order, from the one of this number; those of an earlier log, which may still stand behind them, are left out. */
  *frames(from: number, count: number): Generator<Frame> {
    const size = FRAME_HEADER + this.header.pageSize;
    const atOnce = Math.max(1, Math.floor(PIECE_BYTES / size));
    const piece = Buffer.allocUnsafe(atOnce * size);
    for (let at = from; at < count; at += atOnce) {
      const read = readSync(this.#file, piece, 0, Math.min(atOnce, count - at) * size, HEADER + at * size);
      for (let start = 0; start + size <= read; start += size) {
        if (piece.toString('hex', start + 8, start + 16) !== this.header.salts) return;
        const content = piece.subarray(start + FRAME_HEADER, start + size);
        yield { page: piece.readUInt32BE(start), pages: piece.readUInt32BE(start + 4), content };
      }
      if (read < piece.length) return;
    }
  }

  sync(): void {
    fdatasyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Pages that stand in the log, up to the last commit in it. */
export function loggedPages(database: string): { header: LogHeader | null; pages: ReadonlySet<number> } {
  const log = LogFile.open(database);
  if (!log) return { header: null, pages: new Set() };
  const pages = new Set<number>();
  try {
    let open: number[] = [];
    for (const frame of log.frames(0, Number.MAX_SAFE_INTEGER)) {
      open.push(frame.page);
      if (frame.pages === 0) continue;
      for (const page of open) pages.add(page);
      open = [];
    }
  } finally {
    log.close();
  }
  return { header: log.header, pages };
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!['EACCES', 'EROFS', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return openSync(path, 'r'); // somebody who may only read
  }
}
