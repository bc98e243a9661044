/**
 * What a finished crawl has come to, in a form that two crawls can be compared by: documents with everything read from
 * them, links, journal, and the response records by URL. And what must hold inside one workspace: one response record
 * for each fetch that has one, every pointer right, every file valid by warcio. The other reader is `winnow archive check`.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WARCParser } from 'warcio';
import { withCopy } from './snapshot.js';

export interface CrawlResult {
  /** Table → rows as JSON, sorted: what two crawls of the same web have in common. */
  readonly content: Readonly<Record<'documents' | 'journal' | 'fetches' | 'records', readonly string[]>>;
  /** What is wrong inside the workspace, in words. */
  readonly problems: readonly string[];
}

interface FetchRow {
  readonly url: string;
  readonly record: string | null;
  readonly warc: string | null;
  readonly offset: number;
  readonly size: number;
}

interface WarcRecord {
  readonly type: string;
  readonly id: string;
  readonly url: string;
  readonly digest: string;
}

/** Attempts that ended with the error `tolerated` are left out. */
export async function readResult(workspace: string, tolerated: string | null = null): Promise<CrawlResult> {
  const archive = join(workspace, 'archive');
  const { content, fetches, files, integrity, runs } = withCopy(workspace, (db) => readDatabase(db, tolerated));
  const present = existsSync(archive) ? readdirSync(archive).filter((name) => name.endsWith('.warc.gz')) : [];
  const records: WarcRecord[] = [];
  const problems = [...integrity, ...runs, ...fileProblems(archive, present, files)];
  for (const file of present.toSorted()) {
    const read = await readByWarcio(join(archive, file));
    records.push(...read.records);
    problems.push(...read.complaints);
  }
  problems.push(...recordProblems(fetches, records), ...fetches.flatMap((fetch) => pointerProblems(archive, fetch)));
  const responses = records.filter(({ type }) => isMain(type)).map(({ url, digest }) => JSON.stringify([url, digest]));
  return { content: { ...content, records: responses.toSorted() }, problems };
}

/** How the second differs from the first, in words; empty when they are the same. */
export function differences(expected: CrawlResult, actual: CrawlResult): string[] {
  return (['documents', 'journal', 'fetches', 'records'] as const).flatMap((kind) => {
    const [wanted, got] = [expected.content[kind], actual.content[kind]];
    const missing = missingFrom(wanted, got).map((row) => `${kind}: missing ${row.slice(0, 200)}`);
    const extra = missingFrom(got, wanted).map((row) => `${kind}: not in the uninterrupted crawl: ${row.slice(0, 200)}`);
    return [...missing, ...extra].slice(0, 5);
  });
}

/** Rows of `all` that are not in `among`, one for one: both are sorted. */
function missingFrom(all: readonly string[], among: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const row of among) left.set(row, (left.get(row) ?? 0) + 1);
  return all.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  });
}

type Db = Parameters<Parameters<typeof withCopy>[1]>[0];

function readDatabase(db: Db, tolerated: string | null) {
  const sorted = (sql: string, ...values: unknown[]) =>
    (
      db
        .prepare(sql)
        .raw()
        .all(...values) as unknown[][]
    )
      .map((row) => JSON.stringify(row))
      .toSorted();
  const integrity = db.pragma('integrity_check', { simple: true }) as string;
  const states = db.prepare('SELECT state FROM run ORDER BY id').pluck().all() as string[];
  return {
    content: {
      documents:
        sorted(`SELECT d.identifier, v.type, v.charset, v.title, v.language, v.md5, v.sha256, v.digests, v.text, v.metadata, v.links,
        v.directives, v.notes, v.score FROM document d JOIN version v ON v.id = d.version`),
      journal: sorted('SELECT j.operation, d.identifier, j.changed, j.reason FROM journal j JOIN document d ON d.id = j.document'),
      fetches: sorted(
        'SELECT url, method, status, type, length, location, error, payload_digest FROM fetch WHERE error IS NULL OR error IS NOT ?',
        tolerated,
      ),
    },
    fetches: db.prepare('SELECT url, record_id AS record, warc, offset, size FROM fetch').all() as FetchRow[],
    files: db.prepare('SELECT file, length FROM warc').all() as { file: string; length: number }[],
    integrity: integrity === 'ok' ? [] : [`the database is damaged: ${integrity}`],
    runs:
      states.length === 1 && states[0] === 'finished' ? [] : [`runs are ${states.join(', ') || 'none'} instead of one that is finished`],
  };
}

function fileProblems(archive: string, present: readonly string[], committed: readonly { file: string; length: number }[]): string[] {
  const names = new Set(committed.map(({ file }) => file));
  const unknown = present.filter((file) => !names.has(file)).map((file) => `${file} is in the archive, but not in the repository`);
  const wrong = committed.flatMap(({ file, length }) => {
    const size = statSync(join(archive, file), { throwIfNoEntry: false })?.size;
    return size === length ? [] : [`${file} has ${size ?? 'no'} bytes; committed are ${length}`];
  });
  return [...unknown, ...wrong];
}

const isMain = (type: string): boolean => type === 'response' || type === 'revisit' || type === 'resource';

function recordProblems(fetches: readonly FetchRow[], records: readonly WarcRecord[]): string[] {
  const ids = records.filter(({ type }) => isMain(type)).map(({ id }) => id);
  const named = fetches.flatMap(({ record }) => (record === null ? [] : [record]));
  return [
    ...missingFrom(ids, named).map((id) => `record ${id} belongs to no fetch, or to a fetch that has another`),
    ...missingFrom(named, ids).map((id) => `record ${id} of a fetch is not in the archive, or belongs to two fetches`),
  ];
}

/** The bytes a fetch points to are the record it names. */
function pointerProblems(archive: string, { url, record, warc, offset, size }: FetchRow): string[] {
  if (record === null || warc === null) return [];
  const bytes = Buffer.alloc(size);
  try {
    const descriptor = openSync(join(archive, warc), 'r');
    readSync(descriptor, bytes, 0, size, offset);
    closeSync(descriptor);
    const found = gunzipSync(bytes).subarray(0, 2000).toString('latin1').includes(record);
    return found ? [] : [`the fetch of ${url} points to another record than its own`];
  } catch (error) {
    return [`the fetch of ${url} points to nothing that can be read: ${(error as Error).message}`];
  }
}

/** Everything npm warcio makes of a file; what it has to complain about it writes to the console. */
async function readByWarcio(file: string): Promise<{ records: WarcRecord[]; complaints: string[] }> {
  const complaints: string[] = [];
  const { warn, error, log } = console;
  const complain = (...said: unknown[]) => void complaints.push(`${file}, by warcio: ${said.join(' ')}`);
  Object.assign(console, { warn: complain, error: complain, log: complain });
  const records: WarcRecord[] = [];
  try {
    for await (const record of new WARCParser([readFileSync(file)], { parseHttp: false })) {
      const block = await record.readFully(false);
      const id = record.warcHeader('WARC-Record-ID') ?? '';
      const digest = createHash('sha256').update(block).digest('hex');
      records.push({ type: record.warcType ?? '', id: id.replace(/^<|>$/g, ''), url: record.warcTargetURI ?? '', digest });
    }
  } catch (failure) {
    complaints.push(`${file}, by warcio: ${(failure as Error).message}`);
  } finally {
    Object.assign(console, { warn, error, log });
  }
  return { records, complaints };
}
