/** An import from its definition to its end, on the embedded back end: what `winnow import` calls. */
import { openWorkspace } from '../backends/index.js';
import { type ImportArchiveOptions, type ImportCounts, importArchive } from '../crawl/index.js';
import { compiledUrl } from '../model/index.js';
import { workspaceOptions } from './workspace-options.js';

export interface ImportRunOptions extends Omit<ImportArchiveOptions, 'workspace' | 'readerThread'> {
  /** Folder of the workspace. */
  readonly workspace: string;
}

export async function runImport(options: ImportRunOptions): Promise<ImportCounts> {
  const workspace = openWorkspace(workspaceOptions(options.definition, options.workspace, null));
  try {
    return await importArchive({ ...options, workspace, readerThread: compiledUrl(import.meta.url, './reader-thread.js') });
  } finally {
    await workspace.close();
  }
}
