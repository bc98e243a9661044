/** One input to one target: what is wrong with how it took it, and how long the thread was busy with it. */
import { inputOf } from './mutate.js';
import type { Target } from './target.js';

export interface Taken {
  readonly problem: string | null;
  readonly ms: number;
}

export const SLOW_MS = 2000;

/** Each target has inputs of its own. */
export const inputFor = (target: Target, seed: number, number: number): Buffer => inputOf(target.seeds, seed ^ hashOf(target.name), number);

const hashOf = (name: string): number =>
  [...name].reduce((hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5);

/** What is slow is tried once more: the first time code is loaded. */
export async function take(target: Target, bytes: Buffer): Promise<Taken> {
  const first = await once(target, bytes);
  if (first.problem !== null || first.ms <= SLOW_MS) return first;
  const second = await once(target, bytes);
  return second.ms > SLOW_MS && second.problem === null ? { ...second, problem: `takes more than ${SLOW_MS / 1000} s` } : second;
}

async function once(target: Target, bytes: Buffer): Promise<Taken> {
  const started = busyMs();
  const problem = await problemOf(target, bytes);
  return { problem, ms: busyMs() - started };
}

/** Only what this thread itself was busy with, where Node can tell: a busy machine is no fault of an input. */
function busyMs(): number {
  if (!('threadCpuUsage' in process)) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function problemOf(target: Target, bytes: Buffer): Promise<string | null> {
  try {
    await target.run(bytes);
    return null;
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    return target.throws?.includes(name) ? null : `${name}: ${String(error instanceof Error ? error.stack : error).slice(0, 800)}`;
  }
}

/** The same for the same fault: its name, and where it was thrown. */
export const signOf = (problem: string): string =>
  `${problem.split(/[:\n]/, 1)[0]} ${/\n\s+at (.*)/.exec(problem)?.[1] ?? ''}`.replaceAll(/[?&]\w+=[\w.]+/g, '');
