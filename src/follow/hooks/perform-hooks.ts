/** Performs what the book says is to be done: one hook after the other, each in its own right. */
import { messageOf } from '../../model/index.js';
import { type Pauses, pauseAfter, wait } from '../consumers/index.js';
import type { Hook, HookOutcome } from './hook.js';
import type { HookBook, HookKey, HookReport, HookTask } from './hook-book.js';

export interface PerformOptions {
  readonly hooks: readonly Hook[];
  /** Attempts at each hook now; what fails then waits for the next start. */
  readonly attempts: number;
  readonly pauses?: Pauses;
  readonly signal: AbortSignal;
}

const BEAT_MS = 30_000;
const PAUSES: Pauses = { firstMs: 1000, longestMs: 10_000 };

export async function performHooks(book: HookBook, options: PerformOptions): Promise<HookReport[]> {
  const reports: HookReport[] = [];
  for (const key of book.open()) {
    if (options.signal.aborted) break; // the rest is done at the next start
    const hook = options.hooks.find(({ name }) => name === key.hook);
    const report = hook && (await performOne(book, hook, key, options));
    if (report) reports.push(report);
  }
  return reports;
}

/** Null when somebody else performs it. */
async function performOne(book: HookBook, hook: Hook, key: HookKey, options: PerformOptions): Promise<HookReport | null> {
  const { attempts, pauses = PAUSES, signal } = options;
  let report: HookReport | null = null;
  for (let tried = 1; ; tried++) {
    const task = book.take(key);
    if (!task) return report;
    report = book.settle(task, await outcomeOf(book, hook, task, signal));
    if (report.state !== 'waiting' || tried >= attempts || signal.aborted) return report;
    await wait(pauseAfter(tried - 1, pauses), signal);
  }
}

async function outcomeOf(book: HookBook, hook: Hook, task: HookTask, signal: AbortSignal): Promise<HookOutcome> {
  const id = `${book.token}-${task.end}-${hook.name}`;
  const { told: end, attempts: attempt, noted } = task;
  const heart = setInterval(() => book.beat(task), BEAT_MS).unref();
  try {
    return await hook.perform({ end, id, attempt, noted, note: (text) => book.note(task, text), signal });
  } catch (error) {
    return { state: 'failed', detail: messageOf(error) };
  } finally {
    clearInterval(heart);
  }
}
