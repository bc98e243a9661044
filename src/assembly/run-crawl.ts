/** One crawl from a loaded definition to its end, on the embedded back end: what `winnow crawl` and `npm start` call. */
import { openWorkspace } from '../backends/index.js';
import { type CrawlEnd, type CrawlOptions, crawl, identifier } from '../crawl/index.js';
import type { Definition } from '../definition/index.js';
import { compiledUrl, domainOf } from '../model/index.js';
import { loadRegistry } from './registry.js';
import { SOFTWARE } from './version.js';

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
  const workspace = openWorkspace({
    folder: options.workspace,
    archive: archiveOptions(definition),
    frontier: frontierOptions(definition),
  });
  try {
    return await crawl({ ...options, registry, workspace, readerThread: compiledUrl(import.meta.url, './reader-thread.js') });
  } finally {
    await workspace.close();
  }
}

function frontierOptions({ politeness, fetch, urls }: Definition) {
  const { delay, perSite, perAddress, responseFactor } = politeness;
  return {
    pace: { delay, perSite, responseFactor, asked: false },
    perAddress,
    robots: fetch.robots === 'obey',
    domainOf,
    identify: (secret: Uint8Array) => {
      const identify = identifier(urls, secret);
      return (url: string) => identify(url)?.fingerprint ?? ([0, 0] as const);
    },
  };
}

function archiveOptions({ archive, name, fetch }: Definition) {
  const { prefix, rotate } = archive;
  return {
    prefix,
    rotate,
    warcinfo: { software: SOFTWARE, isPartOf: name, operator: fetch.contact ?? null, robots: fetch.robots === 'obey' ? 'obey' : 'ignore' },
  };
}
