/**
 * What the system tells about a process: whether it runs, when it started, and in which namespace its number counts.
 *
 * A number alone says little: it is reused after its process has ended, and means another process in another container.
 * Where the system does not tell (no /proc), answers are null and prove nothing.
 */
import { readFileSync, readlinkSync } from 'node:fs';

/** Whether the process runs. An ended process whose parent has not collected it (a zombie) does not: it holds nothing any more. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !['Z', 'X'].includes(statFields(pid)?.[0] ?? '');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Clock ticks from the boot of the machine to the start of the process. */
export const startedTicks = (pid: number): string | null => statFields(pid)?.[19] ?? null;

/** The process-id namespace of this process. */
export const ownNamespace = (): string | null => attempt(() => readlinkSync('/proc/self/ns/pid'));

/** Identifies the current boot of the machine. */
export const bootId = (): string | null => attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) || null;

/** The fields after the command name, which stands in brackets and may contain anything: state first, start time 20th. */
function statFields(pid: number): string[] | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
