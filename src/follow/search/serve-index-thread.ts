/**
 * The thread that indexes beside a crawl or a server. It has the lowest priority of all threads: indexing takes
 * what the crawl leaves.
 */
import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { catchUp, keepIndexed, type OpenIndex } from './catch-up.js';
import type { IndexThreadData, ToIndexThread } from './index-thread-messages.js';

export async function serveIndexThread(open: OpenIndex): Promise<void> {
  const port = parentPort as MessagePort;
  const { follow } = workerData as IndexThreadData;
  yieldToOthers();
  if (follow !== null) return followOne(follow, open, port);
  const queue = indexQueue(open, port);
  port.on('message', ({ refresh }: ToIndexThread) => void (refresh !== undefined && queue(refresh)));
}

/** On Linux this is about the calling thread alone; elsewhere it would be about the whole process. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, 15);
  } catch {
    // Not allowed here: then it runs as all others do.
  }
}

async function followOne(folder: string, open: OpenIndex, port: MessagePort): Promise<void> {
  const finish = new AbortController();
  port.on('message', () => finish.abort());
  await keepIndexed(folder, open, {
    finish: finish.signal,
    gatherMs: 2000,
    retry: { firstMs: 500, longestMs: 10_000 },
    onTrouble: ({ error, failures }) => {
      if (failures === 5 || (finish.signal.aborted && failures > 1)) port.postMessage({ trouble: error.message });
    },
  });
  port.close();
}

/** Workspaces one after the other; one that is asked for again while it waits is done once. */
function indexQueue(open: OpenIndex, port: MessagePort): (folder: string) => void {
  const waiting = new Set<string>();
  let isBusy = false;
  const work = async (): Promise<void> => {
    isBusy = true;
    for (const folder of waiting) {
      waiting.delete(folder);
      try {
        await catchUp(folder, open, { attempts: 2 });
      } catch (error) {
        port.postMessage({ trouble: (error as Error).message });
      }
      port.postMessage({ done: folder });
    }
    isBusy = false;
  };
  return (folder) => {
    waiting.add(folder);
    if (!isBusy) void work();
  };
}
