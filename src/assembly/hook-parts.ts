/** How hooks of a run look at workspaces and begin the run that follows. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lastRunIn, WorkspaceInUse } from '../backends/index.js';
import type { HookParts } from '../follow/hooks/index.js';
import { reading } from './reading.js';
import { loadRegistry } from './registry.js';

export const isInUse = (error: unknown): boolean => error instanceof WorkspaceInUse;

export const HOOK_PARTS: HookParts = {
  loadRegistry,
  lastRun: lastRunIn,
  isInUse,
  reading,
  exists: (workspace) => existsSync(join(workspace, 'core.db')),
  start: async (next, inherited) => (await import('./start-next.js')).startNext(next, inherited), // which comes back here
};
