/**
 * Writes WARC files anew without some of their records.
 *
 * The records of one fetch stand together and begin with the one its row names, so what lies between two rows of a file
 * is one set. Sets that stay are copied byte by byte: a gzip member holds nothing of its neighbours. The new file has a
 * name of its own; which of the two counts is for the transaction to say. A file of which nothing stays is not written.
 */
import { closeSync, existsSync, fsyncSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveError, renamedWarcinfo } from '../../../formats/warc/index.js';
import { lengthOf } from '../../../model/index.js';
import { appendBytes, syncFolder } from '../archive/index.js';
import type { Sqlite } from '../database.js';
import { failpoint } from '../failpoint.js';

export interface Rewritten {
  readonly file: string;
  /** Null when nothing of it stays. */
  readonly now: { readonly file: string; readonly length: number } | null;
}

/** What has to be copied and where it goes. */
export interface Rewriting {
  readonly file: string;
  readonly length: number;
  /** Null when nothing of it stays. */
  readonly into: string | null;
}

/** Prepares the temporary tables from `removed` (column `fetch`), and tells which files are to be written anew. */
export function planRewriting(db: Sqlite, archive: string): Rewriting[] {
  db.exec(SPANS);
  const files = db.prepare(FILES).all() as { file: string; length: number; kept: number }[];
  const taken = new Set<string>();
  return files.map(({ file, length, kept }) => ({ file, length, into: kept > 0 ? freeName(archive, file, taken) : null }));
}

/** Bytes that the new files will take, at most. */
export const roomFor = (rewriting: readonly Rewriting[]): number =>
  rewriting.reduce((sum, { length, into }) => sum + (into === null ? 0 : length), 0);

export async function rewriteFile(db: Sqlite, archive: string, { file, length, into }: Rewriting): Promise<Rewritten> {
  if (into === null) return { file, now: null };
  const source = openSync(join(archive, file), 'r');
  const target = openSync(join(archive, into), 'wx', 0o644);
  try {
    const head = await renamedWarcinfo(join(archive, file), into);
    appendBytes(target, 0, head);
    const copy = new Copy(source, target, lengthOf(head), file);
    const placed = db.prepare('INSERT INTO temp.placed (fetch, file, offset) VALUES (?, ?, ?)');
    for (const span of spansOf(db, file)) {
      placed.run(span.fetch, into, copy.written);
      await copy.take(span.offset, span.next ?? length);
    }
    fsyncSync(target);
    failpoint('takedown-copied');
    return { file, now: { file: into, length: copy.written } };
  } finally {
    closeSync(source);
    closeSync(target);
    syncFolder(archive);
  }
}

/** Makes the rows name the new files. To be called inside the transaction that also wipes what was removed. */
export function commitRewriting(db: Sqlite, rewritten: readonly Rewritten[]): void {
  db.exec(`UPDATE fetch SET warc = p.file, offset = p.offset FROM temp.placed p WHERE p.fetch = fetch.id`);
  db.exec('UPDATE fetch SET warc = NULL, offset = NULL, size = NULL WHERE id IN (SELECT fetch FROM temp.removed)');
  const remove = db.prepare('DELETE FROM warc WHERE file = ?');
  const add = db.prepare('INSERT INTO warc (file, length, closed) VALUES (?, ?, 1)');
  for (const { file, now } of rewritten) {
    remove.run(file);
    if (now) add.run(now.file, now.length);
  }
}

interface Span {
  readonly fetch: number;
  readonly offset: number;
  readonly next: number | null;
}

/** In slices: the statement that writes places must not wait for one that reads. */
function* spansOf(db: Sqlite, file: string): Generator<Span> {
  const select = db.prepare(
    'SELECT fetch, offset, next FROM temp.span WHERE file = ? AND offset > ? AND NOT removed ORDER BY offset LIMIT 1000',
  );
  for (let after = -1; ; ) {
    const rows = select.all(file, after) as Span[];
    yield* rows;
    if (rows.length === 0) return;
    after = rows.at(-1)?.offset ?? 0;
  }
}

const PIECE = 1 << 20;

class Copy {
  readonly #piece = Buffer.allocUnsafeSlow(PIECE);

  constructor(
    private readonly source: number,
    private readonly target: number,
    public written: number,
    private readonly file: string,
  ) {}

  async take(from: number, to: number): Promise<void> {
    for (let at = from; at < to; ) {
      const count = readSync(this.source, this.#piece, 0, Math.min(PIECE, to - at), at);
      if (count === 0) throw new ArchiveError('ARCHIVE_READ_FAILED', this.file, `it ends at ${at}, before its committed length`);
      appendBytes(this.target, this.written, this.#piece.subarray(0, count));
      this.written += count;
      at += count;
    }
    if (this.written % (64 * PIECE) < PIECE) await new Promise(setImmediate); // a sign of life is given by a timer
  }
}

/** The same name with another number, so that it is known for one of ours. */
function freeName(archive: string, file: string, taken: Set<string>): string {
  const [, start = 'winnow-00000000000000-', digits = '0'] = /^(.*-\d{14}-)(\d{5,})\.warc\.gz$/.exec(file) ?? [];
  for (let number = Number(digits) + 1; ; number += 1) {
    const name = `${start}${String(number).padStart(5, '0')}.warc.gz`;
    if (taken.has(name) || existsSync(join(archive, name))) continue;
    taken.add(name);
    return name;
  }
}

const SPANS = `
DROP TABLE IF EXISTS temp.span; DROP TABLE IF EXISTS temp.placed;
CREATE TEMP TABLE placed (fetch INTEGER PRIMARY KEY, file TEXT NOT NULL, offset INTEGER NOT NULL);
CREATE TEMP TABLE span AS
  SELECT id AS fetch, warc AS file, offset, lead(offset) OVER (PARTITION BY warc ORDER BY offset) AS next,
    id IN (SELECT fetch FROM temp.removed) AS removed
  FROM fetch WHERE warc IN (SELECT f.warc FROM temp.removed x JOIN fetch f ON f.id = x.fetch WHERE f.warc IS NOT NULL);
CREATE INDEX temp.span_by_place ON span (file, offset);`;

const FILES = `SELECT s.file, w.length, sum(NOT s.removed) AS kept FROM temp.span s JOIN warc w ON w.file = s.file GROUP BY s.file ORDER BY s.file`;
