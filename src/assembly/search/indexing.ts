/** Indexing of workspaces, in a thread or in this one. */
import { workspaceSigns } from '../../backends/index.js';
import { type IndexingParts, type IndexKeeper, indexKeeper as keeperWith } from '../../follow/search/index.js';
import { compiledUrl } from '../../platform/index.js';

export const INDEXING: IndexingParts = {
  thread: compiledUrl(import.meta.url, './index-thread.js'),
  databaseBytes: (folder) => workspaceSigns.databaseBytes(folder),
  // Loaded when it comes to that: most crawls need none of it.
  catchUp: async (folder) => (await import('./catch-up.js')).catchUp(folder, { attempts: 2 }),
};

export const indexKeeper = (onRemark: (remark: string) => void): IndexKeeper => keeperWith(onRemark, INDEXING);
