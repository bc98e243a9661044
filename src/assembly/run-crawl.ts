/** One crawl from a loaded definition to its end, on the embedded back end: what `winnow crawl` and `npm start` call. */
import { join } from 'node:path';
import { openWorkspace } from '../backends/index.js';
import { type CrawlEnd, type CrawlOptions, crawl } from '../crawl/index.js';
import type { Definition } from '../definition/index.js';
import { indexArchive } from '../deliver/index.js';
import { compiledUrl } from '../model/index.js';
import { loadRegistry } from './registry.js';
import { workspaceOptions } from './workspace-options.js';

export interface RunOptions extends Pick<CrawlOptions, 'stop' | 'abort' | 'onStart' | 'onProgress' | 'progressMs'> {
  readonly definition: Definition;
  /** Folder the definition's paths are relative to. */
  readonly folder: string;
  /** Folder of the workspace. */
  readonly workspace: string;
}

export async function runCrawl(options: RunOptions): Promise<CrawlEnd> {
  const { definition, folder } = options;
  const registry = await loadRegistry(definition.plugins, folder);
  const workspace = openWorkspace(workspaceOptions(definition, options.workspace));
  try {
    const end = await crawl({ ...options, registry, workspace, readerThread: compiledUrl(import.meta.url, './reader-thread.js') });
    await indexArchive(workspace.repository, join(workspace.folder, 'archive'));
    return end;
  } finally {
    await workspace.close();
  }
}
