/** Who writes to a workspace now, for people: owner.json is a hint, and whether its process lives is asked of the system. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../platform/index.js';

/** Null when nobody does, or nobody who lives. */
export function ownerIn(folder: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as { pid: number };
    return isRunning(pid) ? pid : null;
  } catch {
    return null;
  }
}
