/**
 * Portals that are watched without a definition of their own: each by its connector, into a workspace called after it.
 *
 * A connector is read anew before each run, so one that was mended counts from the next run on.
 */
import { join } from 'node:path';
import { type ConnectorFolders, loadConnector } from '../../definition/connector/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import { type Job, type JobEnd, parseSchedule } from '../../definition/schedule/index.js';
import { harvestEnd, jobEnd } from './job-end.js';
import { scheduleOf } from './portal-of-definition.js';
import type { WatchRoom } from './watch-definitions.js';

export interface WatchedPortals {
  /** Ids of connectors, or their files. */
  readonly names: readonly string[];
  readonly folders: ConnectorFolders;
  /** What holds for all of them: who asks, what is archived, whom documents are handed over to. */
  readonly definition: Definition;
  /** Instead of what each connector says. */
  readonly schedule?: string;
  /** Ids of those whose terms the user has confirmed. */
  readonly accepted: ReadonlySet<string>;
}

export const portalJobs = (portals: WatchedPortals, room: WatchRoom): Promise<Job[]> =>
  Promise.all(portals.names.map((name) => portalJob(name, portals, room)));

async function portalJob(name: string, portals: WatchedPortals, room: WatchRoom): Promise<Job> {
  const { connector } = await loadConnector(name, portals.folders);
  const workspace = join(room.options.crawls, connector.id);
  const last = await room.runs.lastRun(workspace);
  return {
    name: connector.id,
    schedule: parseSchedule(portals.schedule ?? scheduleOf(connector)),
    lastAt: last?.startedAt ?? null,
    unfinished: last !== null && last.state !== 'finished',
    run: (stop) => jobEnd(() => harvestNow(name, workspace, portals, room, stop)),
  };
}

async function harvestNow(name: string, workspace: string, portals: WatchedPortals, room: WatchRoom, stop: AbortSignal): Promise<JobEnd> {
  const { connector } = await loadConnector(name, portals.folders);
  const definition = Object.freeze({ ...portals.definition, name: connector.id });
  const options = { ...room.harvestOptions(connector.id), connector, definition, workspace, stop, state: room.options.state };
  const accepted = portals.accepted.has(connector.id);
  return harvestEnd(await room.readers.lend(definition, process.cwd(), (readers) => room.runs.harvest({ ...options, accepted, readers })));
}
