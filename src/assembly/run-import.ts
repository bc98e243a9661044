/** An import from its definition to its end, on the embedded back end: what `winnow import` calls. */
import { join } from 'node:path';
import { compiledUrl } from '../platform/index.js';
import { type ImportArchiveOptions, type ImportCounts, importArchive } from '../run/crawl/index.js';
import { indexArchive } from '../views/exports/index.js';
import { openWorkspace } from './open-workspace.js';
import { indexBeside } from './search/index-beside.js';

export interface ImportRunOptions extends Omit<ImportArchiveOptions, 'workspace' | 'readerThread'> {
  /** Folder of the workspace. */
  readonly workspace: string;
}

/** How long it is waited for the search index; what is left is indexed next time. */
const INDEX_MS = 60_000;

export async function runImport(options: ImportRunOptions): Promise<ImportCounts> {
  const workspace = await openWorkspace(options.workspace, { definition: options.definition, turns: null });
  const indexing = options.definition.search.index ? indexBeside(workspace.folder, () => {}) : null;
  try {
    const counts = await importArchive({ ...options, workspace, readerThread: compiledUrl(import.meta.url, './reader-thread.js') });
    await indexArchive(workspace.repository.streams, join(workspace.folder, 'archive'));
    return counts;
  } finally {
    await indexing?.finish(INDEX_MS);
    await workspace.close();
  }
}
