/**
 * CDXJ beside the WARC files, one index a file: what replay tools need to find a capture.
 *
 * Made from what the repository committed, so an index never names bytes that a crash may have left behind.
 */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CdxjEntry, writeCdxj } from '../../formats/warc/index.js';
import { inDraftFolder } from '../../platform/index.js';
import { type FetchRow, oneByOne, type Streams } from '../../store/index.js';

export interface ArchiveIndex {
  readonly file: string;
  readonly captures: number;
}

/** Writes `<file>.cdxj` for every WARC file in `folder`, whole or not at all. */
export async function indexArchive(streams: Pick<Streams, 'fetches'>, folder: string): Promise<ArchiveIndex[]> {
  const written: ArchiveIndex[] = [];
  await eachIndex(streams, async (file, entries) => {
    written.push({ file, captures: await writeCdxj(join(folder, file), entries) });
  });
  return written;
}

export interface IndexProblem {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly problem: string;
}

/**
 * Compares every index with what the repository would write now: the first line of each that differs. One that is not
 * there yet, or is older than its archive because a run was cut off, is no damage: the end of the next run writes it.
 */
export async function checkIndexes(streams: Pick<Streams, 'fetches'>, folder: string): Promise<IndexProblem[]> {
  const problems: IndexProblem[] = [];
  await inDraftFolder(join(tmpdir(), 'index'), (drafts) =>
    eachIndex(streams, async (file, entries) => {
      const expected = join(drafts, file);
      await writeCdxj(expected, entries);
      const found = isCurrent(join(folder, file)) ? await firstDifference(expected, join(folder, file)) : null;
      if (found) problems.push({ file, ...found });
      await rm(expected);
    }),
  );
  return problems;
}

function isCurrent(index: string): boolean {
  if (!existsSync(index)) return false;
  const archive = index.replace(/\.cdxj$/, '');
  return !existsSync(archive) || statSync(index).mtimeMs >= statSync(archive).mtimeMs;
}

async function firstDifference(expected: string, there: string): Promise<Omit<IndexProblem, 'file'> | null> {
  const [wanted, found] = [linesIn(expected), linesIn(there)];
  try {
    for (let line = 1; ; line++) {
      const [one, other] = [await wanted.next(), await found.next()];
      if (one.done && other.done) return null;
      if (other.done) return { line, problem: 'the file ends before this line' };
      if (one.done) return { line, problem: 'the repository knows nothing of this line' };
      if (one.value !== other.value) return { line, problem: 'the line is not what the repository would write' };
    }
  } finally {
    await wanted.return(undefined);
    await found.return(undefined);
  }
}

/** With their line feeds, byte by byte: nothing may be lost in reading. */
async function* linesIn(path: string): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const piece of createReadStream(path, 'latin1')) {
    const lines = `${rest}${piece as string}`.split(/(?<=\n)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

type UseIndex = (file: string, entries: AsyncIterable<CdxjEntry>) => Promise<void>;

const COLUMNS = ['id', 'url', 'startedAt', 'status', 'type', 'payloadDigest', 'revisit', 'segment', 'offset', 'size'] as const;
type Archived = Pick<FetchRow, (typeof COLUMNS)[number]>;

async function eachIndex({ fetches }: Pick<Streams, 'fetches'>, use: UseIndex): Promise<void> {
  const records = oneByOne(fetches.each({ where: { archived: true }, columns: COLUMNS }));
  // Records come in the order they were appended, so each file's stand together and one pass will do.
  let next = await records.next();
  async function* ofFile(file: string): AsyncGenerator<CdxjEntry> {
    for (; !next.done && next.value.segment === file; next = await records.next()) yield entryOf(next.value);
  }
  try {
    while (!next.done) {
      const file = next.value.segment ?? '';
      await use(`${file}.cdxj`, ofFile(file));
    }
  } finally {
    await records.return();
  }
}

/** `unk` is what replay tools write for an unknown type. */
function entryOf({ url, startedAt, status, type, payloadDigest, revisit, segment, offset, size }: Archived): CdxjEntry {
  return {
    url,
    startedAt,
    status,
    mime: revisit ? 'warc/revisit' : (type ?? 'unk'),
    digest: payloadDigest,
    offset: offset ?? 0,
    length: size ?? 0,
    filename: segment ?? '',
  };
}
