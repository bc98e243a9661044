/**
 * Which process this is, in a way that can be checked from outside: a process number alone is given out again.
 *
 * The start time and the boot make it unique on a machine; the process namespace tells containers apart that share a
 * kernel and may share a host name. Where the system does not tell (no /proc), the fields are null and prove nothing.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process. */
  readonly startedTicks: string | null;
  readonly host: string;
  readonly machine: string | null;
  readonly boot: string | null;
  readonly namespace: string | null;
}

/** `unknown`: it is on another machine or in another container, where we cannot look. */
export type Liveness = 'alive' | 'dead' | 'unknown';

export function thisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startedTicks: startedTicks(process.pid),
    host: hostname(),
    machine: attempt(() => readFileSync('/etc/machine-id', 'utf8').trim()) || null,
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
  };
}

export function livenessOf(owner: ProcessIdentity, here: ProcessIdentity = thisProcess()): Liveness {
  if (owner.host !== here.host || owner.machine !== here.machine) return 'unknown';
  if (owner.boot !== here.boot) return 'dead'; // the machine was started anew since
  if (owner.namespace !== here.namespace) return 'unknown';
  if (!isRunning(owner.pid)) return 'dead';
  const started = startedTicks(owner.pid);
  return started !== null && owner.startedTicks !== null && started !== owner.startedTicks ? 'dead' : 'alive';
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ended, but its parent has not asked how: it holds nothing any more. */
const isZombie = (pid: number): boolean => ['Z', 'X'].includes(statFields(pid)?.[0] ?? '');

const startedTicks = (pid: number): string | null => statFields(pid)?.[19] ?? null;

/** The fields behind the command name, which stands in brackets and may hold anything: state first, start time 20th. */
function statFields(pid: number): string[] | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
