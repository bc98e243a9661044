/** Brings the knowledge of a workspace up to date in a thread of its own. Nothing that goes wrong there ends what it runs beside. */
import { Worker } from 'node:worker_threads';
import { compiledUrl } from '../../platform/index.js';

const THREAD = compiledUrl(import.meta.url, './knowledge-thread.js');

/** At the end of a crawl: for as long as this, and no longer. What is left is gathered before the next question. */
export async function gatherKnowledge(folder: string, withinMs: number, onRemark: (remark: string) => void): Promise<void> {
  const worker = new Worker(THREAD, { workerData: folder });
  worker.on('message', onRemark);
  worker.on('error', (error: Error) => onRemark(`The knowledge of the crawl cannot be brought up to date: ${error.message}`));
  const timer = setTimeout(() => void worker.terminate(), withinMs);
  await new Promise((resolve) => worker.once('exit', resolve));
  clearTimeout(timer);
}
