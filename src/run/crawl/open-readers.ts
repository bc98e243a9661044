/** Readers for a definition: one way to open them for all who read pages, so that a thread of one can be taken over by the next. */
import { availableParallelism } from 'node:os';
import type { Definition } from '../../definition/crawl/index.js';
import { startThread } from '../../platform/index.js';
import { threadOptions } from './reader-handle.js';
import { ReaderPool, type ReaderPoolOptions } from './reader-pool.js';

/** What a reader thread is to read by. */
export interface ReaderThreadData {
  readonly definition: Definition;
  readonly folder: string;
  readonly secret: Uint8Array;
  readonly seedHosts: readonly string[];
  /** Compresses archive records itself, which is the default. */
  readonly packs?: boolean;
  readonly contexts?: ReadonlyMap<string, string>;
}

const HEAP_MB = 1024;
const DEFAULTS = { taskMs: 30_000, heapMb: HEAP_MB };

type ReaderLimits = Pick<ReaderPoolOptions, 'threads' | 'taskMs' | 'heapMb'>;

/** One fewer than processors: the main thread and the writer together keep one busy. */
export const readerThreads = (most = 8): number => Math.max(1, Math.min(availableParallelism() - 1, most));

export function openReaders(data: ReaderThreadData, threadUrl: URL, limits: Partial<ReaderLimits> = {}): ReaderPool {
  return new ReaderPool({
    threads: readerThreads(),
    ...DEFAULTS,
    ...limits,
    threadUrl,
    workerData: data,
    // Modules of plug-ins are loaded once per thread: another crawl may want them as they are by then.
    isReusable: data.definition.plugins.length === 0,
  });
}

/** Starts the first thread of the readers that will be opened: it loads while others do something else. */
export const startReader = (threadUrl: URL): void => startThread(threadUrl, threadOptions(HEAP_MB));
