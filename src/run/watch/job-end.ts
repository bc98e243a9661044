/** What the scheduler is told of a run: how it ended, or that it could not. */
import type { JobEnd } from '../../definition/schedule/index.js';
import { exitOf, messageOf } from '../../model/index.js';
import type { HarvestReport } from '../harvest/index.js';

/** Never rejects: one that fails keeps no other from running. */
export async function jobEnd(run: () => Promise<JobEnd>): Promise<JobEnd> {
  try {
    return await run();
  } catch (error) {
    const detail = messageOf(error);
    return { state: exitOf(error) === 'inUse' ? 'in-use' : 'failed', detail };
  }
}

/** What a quota ended goes on when its schedule says so, not at once. */
export function harvestEnd({ state, run, reason }: HarvestReport): JobEnd {
  if (run === null) return { state: 'idle', detail: reason };
  return { state: state === 'limited' ? 'finished' : state, detail: reason, run };
}
