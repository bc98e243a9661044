/** What a scutter leaves behind when a run has come to its end or was stopped: copies in its cache, its memory as a file. */
import type { Definition } from '../../definition/crawl/index.js';
import { type CacheOptions, saveCache } from './cache/save-cache.js';

/** Writes the memory of a workspace as RDF; the file is whole or as it was. */
export type WriteMemory = (workspace: string, file: string) => Promise<void>;

/** The cache first: the memory tells where the copies are. */
export async function leaveBehind(
  workspace: string,
  { scutter: { cache, memory } }: Definition,
  { writeMemory, reading, onRemark = () => {} }: CacheOptions & { readonly writeMemory: WriteMemory },
): Promise<void> {
  if (cache !== undefined)
    await attempt('The copies in the cache were not all made', () => saveCache(workspace, cache, { reading, onRemark }), onRemark);
  if (memory !== undefined) await attempt('The memory was not written', () => writeMemory(workspace, memory), onRemark);
}

async function attempt(otherwise: string, work: () => Promise<unknown>, onRemark: (remark: string) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    onRemark(`${otherwise}: ${(error as Error).message}`);
  }
}
