/**
 * The WARC files inside a WACZ, taken out to be read like any others.
 *
 * Those with a gzip member a record become one file, end to end: then a revisit finds its original though it stood in
 * another of them. The ZIP comes from anywhere, so its number of entries and what it grows to are bounded before and
 * while it is unpacked; names inside it are never used as paths.
 */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError } from './errors.js';

const MOST_ENTRIES = 100_000;
/** Archives are compressed already: what unpacks to more than this many times its size is no archive. */
const MOST_GROWTH = 50;

export const isWaczName = (path: string): boolean => /\.wacz$/i.test(path);

/** Unpacks into `folder`, which must exist, and returns the files to read. */
export async function unpackWacz(path: string, folder: string): Promise<string[]> {
  const zip = await openPromise(path, { strictFileNames: true, validateEntrySizes: true }).catch((error: Error) => {
    throw notAWacz(path, error.message, error);
  });
  try {
    return await takeOut(zip, path, folder);
  } catch (error) {
    throw error instanceof ArchiveError ? error : notAWacz(path, (error as Error).message, error);
  } finally {
    zip.close();
  }
}

async function takeOut(zip: ZipFile, path: string, folder: string): Promise<string[]> {
  if (zip.entryCount > MOST_ENTRIES) throw notAWacz(path, `it has ${zip.entryCount} entries`);
  let room = MOST_GROWTH * (await stat(path)).size;
  const joined = join(folder, 'joined.warc.gz');
  const files = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const kind = warcKind(entry);
    if (!kind) continue;
    room -= entry.uncompressedSize;
    if (room < 0) throw notAWacz(path, `its files unpack to more than ${MOST_GROWTH} times its size`);
    const target = kind === 'gzip' ? joined : join(folder, `${files.size}.warc`);
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'a' }));
    files.add(target);
  }
  if (files.size === 0) throw notAWacz(path, 'there is no WARC file in its folder archive/');
  return [...files];
}

function warcKind({ fileName }: Entry): 'gzip' | 'plain' | null {
  if (!/^archive\/[^/]+\.warc(?:\.gz)?$/i.test(fileName)) return null;
  return /\.gz$/i.test(fileName) ? 'gzip' : 'plain';
}

const notAWacz = (path: string, why: string, cause?: unknown): ArchiveError => new ArchiveError('ARCHIVE_NOT_A_WACZ', path, why, { cause });
