/**
 * CDXJ: the sorted index replay tools look captures up in. One line per capture:
 * `<surt> <timestamp> {"url":…,"mime":…,"status":…,"digest":…,"length":…,"offset":…,"filename":…}`.
 *
 * Made from what the repository committed, never by reading the archive again. Sorted by bytes, as `LC_ALL=C sort`
 * does, in runs on disk, so an index of any size fits in memory.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { surtOf } from '../../model/index.js';
import { inDraftFolder } from '../../platform/index.js';

export interface CdxjEntry {
  readonly url: string;
  readonly startedAt: number;
  readonly status: number;
  /** Media type of the payload; `warc/revisit` for revisits. */
  readonly mime: string;
  /** `sha256:<hex>`; null when the capture has no payload. */
  readonly digest: string | null;
  readonly length: number;
  readonly offset: number;
  readonly filename: string;
}

/** One line without its line feed. Numbers are strings, as pywb writes them. */
export function cdxjLine(entry: CdxjEntry): string {
  const timestamp = new Date(entry.startedAt).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  const fields = {
    url: entry.url,
    mime: entry.mime,
    status: String(entry.status),
    digest: entry.digest ?? undefined,
    length: String(entry.length),
    offset: String(entry.offset),
    filename: entry.filename,
  };
  return `${surtOf(entry.url)} ${timestamp} ${JSON.stringify(fields)}`;
}

/** Lines sorted in memory at once; some 20 MB of them, since a crawl has its own needs when it comes to this. */
const RUN = 50_000;

/** Writes the index whole or not at all, and returns its number of lines. */
export function writeCdxj(path: string, entries: Iterable<CdxjEntry> | AsyncIterable<CdxjEntry>, run: number = RUN): Promise<number> {
  return inDraftFolder(path, async (folder) => {
    const { runs, last, count } = await sortedRuns(entries, folder, run);
    const whole = join(folder, 'whole');
    await writeLines(whole, merged([...runs.map(linesOf), fromMemory(last)]));
    await rename(whole, path);
    return count;
  });
}

interface Runs {
  runs: string[];
  /** The last run stays in memory; for most crawls it is the only one. */
  last: string[];
  count: number;
}

async function sortedRuns(entries: Iterable<CdxjEntry> | AsyncIterable<CdxjEntry>, folder: string, run: number): Promise<Runs> {
  const runs: string[] = [];
  let lines: string[] = [];
  let count = 0;
  for await (const entry of entries) {
    lines.push(cdxjLine(entry));
    count += 1;
    if (lines.length < run) continue;
    const path = join(folder, `run-${runs.length}`);
    await writeLines(path, fromMemory(lines.sort(byBytes)));
    runs.push(path);
    lines = [];
  }
  return { runs, last: lines.sort(byBytes), count };
}

/** UTF-16 order and byte order differ beyond the basic plane only, which is worth the slow path when it occurs. */
function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  return BEYOND.test(a) || BEYOND.test(b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : a < b ? -1 : 1;
}

const BEYOND = /[\ud800-\udfff\ue000-\uffff]/;

async function* fromMemory(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

async function* merged(sources: readonly AsyncGenerator<string>[]): AsyncGenerator<string> {
  const heads: { line: string; source: AsyncGenerator<string> }[] = [];
  for (const source of sources) {
    const first = await source.next();
    if (!first.done) heads.push({ line: first.value, source });
  }
  while (heads.length > 0) {
    const least = heads.reduce((best, head) => (byBytes(head.line, best.line) < 0 ? head : best));
    yield least.line;
    const next = await least.source.next();
    if (next.done) heads.splice(heads.indexOf(least), 1);
    else least.line = next.value;
  }
}

async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(inBlocks(lines)), createWriteStream(path));
}

/** A write per line would cost more than the sorting. */
async function* inBlocks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const line of lines) {
    block += `${line}\n`;
    if (block.length < 1 << 16) continue;
    yield block;
    block = '';
  }
  if (block) yield block;
}
