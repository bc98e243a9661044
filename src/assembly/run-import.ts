/** An import from its definition to its end, on the embedded back end: what `winnow import` calls. */
import { join } from 'node:path';
import { indexBeside, indexCompanion } from '../follow/search/index.js';
import { compiledUrl } from '../platform/index.js';
import { type ImportArchiveOptions, type ImportCounts, importArchive } from '../run/crawl/index.js';
import { accompanied } from '../run/lifecycle/index.js';
import { indexArchive } from '../views/exports/index.js';
import { openWorkspace } from './open-workspace.js';
import { INDEXING } from './search/indexing.js';

export interface ImportRunOptions extends Omit<ImportArchiveOptions, 'workspace' | 'readerThread'> {
  /** Folder of the workspace. */
  readonly workspace: string;
}

/** How long it is waited for the search index; what is left is indexed next time. */
const INDEX_MS = 60_000;

export async function runImport(options: ImportRunOptions): Promise<ImportCounts> {
  const { definition } = options;
  const workspace = await openWorkspace(options.workspace, { definition, turns: null });
  const search = () => indexCompanion(() => indexBeside(workspace.folder, () => {}, INDEXING), INDEX_MS);
  try {
    const { counts } = await accompanied(definition.search.index ? [search] : [], async (begun) => {
      begun();
      const counts = await importArchive({ ...options, workspace, readerThread: compiledUrl(import.meta.url, './reader-thread.js') });
      await indexArchive(workspace.repository.streams, join(workspace.folder, 'archive'));
      return { state: 'finished', counts };
    });
    return counts;
  } finally {
    await workspace.close();
  }
}
