/**
 * Which process a register belongs to, and whether a process is still there.
 *
 * A process id alone says little: it is used again after its process is gone, and means another process in another
 * container. So the start time goes with it, and the namespace in which the number counts.
 */
import { readFileSync, readlinkSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the kernel's ticks; null where the system does not tell. */
  readonly start: string | null;
  /** The process-id namespace; null where there is no such thing. */
  readonly namespace: string | null;
}

export const ownProcess = (): ProcessIdentity => ({
  pid: process.pid,
  start: processState(process.pid)?.start ?? null,
  namespace: ownNamespace(),
});

/** True when the process is known to be gone; a process of another container is never known to be. */
export function isProcessGone(that: ProcessIdentity, own: ProcessIdentity): boolean {
  if (that.namespace !== own.namespace) return false;
  if (that.pid === own.pid && that.start === own.start) return false;
  if (!answers(that.pid)) return true;
  const state = processState(that.pid);
  // A killed process whose parent has not asked after it keeps its number, but does nothing any more.
  return state !== null && (state.isDead || state.start !== that.start);
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function processState(pid: number): { start: string; isDead: boolean } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold spaces and parentheses itself; fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { start: fields[19] ?? '', isDead: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return null;
  }
}

function ownNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
