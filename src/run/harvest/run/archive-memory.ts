/** How far the archives of folders were read, over all runs: one counts when everything in it is stored. */
import type { CompleteRoute } from '../../../definition/connector/index.js';
import type { ArchiveMemory, ReadArchives } from '../listing/room.js';
import type { RoutePlan } from './plan-route.js';
import type { HarvestRoom } from './room.js';

/** `settle` stores what is under way, and says whether it may be believed. */
export function archiveMemory(room: HarvestRoom, route: CompleteRoute, plan: RoutePlan, settle: () => Promise<boolean>): ArchiveMemory {
  const { progress, run, options } = room;
  const parameters = JSON.stringify(room.parameters);
  const isAll = plan.mode === 'list' && (Boolean(options.full) || route.changes.length > 0);
  const nameOf = (folder: string): string => `${route.name} ${folder}`;
  const save = (folder: string, read: ReadArchives): void =>
    progress.save({ archives: { ...progress.memory.archives, [nameOf(folder)]: { ...read, run, parameters } } });
  /** What was read with other parameters is read again. */
  const readOf = (folder: string) => {
    const read = progress.memory.archives[nameOf(folder)];
    return read?.parameters === parameters ? { ...read, isWhole: read.run === run && read.isWhole } : null;
  };
  return {
    of: (folder) => {
      const read = readOf(folder);
      return read && { ...read, isAll: isAll && read.run !== run };
    },
    missed: (folder, stamp) => {
      const read = readOf(folder);
      if (read) save(folder, { ...read, missed: stamp });
    },
    taken: async (folder, read) => {
      if (await settle()) save(folder, read);
    },
  };
}
