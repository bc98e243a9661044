/** Indexing of workspaces, in a thread or in this one. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type IndexingParts, type IndexKeeper, indexKeeper as keeperWith } from '../../follow/search/index.js';
import { compiledUrl } from '../../platform/index.js';

export const INDEXING: IndexingParts = {
  thread: compiledUrl(import.meta.url, './index-thread.js'),
  databaseBytes,
  // Loaded when it comes to that: most crawls need none of it.
  catchUp: async (folder) => (await import('./catch-up.js')).catchUp(folder, { attempts: 2 }),
};

export const indexKeeper = (onRemark: (remark: string) => void): IndexKeeper => keeperWith(onRemark, INDEXING);

function databaseBytes(folder: string): number {
  const sizeOf = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf('core.db') + sizeOf('core.db-wal');
}
