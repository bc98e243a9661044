/** Which process a register belongs to, and whether that process is still there. */
import { isRunning, ownNamespace, startedTicks } from '../../platform/index.js';

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the kernel's ticks; null where the system does not tell. */
  readonly start: string | null;
  /** The process-id namespace; null where there is no such thing. */
  readonly namespace: string | null;
}

export const ownProcess = (): ProcessIdentity => ({
  pid: process.pid,
  start: startedTicks(process.pid),
  namespace: ownNamespace(),
});

/** True when the process is known to be gone; a process of another container is never known to be. */
export function isProcessGone(that: ProcessIdentity, own: ProcessIdentity): boolean {
  if (that.namespace !== own.namespace) return false;
  if (that.pid === own.pid && that.start === own.start) return false;
  if (!isRunning(that.pid)) return true;
  const start = startedTicks(that.pid);
  return start !== null && start !== that.start;
}
