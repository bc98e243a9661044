/**
 * The file with the checksums of a database's pages, beside it as `<database>.sums`.
 *
 * SQLite has no checksums in its pages, and a bit that turned over in one changes answers without a word. So each page has
 * eight bytes here: the CRC-32 of its content and, from that, a check of the eight bytes themselves, so that damage in this
 * file is not taken for damage in the database. Eight zeros: nothing is known of the page yet.
 *
 * A header says how many pages the database has. It may be written only by whoever holds the right to write the database; the mark `closed`, which
 * stands apart, by everybody who opens or closes it.
 */
import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const MAGIC = Buffer.from('winsums\u0001');
export const HEADER_BYTES = 32;
const CLOSED_AT = 28;
const CLOSED = 0x636c6f73;
export const ENTRY_BYTES = 8;

export interface SumsHeader {
  readonly pageSize: number;
  readonly pages: number;
  /** Raised with every change. */
  readonly generation: number;
  /** Every page had its checksum taken; false for a database that is older than its sums. */
  readonly complete: boolean;
}

export const sumsFile = (database: string): string => `${database}.sums`;

export interface Sums {
  readonly header: SumsHeader;
  /** No process had the database open to write, and its log was folded in. */
  readonly closed: boolean;
  /** What is known of a page: its checksum, that nothing is known, or that the eight bytes themselves are damaged. */
  of(page: number): number | 'unknown' | 'damaged';
}

/** Null when there are none; 'damaged' when the file is no file of sums, or is cut. */
export function readSums(database: string): Sums | 'damaged' | null {
  const path = sumsFile(database);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const header = headerIn(bytes);
  if (!header || bytes.length < HEADER_BYTES + header.pages * ENTRY_BYTES) return 'damaged';
  return {
    header,
    closed: bytes.readUInt32LE(CLOSED_AT) === CLOSED,
    of(page) {
      const at = HEADER_BYTES + (page - 1) * ENTRY_BYTES;
      const [sum, check] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
      if (sum === 0 && check === 0) return 'unknown';
      return check === checkOf(sum, page) ? sum : 'damaged';
    },
  };
}

export function readSumsHeader(database: string): SumsHeader | null {
  const file = openSums(database, 'r');
  if (file === null) return null;
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    return readSync(file, bytes, 0, HEADER_BYTES, 0) === HEADER_BYTES ? headerIn(bytes) : null;
  } finally {
    closeSync(file);
  }
}

/** Writes sums of pages, then the header, and makes both durable. */
export function writeSums(database: string, sums: ReadonlyMap<number, number>, header: SumsHeader): void {
  const file = openSums(database, 'r+') ?? openSync(sumsFile(database), 'w+');
  try {
    for (const { from, bytes } of runsOf(sums)) writeSync(file, bytes, 0, bytes.length, HEADER_BYTES + (from - 1) * ENTRY_BYTES);
    ftruncateSync(file, HEADER_BYTES + header.pages * ENTRY_BYTES); // what the database gave back is not known any more when it grows again
    writeSync(file, bytesOf(header), 0, CLOSED_AT, 0);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Whether a mismatch is damage for sure: while the database is open to write, another program may have folded its log in. */
export function markClosed(database: string, closed: boolean): void {
  const file = openSums(database, 'r+');
  if (file === null) return;
  try {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(closed ? CLOSED : 0);
    writeSync(file, bytes, 0, 4, CLOSED_AT);
  } finally {
    closeSync(file);
  }
}

export function removeSums(database: string): void {
  rmSync(sumsFile(database), { force: true });
}

const checkOf = (sum: number, page: number): number => (~sum ^ page) >>> 0;

function headerIn(bytes: Buffer): SumsHeader | null {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  if (bytes.readUInt32LE(24) !== crc32(bytes.subarray(0, 24))) return null;
  return {
    pageSize: bytes.readUInt32LE(8),
    pages: bytes.readUInt32LE(12),
    generation: bytes.readUInt32LE(16),
    complete: bytes.readUInt32LE(20) === 1,
  };
}

function bytesOf({ pageSize, pages, generation, complete }: SumsHeader): Buffer {
  const bytes = Buffer.alloc(CLOSED_AT);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(pageSize, 8);
  bytes.writeUInt32LE(pages, 12);
  bytes.writeUInt32LE(generation >>> 0, 16);
  bytes.writeUInt32LE(complete ? 1 : 0, 20);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 24)), 24);
  return bytes;
}

/** Pages that stand beside each other go to the file together. */
function* runsOf(sums: ReadonlyMap<number, number>): Generator<{ from: number; bytes: Buffer }> {
  const pages = Uint32Array.from(sums.keys()).sort();
  for (let start = 0; start < pages.length; ) {
    const from = pages[start] as number;
    let end = start + 1;
    while (pages[end] === from + end - start) end++;
    const bytes = Buffer.alloc((end - start) * ENTRY_BYTES);
    for (let page = from; page < from + end - start; page++) {
      const sum = sums.get(page) as number;
      bytes.writeUInt32LE(sum, (page - from) * ENTRY_BYTES);
      bytes.writeUInt32LE(checkOf(sum, page), (page - from) * ENTRY_BYTES + 4);
    }
    yield { from, bytes };
    start = end;
  }
}

function openSums(database: string, flags: 'r' | 'r+'): number | null {
  try {
    return openSync(sumsFile(database), flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
