/** Begins a run that a hook asks for: whatever its definition says, a crawl or a portal. */
import type { Inherited, NextRun } from '../follow/hooks/index.js';
import { runCrawl } from './run-crawl.js';
import { runPortal } from './run-harvest.js';

export async function startNext(
  { definition, folder, workspace, chain }: NextRun,
  inherited: Inherited,
): Promise<{ state: string; reason: string }> {
  const { state = null, stop, now, pace, onRemark } = inherited;
  // Whoever stopped the run before this one has not stopped this one.
  const shared = { chain, folder, workspace, ...(stop && !stop.aborted ? { stop } : {}), ...(onRemark ? { onRemark } : {}) };
  if (definition.portal !== undefined)
    return runPortal(definition, { ...shared, state, ...(now ? { now } : {}), ...(pace ? { pace } : {}) });
  return runCrawl({ ...shared, definition, state: state ?? workspace });
}
