/**
 * Reader threads of harvests. They take longer to start than a small portal to harvest, so whoever harvests many shares them.
 *
 * Nothing they make depends on the workspace: its secret only tells the links of a crawl apart, and a harvest follows none.
 */
import { randomBytes } from 'node:crypto';
import type { Definition } from '../definition/crawl/index.js';
import { compiledUrl } from '../platform/index.js';
import { openReaders, type ReaderPool, readerThreads } from '../run/crawl/index.js';

export function openHarvestReaders(definition: Definition, folder: string): ReaderPool {
  const data = { definition, folder, secret: randomBytes(16), seedHosts: [] };
  return openReaders(data, compiledUrl(import.meta.url, './reader-thread.js'), { threads: readerThreads(4) });
}
