/**
 * A Linux control group with a memory limit, where the machine lets us create one: as root, or where groups are
 * delegated to us. The processes in it never use more together; the kernel kills the one that asks for more.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = '/sys/fs/cgroup';

export class MemoryGroup {
  /** Writing its number to this file puts a process into the group. */
  readonly entrance: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.entrance = join(folder, 'cgroup.procs');
  }

  /** Null where no group can be created. */
  static make(name: string, bytes: number): MemoryGroup | null {
    if (process.platform !== 'linux') return null;
    for (const parent of places()) if (limitBelow(join(parent, name), bytes)) return new MemoryGroup(join(parent, name));
    return null;
  }

  /** Call it after the last process has ended. */
  remove(): void {
    removeQuietly(this.#folder);
  }
}

/**
 * Folders in which a group of ours may lie. Version 1 has a separate tree for memory; in version 2 our own group must
 * not contain processes itself.
 */
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
    // We may not create a group here.
  }
  removeQuietly(folder);
  return false;
}

function removeQuietly(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It was never created, or vanishes with the machine.
  }
}
