/** Indexing beside other work, in a thread of its own. Nothing that goes wrong there ends what it runs beside. */
import { cpus } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FromIndexThread, IndexThreadData, ToIndexThread } from './index-thread-messages.js';

/** What indexes, and where. */
export interface IndexingParts {
  /** Entry of the thread that indexes: see serveIndexThread. */
  readonly thread: URL;
  databaseBytes(folder: string): number;
  /** Brings the index up to date in this thread. */
  catchUp(folder: string): Promise<unknown>;
}

export interface Indexing {
  /** Indexes what there is, for as long as this, and ends. What is left is indexed next time. */
  finish(withinMs: number): Promise<void>;
}

/** Follows the journal of one workspace. */
export function indexBeside(folder: string, onRemark: (remark: string) => void, { thread }: Pick<IndexingParts, 'thread'>): Indexing {
  const worker = startThread(thread, { follow: folder });
  // Not events.once, which fails when the thread does: whoever waits for its end wants no more than that.
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.on('message', ({ trouble }: FromIndexThread) => {
    if (trouble) onRemark(`Indexing for the search has to wait: ${trouble}`);
  });
  worker.on('error', (error: Error) => onRemark(`Indexing for the search ended: ${error.message} winnow search goes on with it.`));
  return {
    async finish(withinMs) {
      const timer = setTimeout(() => void worker.terminate(), withinMs);
      worker.postMessage({} satisfies ToIndexThread);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** How often processors are looked at, and the share of them that must be idle before the index takes any. */
const LOOK_MS = 2000;
const LEFT = 0.4;
/** Entries that are indexed at the end all the same: it takes about a second. */
const FEW = 1500;
/** So few, where the database has not grown by more than this since, take less time than a thread to start. */
const HANDFUL = 100;
const SMALL = 4_000_000;

/** Of the whole machine: what others use is not idle either. */
function processorTimes(): { idle: number; all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}

/**
 * Follows the journal from the moment the crawl leaves processors idle, which waiting for sites does nearly always. A crawl
 * that needs them itself is not slowed down: whoever searches first has the rest indexed. `entries` counts the journal.
 */
export function indexWhenIdle(folder: string, entries: () => number, onRemark: (remark: string) => void, parts: IndexingParts): Indexing {
  const { databaseBytes } = parts;
  const before = entries();
  const sizeBefore = databaseBytes(folder);
  let indexing: Indexing | null = null;
  let times = processorTimes();
  const look = (): void => {
    const now = processorTimes();
    const idle = (now.idle - times.idle) / (now.all - times.all);
    times = now;
    if (idle >= LEFT) begin();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  const begin = (): void => {
    clearInterval(timer);
    indexing ??= indexBeside(folder, onRemark, parts);
  };
  return {
    async finish(withinMs) {
      clearInterval(timer);
      const left = entries() - before;
      const isHandful = left <= HANDFUL && databaseBytes(folder) - sizeBefore <= SMALL;
      if (!indexing && withinMs >= LOOK_MS && isHandful) return indexHere(folder, onRemark, parts);
      if (withinMs >= LOOK_MS && left <= FEW) begin();
      await indexing?.finish(withinMs);
    },
  };
}

/** In the thread that asks for it. */
async function indexHere(folder: string, onRemark: (remark: string) => void, { catchUp }: IndexingParts): Promise<void> {
  try {
    await catchUp(folder);
  } catch (error) {
    onRemark(`Indexing for the search has to wait: ${(error as Error).message}`);
  }
}

export interface IndexKeeper {
  /** Brings a workspace up to date some time soon. May be asked as often as one likes. */
  refresh(folder: string): void;
  close(): Promise<void>;
}

const AGAIN_MS = 2000;

/** For many workspaces, one after the other. The thread is started when it is first needed. */
export function indexKeeper(onRemark: (remark: string) => void, { thread }: Pick<IndexingParts, 'thread'>): IndexKeeper {
  let worker: Worker | null = null;
  const busy = new Set<string>();
  const lastAt = new Map<string, number>();
  const start = (): Worker => {
    const started = startThread(thread, { follow: null });
    started.unref();
    started.on('message', ({ trouble, done }: FromIndexThread) => {
      if (trouble) onRemark(`A search index cannot be brought up to date: ${trouble}`);
      if (done) busy.delete(done);
    });
    started.on('error', (error: Error) => onRemark(`The indexing thread ended: ${error.message}`));
    started.on('exit', () => {
      busy.clear();
      worker = null;
    });
    return started;
  };
  return {
    refresh(folder) {
      if (busy.has(folder) || performance.now() - (lastAt.get(folder) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
      busy.add(folder);
      lastAt.set(folder, performance.now());
      worker ??= start();
      worker.postMessage({ refresh: folder } satisfies ToIndexThread);
    },
    async close() {
      await worker?.terminate();
    },
  };
}

const startThread = (thread: URL, data: IndexThreadData): Worker =>
  new Worker(thread, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
