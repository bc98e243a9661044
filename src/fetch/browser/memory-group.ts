/**
 * A control group of Linux with a limit on memory, where the machine lets us make one: as root, or where groups are handed
 * to us. Whatever the processes in it do, together they never hold more; the kernel ends the one that wants it.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = '/sys/fs/cgroup';

export class MemoryGroup {
  /** A process is put into the group by writing its number there. */
  readonly entrance: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.entrance = join(folder, 'cgroup.procs');
  }

  /** Null where there can be none. */
  static make(name: string, bytes: number): MemoryGroup | null {
    if (process.platform !== 'linux') return null;
    for (const parent of places()) if (limitBelow(join(parent, name), bytes)) return new MemoryGroup(join(parent, name));
    return null;
  }

  /** After its last process has ended. */
  remove(): void {
    removeQuietly(this.#folder);
  }
}

/** Where groups below our own could be: the older kind has a tree for memory alone, in the newer one ours must not hold processes itself. */
function places(): string[] {
  try {
    const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
    const older = lines.find((line) => /^\d+:memory:/.test(line))?.replace(/^\d+:memory:/, '');
    const newer = lines.find((line) => line.startsWith('0::'))?.slice(3);
    return [
      ...(older === undefined ? [] : [join(ROOT, 'memory', older)]),
      ...(newer === undefined ? [] : [join(ROOT, newer), join(ROOT, dirname(newer))]),
    ];
  } catch {
    return [];
  }
}

function limitBelow(folder: string, bytes: number): boolean {
  try {
    mkdirSync(folder);
    const limit = ['memory.max', 'memory.limit_in_bytes'].map((name) => join(folder, name)).find(existsSync);
    if (limit !== undefined) {
      writeFileSync(limit, String(bytes));
      return true;
    }
  } catch {
    // Not ours to make: then there is none.
  }
  removeQuietly(folder);
  return false;
}

function removeQuietly(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It was never made, or goes with the machine.
  }
}
