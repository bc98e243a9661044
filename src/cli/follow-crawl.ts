/** Does something about a crawl anew whenever it has brought something, until Ctrl-C. */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { workspaceSigns } from '../assembly/index.js';
import { stopOnInterrupt } from './progress.js';
import type { Terminal } from './terminal.js';
import { latestCrawl } from './workspace-option.js';

const LEAST_PAUSE_MS = 2000;
/** Of the time, so that whoever follows leaves most of the machine to the crawl. */
const SHARE_AT_WORK = 0.1;

/** Without a workspace: the crawl below ./crawls that was written to last. It need not be there yet. */
export async function followCrawl(
  workspace: string | undefined,
  work: (workspace: string) => Promise<void>,
  terminal: Terminal,
): Promise<void> {
  const interrupts = stopOnInterrupt(terminal);
  interrupts.idle();
  const tell = tellOnce(terminal);
  let done: string | null = null;
  try {
    while (!interrupts.stop.aborted) {
      const startedAt = performance.now();
      done = await follow(workspace ?? latestCrawl(), done, work, tell);
      const took = performance.now() - startedAt;
      await pause(Math.max(LEAST_PAUSE_MS, took / SHARE_AT_WORK), null, { signal: interrupts.stop }).catch(() => null);
    }
  } finally {
    interrupts.release();
  }
}

/** Returns the state of the crawl that the work is done for. */
async function follow(
  workspace: string | null,
  done: string | null,
  work: (workspace: string) => Promise<void>,
  tell: (message: string) => void,
): Promise<string | null> {
  const stamp = workspace === null ? null : stampOf(resolve(workspace));
  if (workspace === null || stamp === null) tell('There is no crawl yet: waiting for one.');
  if (workspace === null || stamp === null || stamp === done) return done;
  try {
    await work(workspace);
    return stamp;
  } catch (error) {
    if (isForGood(error)) throw error;
    tell(`${(error as Error).message} It is tried again.`);
    return done;
  }
}

/** Taken before the work, so that what comes meanwhile is seen next time. */
function stampOf(workspace: string): string | null {
  const stamp = workspaceSigns.stamp(workspace);
  return stamp && `${workspace} ${stamp}`;
}

/** Time does not mend a wrong command, or a program that is not installed. */
const isForGood = (error: unknown): boolean =>
  (error as Error).name === 'UsageError' || ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';

/** What is still so need not be said every time. */
function tellOnce(terminal: Terminal): (message: string) => void {
  let last = '';
  return (message) => {
    if (message !== last) terminal.remark(message);
    last = message;
  };
}
