/**
 * Compares a database with its sums, page by page, also while somebody is writing it.
 *
 * A page that does not fit is looked at again until nothing has moved between two looks: a writer takes sums, folds its
 * log and begins it anew while we read.
 */
import { existsSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { loggedPages } from './log-file.js';
import { openRaw, pagesOf, type RawFile } from './raw-file.js';
import { readSums, readSumsHeader, type Sums, type SumsHeader, sumsFile, writeSums } from './sums-file.js';

export interface Damaged {
  readonly file: string;
  /** Pages whose content is not what was written; empty when the file of sums itself is damaged. */
  readonly pages: readonly number[];
  readonly pageSize: number;
  /** Pages behind the end of the file. */
  readonly missing: number;
}

export interface VerifyOptions {
  /** Bytes to read at most; beyond, a part of the database that differs from time to time is looked at. */
  readonly most?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

const LOOKS = 50;
const BETWEEN_LOOKS_MS = 20;
const PROGRESS_PAGES = 4096;

/** Null: nothing is wrong, or nothing is known because there are no sums. */
export function findDamage(database: string, options: VerifyOptions = {}): Damaged | null {
  let sums = readSums(database);
  let suspects = sums && sums !== 'damaged' ? suspectsIn(database, sums, options) : [];
  for (let look = 0; look < LOOKS && (sums === 'damaged' || suspects.length); look++) {
    const before = momentOf(database);
    sums = readSums(database);
    if (sums === null) return null;
    if (sums !== 'damaged') suspects = stillWrong(database, sums, suspects);
    if (momentOf(database) === before) break;
    sleep(BETWEEN_LOOKS_MS);
  }
  if (sums === 'damaged') return { file: sumsFile(database), pages: [], pageSize: 0, missing: 0 };
  return sums && suspects.length ? verdict(database, sums, suspects) : null;
}

/** Whether a database that was left open was brought to its end by another program, whose pages nobody took sums of. */
const isStrangers = (database: string, sums: Sums): boolean => !sums.closed && !existsSync(`${database}-wal`);

function verdict(database: string, sums: Sums, suspects: readonly number[]): Damaged | null {
  const own = suspects.filter((page) => sums.of(page) !== 'damaged');
  const { pageSize } = sums.header;
  if (own.length === 0) return { file: sumsFile(database), pages: [], pageSize: 0, missing: 0 };
  const there = Math.floor(openRaw(database).size / pageSize);
  const missing = own.filter((page) => page > there).length;
  if (missing === 0 && isStrangers(database, sums)) return null;
  return { file: database, pages: own, pageSize, missing };
}

/** Changes when a writer did something that a look could have met halfway. */
const momentOf = (database: string): string =>
  `${readSumsHeader(database)?.generation ?? 'none'} ${loggedPages(database).header?.salts ?? 'none'}`;

function suspectsIn(database: string, sums: Sums, { most = Number.POSITIVE_INFINITY, onProgress }: VerifyOptions): number[] {
  const { pages, pageSize } = sums.header;
  const file = openRaw(database);
  const [first, last] = partOf(pages, Math.max(1, Math.floor(most / pageSize)));
  const wrong = [...wrongAmong(file, sums, first, last, onProgress)];
  const there = Math.floor(file.size / pageSize);
  for (let page = Math.max(there + 1, 1); page <= pages; page++) if (page < first || page > last) wrong.push(page);
  if (first > 1) wrong.push(...wrongAmong(file, sums, 1, 1));
  return wrong;
}

/** All of it, or as much as there is time for, at a place that chance chooses. */
function partOf(pages: number, most: number): [first: number, last: number] {
  if (pages <= most) return [1, pages];
  const first = 1 + Math.floor(Math.random() * (pages - most + 1));
  return [first, first + most - 1];
}

function* wrongAmong(file: RawFile, sums: Sums, first: number, last: number, onProgress?: VerifyOptions['onProgress']): Generator<number> {
  let next = first;
  for (const [page, content] of pagesOf(file, sums.header.pageSize, first, last)) {
    const sum = sums.of(page);
    if (sum !== 'unknown' && sum !== crc32(content)) yield page;
    next = page + 1;
    if (page % PROGRESS_PAGES === 0) onProgress?.(page, last);
  }
  for (; next <= last; next++) yield next;
}

function stillWrong(database: string, sums: Sums, suspects: readonly number[]): number[] {
  const { pages } = loggedPages(database);
  const file = openRaw(database);
  const content = Buffer.allocUnsafe(sums.header.pageSize);
  return suspects.filter((page) => {
    if (pages.has(page) || page > sums.header.pages) return false;
    const sum = sums.of(page);
    if (file.read(content, (page - 1) * content.length) < content.length) return true;
    return sum !== 'unknown' && sum !== crc32(content);
  });
}

/**
 * A process died, or a thread was ended, and somebody folded its log in without taking sums: what does not fit is taken as it
 * is, since nobody can tell. To be called before a connection that writes is opened, which makes a log again.
 */
export function takeStrangersPages(database: string): void {
  const sums = readSums(database);
  if (!sums || sums === 'damaged' || !isStrangers(database, sums) || !existsSync(database)) return;
  const file = openRaw(database);
  if (file.size < sums.header.pages * sums.header.pageSize) return; // that is damage, whoever did it
  const taken = new Map<number, number>();
  const pages = Math.floor(file.size / sums.header.pageSize);
  for (const [page, content] of pagesOf(file, sums.header.pageSize, 1, pages)) {
    const sum = crc32(content);
    if (page > sums.header.pages || sums.of(page) !== sum) taken.set(page, sum);
  }
  if (taken.size) writeSums(database, taken, { ...sums.header, pages, generation: sums.header.generation + 1 });
}

/**
 * Takes the sums of pages that have none yet or, with `all`, of every page as it is now. Only for the owner of the workspace.
 * Pages in the log get theirs when they leave it.
 */
export function completeSums(database: string, { all = false }: { all?: boolean } = {}): void {
  const before = all ? null : readSums(database);
  if (before !== 'damaged' && before?.header.complete) return;
  const known = before === 'damaged' ? null : before;
  const file = openRaw(database);
  const pageSize = known?.header.pageSize ?? pageSizeOf(file);
  const pages = known?.header.pages ?? Math.floor(file.size / pageSize);
  const sums = new Map<number, number>();
  for (const [page, content] of pagesOf(file, pageSize, 1, pages))
    if (!known || known.of(page) === 'unknown') sums.set(page, crc32(content));
  const header: SumsHeader = { pageSize, pages, generation: (known?.header.generation ?? 0) + 1, complete: true };
  writeSums(database, sums, header);
}

/** As the head of the database says. */
function pageSizeOf(file: RawFile): number {
  const head = Buffer.alloc(100);
  file.read(head, 0);
  const said = head.readUInt16BE(16);
  return said === 1 ? 65_536 : said || 4096;
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
