/**
 * The cache of the original: what was fetched as plain files under host and path. A view of the archive, made when a run
 * has ended; the bytes are kept once, there, and a copy whose source is gone from it is taken away.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeWhole } from '../../../platform/index.js';
import type { MapPlace, Repository, WithReading, WorkspaceReading } from '../../../store/index.js';
import { mapAccess } from '../../exports/index.js';
import { type CachedCopy, readCopies, writeCopies } from './cache-index.js';
import { CachePaths } from './cache-paths.js';

export interface SavedCache {
  /** Copies there are now, and how many of them were written by this call. */
  readonly copies: number;
  readonly written: number;
}

export interface CacheOptions {
  readonly reading: WithReading;
  readonly onRemark?: (remark: string) => void;
}

export function saveCache(workspace: string, folder: string, { reading, onRemark = () => {} }: CacheOptions): Promise<SavedCache> {
  return reading(workspace, async (opened) => {
    const before = await readCopies(workspace);
    const { copies, written } = await copyAll(opened, workspace, resolve(folder), before, onRemark);
    await removeOthers(before, copies);
    await writeCopies(workspace, copies);
    return { copies: copies.size, written };
  });
}

/** Takes away copies of what the archive does not hold any more. */
export async function pruneCache(workspace: string, reading: WithReading): Promise<void> {
  const before = await readCopies(workspace);
  if (before.size === 0) return;
  await reading(workspace, async ({ repository }) => {
    const held = new Set([...heldIn(repository)].map(({ url }) => url));
    const kept = new Map([...before].filter(([url]) => held.has(url)));
    await removeOthers(before, kept);
    await writeCopies(workspace, kept);
  });
}

async function copyAll(
  opened: WorkspaceReading,
  workspace: string,
  folder: string,
  before: ReadonlyMap<string, CachedCopy>,
  onRemark: (remark: string) => void,
): Promise<{ copies: Map<string, CachedCopy>; written: number }> {
  const { bytesAt } = mapAccess(opened);
  const paths = new CachePaths();
  const copies = new Map<string, CachedCopy>();
  let written = 0;
  for (const { url, place } of heldIn(opened.repository)) {
    const copy = { path: join(folder, paths.pathFor(url)), from: `${place.file} ${place.offset}` };
    const old = before.get(url);
    if (old?.path !== copy.path || old.from !== copy.from || !(await isThere(copy.path))) {
      if (!(await write(bytesAt(place), copy.path, url, onRemark))) continue;
      written++;
    }
    copies.set(url, copy);
  }
  return { copies, written };
}

function* heldIn({ webMap }: Repository): Generator<{ url: string; place: MapPlace }> {
  for (const { kind, state, bytes, url, place } of webMap.resources())
    if (kind === 'page' && state === 'done' && bytes > 0 && place !== null) yield { url, place };
}

/** Appears whole or not at all. False when the archive cannot give it; a disk that is full concerns all of them. */
async function write(bytes: AsyncIterable<Uint8Array>, path: string, url: string, onRemark: (remark: string) => void): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeWhole(path, (draft) => pipeline(bytes, createWriteStream(draft, { flags: 'wx' })));
    return true;
  } catch (error) {
    if (['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    onRemark(`${url} could not be copied to ${path}: ${(error as Error).message}`);
    return false;
  }
}

async function removeOthers(before: ReadonlyMap<string, CachedCopy>, now: ReadonlyMap<string, CachedCopy>): Promise<void> {
  const kept = new Set([...now.values()].map(({ path }) => path));
  for (const { path } of before.values()) if (!kept.has(path)) await rm(path, { force: true });
}

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isFile() ?? false;
