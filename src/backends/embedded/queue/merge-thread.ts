/** The merging thread: merges runs so that the main thread never waits for it. One job at a time, each answered once. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { type MergeJob, mergeRuns } from './merge.js';
import type { RunIndex } from './run-file.js';

export interface MergeThreadData {
  readonly port: MessagePort;
  /** For an owner that cannot wait for its event loop: the first is set to 1 and notified after each answer, the second moves while work goes on. */
  readonly signal: Int32Array;
}

export interface MergeAnswer {
  readonly index?: RunIndex;
  readonly error?: { readonly message: string; readonly code: string | null };
}

const { port, signal } = workerData as MergeThreadData;

port.on('message', (job: MergeJob) => {
  port.postMessage(perform(job));
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});

function perform(job: MergeJob): MergeAnswer {
  try {
    return { index: mergeRuns(job, () => Atomics.add(signal, 1, 1)) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { error: { message, code: code ?? null } };
  }
}
