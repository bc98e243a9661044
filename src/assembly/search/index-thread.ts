/**
 * Entry of the thread that indexes beside a crawl or a server. It has the lowest priority of all threads: indexing takes
 * what the crawl leaves.
 */
import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { catchUp, keepIndexed } from './catch-up.js';
import type { IndexThreadData, ToIndexThread } from './index-thread-messages.js';

const port = parentPort as MessagePort;
const { follow } = workerData as IndexThreadData;

yieldToOthers();

if (follow === null) port.on('message', ({ refresh }: ToIndexThread) => void (refresh !== undefined && queue(refresh)));
else await followOne(follow);

/** On Linux this is about the calling thread alone; elsewhere it would be about the whole process. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, 15);
  } catch {
    // Not allowed here: then it runs as all others do.
  }
}

async function followOne(folder: string): Promise<void> {
  const finish = new AbortController();
  port.on('message', () => finish.abort());
  await keepIndexed(folder, {
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
const waiting = new Set<string>();
let isBusy = false;

function queue(folder: string): void {
  waiting.add(folder);
  if (!isBusy) void work();
}

async function work(): Promise<void> {
  isBusy = true;
  for (const folder of waiting) {
    waiting.delete(folder);
    try {
      await catchUp(folder, { attempts: 2 });
    } catch (error) {
      port.postMessage({ trouble: (error as Error).message });
    }
    port.postMessage({ done: folder });
  }
  isBusy = false;
}
