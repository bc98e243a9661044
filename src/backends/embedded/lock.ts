/** One owner per workspace: a lock file naming the process, taken over when that process is gone. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class WorkspaceInUse extends Error {
  override readonly name = 'WorkspaceInUse';
}

/** Returns the function that gives the lock back. */
export function lockWorkspace(folder: string): () => void {
  const path = join(folder, 'owner.pid');
  if (!tryLock(path)) {
    const owner = ownerOf(path);
    if (owner !== null && isAlive(owner))
      throw new WorkspaceInUse(`${folder} is in use by process ${owner}. Stop it first, or choose another folder with --workspace.`);
    rmSync(path, { force: true });
    if (!tryLock(path)) throw new WorkspaceInUse(`${folder} was taken by another process just now.`);
  }
  return () => rmSync(path, { force: true });
}

function tryLock(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function ownerOf(path: string): number | null {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
