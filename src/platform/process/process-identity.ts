/**
 * Identifies this process so that others can check whether it still runs: a process number alone is reused.
 *
 * Start time and boot make it unique on a machine; the process namespace tells containers apart that share a kernel and
 * possibly a host name. Where the system does not tell (no /proc), the fields are null and prove nothing.
 */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { bootId, isRunning, ownNamespace, startedTicks } from './running-process.js';

export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process. */
  readonly startedTicks: string | null;
  readonly host: string;
  readonly machine: string | null;
  readonly boot: string | null;
  readonly namespace: string | null;
}

/** `unknown`: the process is on another machine or in another container, which we cannot ask. */
export type Liveness = 'alive' | 'dead' | 'unknown';

export function thisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startedTicks: startedTicks(process.pid),
    host: hostname(),
    machine: attempt(() => readFileSync('/etc/machine-id', 'utf8').trim()) || null,
    boot: bootId(),
    namespace: ownNamespace(),
  };
}

export function livenessOf(owner: ProcessIdentity, here: ProcessIdentity = thisProcess()): Liveness {
  if (owner.host !== here.host || owner.machine !== here.machine) return 'unknown';
  if (owner.boot !== here.boot) return 'dead'; // the machine was restarted since
  if (owner.namespace !== here.namespace) return 'unknown';
  if (!isRunning(owner.pid)) return 'dead';
  const started = startedTicks(owner.pid);
  return started !== null && owner.startedTicks !== null && started !== owner.startedTicks ? 'dead' : 'alive';
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
