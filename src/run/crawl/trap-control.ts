/** What somebody may do about traps while a crawl runs. */

import type { Trap, TrapWatch } from '../../frontier/traps/index.js';
import type { Workspace } from '../../store/index.js';

export interface TrapControl {
  list(): Trap[];
  /** Queues again what it left out. Throws when there is no such trap. */
  release(id: number): Promise<{ readonly trap: Trap; readonly requeued: number }>;
  pause(site: string, pattern: string): Promise<{ readonly trap: Trap; readonly requeued: number }>;
}

export function trapControl(traps: TrapWatch, workspace: Workspace, now: () => number, pump: () => void): TrapControl {
  const apply = async (trap: Trap): Promise<{ trap: Trap; requeued: number }> => {
    traps.set(trap); // before its URLs are queued again, or they would be left out once more
    const requeued = await workspace.setTrap(trap, now());
    pump();
    return { trap, requeued };
  };
  return {
    list: () => traps.all(),
    release: (id) => apply(traps.released(id)),
    async pause(site, pattern) {
      if (![...workspace.frontier.origins()].includes(site)) throw new Error(`this crawl knows no site ${site}.`);
      return apply(traps.pause(site, pattern, ASKED_FOR));
    },
  };
}

const ASKED_FOR = 'somebody asked for it';
