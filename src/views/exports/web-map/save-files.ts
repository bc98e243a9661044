/**
 * Saves images and files of a crawl as plain files, out of the archive.
 *
 * A file appears whole or not at all. One that is there already and holds the same is left alone, so saving again costs
 * little; one that holds something else is never overwritten: the new one gets a further name.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { markedName } from '../../../model/index.js';
import { draftBeside } from '../../../platform/index.js';
import type { MapPlace, MapResource, WebMapRows } from '../../../store/index.js';
import { PathBook } from './path-book.js';
import { type ChosenFile, type FileChoice, fileChooser } from './saved-files.js';

/** The plain bytes of an archived answer, content coding undone. */
export type BytesAt = (place: MapPlace) => AsyncIterable<Uint8Array>;

export interface SaveOptions extends FileChoice {
  /** The folder that `files/` is made in. */
  readonly folder: string;
  readonly bytesAt: BytesAt;
  readonly onProgress?: (saved: SavedCounts) => void;
  /** Told in a sentence what could not be saved. */
  readonly onTrouble?: (sentence: string) => void;
}

export interface SavedCounts {
  /** By type; images as `image`. */
  readonly files: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** There already, with the same content. */
  readonly unchanged: number;
  readonly failed: number;
}

export async function saveFiles(map: WebMapRows, options: SaveOptions): Promise<SavedCounts> {
  const book = new PathBook();
  const counts = { files: {} as Record<string, number>, bytes: 0, unchanged: 0, failed: 0 };
  try {
    const choose = fileChooser(options, book);
    for (const resource of map.resources()) {
      const chosen = choose(resource);
      if (!chosen) continue;
      await saveOne(resource, chosen, options, counts);
      options.onProgress?.(counts);
    }
    return counts;
  } finally {
    book.close();
  }
}

type Counting = { -readonly [K in keyof SavedCounts]: SavedCounts[K] } & { files: Record<string, number> };

async function saveOne(
  resource: MapResource,
  chosen: ChosenFile,
  { folder, bytesAt, onTrouble }: SaveOptions,
  counts: Counting,
): Promise<void> {
  try {
    const saved = await saveBytes(bytesAt(resource.place as MapPlace), folder, chosen.path);
    counts.files[chosen.kind] = (counts.files[chosen.kind] ?? 0) + 1;
    if (saved.isNew) counts.bytes += saved.bytes;
    else counts.unchanged++;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    counts.failed++;
    onTrouble?.(`${resource.url} could not be saved: ${(error as Error).message}`);
  }
}

/** Trouble with one record of the archive; a full disk or a folder nobody may write to concerns all files. */
const isUnreadable = (error: unknown): boolean =>
  !['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Writes beside its place first. Returns where it ended up. */
export async function saveBytes(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  path: string,
): Promise<{ path: string; bytes: number; isNew: boolean }> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  const draft = draftBeside(target);
  try {
    const { size, digest } = await writeTo(draft, bytes);
    const free = await placeFor(folder, path, size, digest);
    if (free.isNew) await rename(draft, join(folder, free.path));
    else await rm(draft);
    return { ...free, bytes: size };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeTo(file: string, bytes: AsyncIterable<Uint8Array>): Promise<{ size: number; digest: string }> {
  const out = createWriteStream(file, { flags: 'wx' });
  const sum = createHash('sha256');
  let size = 0;
  const ended = once(out, 'close');
  ended.catch(() => undefined); // heard below
  try {
    for await (const piece of bytes) {
      sum.update(piece);
      size += piece.length;
      if (!out.write(piece)) await Promise.race([once(out, 'drain'), ended]);
    }
  } finally {
    out.end();
  }
  await ended;
  return { size, digest: sum.digest('hex') };
}

/** What lies there under that name and is something else stays; the new one is told apart by its content. */
async function placeFor(folder: string, path: string, size: number, digest: string): Promise<{ path: string; isNew: boolean }> {
  const other = `${dirname(path)}/${markedName(basename(path), digest.slice(0, 12))}`;
  for (const tried of [path, other]) {
    const there = await stat(join(folder, tried)).catch(() => null);
    if (!there) return { path: tried, isNew: true };
    if (there.isFile() && there.size === size && (await digestOf(join(folder, tried))) === digest) return { path: tried, isNew: false };
  }
  throw new Error(`${path} and ${other} are there already and hold something else`);
}

async function digestOf(file: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(file)) sum.update(piece as Buffer);
  return sum.digest('hex');
}
