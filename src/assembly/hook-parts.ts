/** How hooks of a run look at workspaces and begin the run that follows. */
import { isWorkspace } from '../backends/index.js';
import type { HookParts } from '../follow/hooks/index.js';
import { lastRunOf, withReading } from './open-workspace.js';
import { loadRegistry } from './registry.js';

export const HOOK_PARTS: HookParts = {
  loadRegistry,
  lastRun: lastRunOf,
  reading: (workspace, look) => withReading(workspace, ({ repository }) => look(repository)),
  exists: isWorkspace,
  start: async (next, inherited) => (await import('./start-next.js')).startNext(next, inherited), // which comes back here
};
