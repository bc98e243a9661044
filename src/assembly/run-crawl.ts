/** One crawl from a loaded definition to its end, on the embedded back end: what `winnow crawl` and `npm start` call. */
import { join } from 'node:path';
import { type EmbeddedOptions, openWorkspace } from '../backends/index.js';
import { type ControlServer, serveControl } from '../control/index.js';
import { type CrawlEnd, type CrawlOptions, crawl } from '../crawl/index.js';
import type { Definition } from '../definition/index.js';
import { indexArchive } from '../deliver/index.js';
import { compiledUrl } from '../model/index.js';
import { crawlClock, MachineRegister, type Turns } from '../politeness/index.js';
import type { Workspace } from '../store/index.js';
import { loadRegistry } from './registry.js';
import { workspaceOptions } from './workspace-options.js';

export interface RunOptions extends Pick<CrawlOptions, 'stop' | 'abort' | 'onStart' | 'onDrop' | 'onProgress' | 'progressMs'> {
  readonly definition: Definition;
  /** Folder the definition's paths are relative to. */
  readonly folder: string;
  /** Folder of the workspace. */
  readonly workspace: string;
  /** Folder where the crawls of this machine agree on whose turn it is: see stateFolder. */
  readonly state: string;
  /** Told in a sentence what was found and mended. */
  readonly onRemark?: (remark: string) => void;
}

export async function runCrawl(options: RunOptions): Promise<CrawlEnd> {
  const { definition, folder, onRemark = () => {} } = options;
  const registry = await loadRegistry(definition.plugins, folder);
  const turns = new MachineRegister({ folder: options.state, onRemark });
  const workspace = openWithRemarks(workspaceOptions(definition, options.workspace, turns), turns, onRemark);
  let server: Promise<ControlServer> | null = null;
  try {
    const onStart: CrawlOptions['onStart'] = (start) => {
      server = serveControl(workspace.folder, start.control);
      server.catch((error: Error) => onRemark(`This crawl cannot be changed while it runs: ${error.message}`));
      options.onStart?.(start);
    };
    const readerThread = compiledUrl(import.meta.url, './reader-thread.js');
    const end = await crawl({ ...options, onStart, clock: crawlClock(), registry, workspace, readerThread });
    if (end.state !== 'paused') await indexArchive(workspace.repository, join(workspace.folder, 'archive'));
    return end;
  } finally {
    await closeControl(server);
    await workspace.close();
  }
}

function openWithRemarks(options: EmbeddedOptions, turns: Turns, onRemark: (remark: string) => void): Workspace {
  try {
    const workspace = openWorkspace({ ...options, owner: { onWait: onRemark } });
    for (const remark of workspace.remarks) onRemark(remark);
    return workspace;
  } catch (error) {
    turns.close(crawlClock()());
    throw error;
  }
}

async function closeControl(server: Promise<ControlServer> | null): Promise<void> {
  try {
    await (await server)?.close();
  } catch {
    // It never listened, which has been said.
  }
}
