/**
 * Keeps threads for a while after their crawl has ended, so that the next crawl can reuse them.
 *
 * Starting a thread takes up to half a second of processor time, which a process with many short runs (watching,
 * harvesting) would pay for each. A thread therefore learns its work from a message, not from its constructor. Idle
 * threads do not keep the process alive.
 */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** How long an idle thread waits; a reader holds about forty megabytes. */
const IDLE_MS = 5000;
const MOST_OF_A_KIND = 2;

interface IdleThread {
  readonly kind: string;
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

let idle: IdleThread[] = [];

/** Starts a thread now that somebody will need soon. */
export function startThread(url: URL, options: WorkerOptions): void {
  if (!idle.some(({ kind }) => kind === kindOf(url, options))) keepThread(url, options, new Worker(url, options));
}

export function takeThread(url: URL, options: WorkerOptions): Worker {
  const kind = kindOf(url, options);
  const waiting = idle.find((thread) => thread.kind === kind);
  if (!waiting) return new Worker(url, options);
  forget(waiting.worker);
  waiting.worker.ref();
  return waiting.worker;
}

/** Keeps a thread that has finished all its work. */
export function keepThread(url: URL, options: WorkerOptions, worker: Worker): void {
  leaveAlone(worker);
  const own = kindOf(url, options);
  if (idle.filter(({ kind }) => kind === own).length >= MOST_OF_A_KIND) return void worker.terminate();
  worker.on('exit', () => forget(worker));
  worker.on('error', () => forget(worker));
  worker.unref();
  const timer = setTimeout(() => {
    forget(worker);
    void worker.terminate();
  }, IDLE_MS).unref();
  idle.push({ kind: own, worker, timer });
}

function forget(worker: Worker): void {
  clearTimeout(idle.find((thread) => thread.worker === worker)?.timer);
  idle = idle.filter((thread) => thread.worker !== worker);
  leaveAlone(worker);
}

/** Removes our listeners by name: Node has listeners of its own on the thread. */
function leaveAlone(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

const kindOf = ({ href }: URL, { argv, resourceLimits }: WorkerOptions): string => JSON.stringify([href, argv, resourceLimits]);
