/**
 * Reader threads of harvests. They take longer to start than a small portal to harvest, so whoever harvests many shares them.
 *
 * Nothing they make depends on the workspace: its secret only tells the links of a crawl apart, and a harvest follows none.
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { ReaderPool, type ReaderThreadData } from '../crawl/index.js';
import type { Definition } from '../definition/index.js';
import { compiledUrl } from '../model/index.js';

const READ_TASK_MS = 60_000;
const READER_HEAP_MB = 1024;

export function openHarvestReaders(definition: Definition, folder: string): ReaderPool {
  const workerData: ReaderThreadData = { definition, folder, secret: randomBytes(16), seedHosts: [] };
  const threads = Math.max(1, Math.min(availableParallelism() - 1, 4));
  const threadUrl = compiledUrl(import.meta.url, './reader-thread.js');
  return new ReaderPool({ threads, threadUrl, workerData, taskMs: READ_TASK_MS, heapMb: READER_HEAP_MB });
}
