/**
 * Unattended crawling: each definition is run when its schedule says so, and every step is written down.
 *
 * A definition is read anew before each run, so a change to the file counts from the next one. When the last run began
 * is asked of the workspace itself: nothing has to be remembered, and a run started by hand counts too.
 */

import { dirname, join } from 'node:path';
import { type Definition, type LoadedDefinition, loadDefinition } from '../../definition/crawl/index.js';
import {
  type Clock,
  type Job,
  type JobEnd,
  parseSchedule,
  type ScheduleEvent,
  systemClock,
  watchSchedules,
} from '../../definition/schedule/index.js';
import { WinnowError } from '../../model/index.js';
import type { Registry } from '../../plugins/index.js';
import type { LastRun } from '../../store/index.js';
import { type CrawlEnd, checkDefinition, type ReaderPool, type RunOptions } from '../crawl/index.js';
import { type HarvestReport, type HarvestRunOptions, type Readers, SharedReaders } from '../harvest/index.js';
import { harvestEnd, jobEnd } from './job-end.js';
import { portalHarvest, scheduleOfPortal } from './portal-of-definition.js';
import { portalJobs, type WatchedPortals } from './watch-portals.js';

export interface WatchOptions {
  /** Definition files. */
  readonly files: readonly string[];
  /** Portals besides, which need no definition. */
  readonly portals?: WatchedPortals;
  /** Folder the workspaces are in, each called after its definition. */
  readonly crawls: string;
  /** Folder the crawls of this machine share: see stateFolder. */
  readonly state: string;
  readonly parallel: number;
  readonly once: boolean;
  readonly stop: AbortSignal;
  readonly clock?: Clock;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly onEvent: (event: ScheduleEvent) => void;
  /** Further options of each run: progress, remarks. */
  readonly run?: Partial<RunOptions>;
  /** Further options of each harvest, by the name of its workspace: what is told, and by which clock it goes. */
  readonly harvest?: (name: string) => Pick<HarvestRunOptions, 'now' | 'time' | 'pace' | 'onDocument'>;
}

/** How a watch runs what is due. */
export interface WatchedRuns {
  loadRegistry(modules: readonly string[], folder: string): Promise<Registry>;
  /** Null where there is none yet. */
  lastRun(workspace: string): Promise<LastRun | null>;
  crawl(options: RunOptions): Promise<CrawlEnd>;
  harvest(options: HarvestRunOptions): Promise<HarvestReport>;
  openReaders(definition: Definition, folder: string): ReaderPool;
}

/** What the jobs of one watch share. */
export interface WatchRoom {
  readonly options: WatchOptions;
  readonly runs: WatchedRuns;
  readonly readers: SharedReaders;
  harvestOptions(name: string): Pick<HarvestRunOptions, 'now' | 'time' | 'pace' | 'onDocument' | 'onRemark'>;
}

export class WatchError extends WinnowError {
  override readonly name = 'WatchError';
  constructor(message: string, options?: ErrorOptions) {
    super('WATCH_REFUSED', message, options);
  }
}

/** How each definition that was run ended last, by name. */
export async function watchDefinitions(options: WatchOptions, runs: WatchedRuns): Promise<Map<string, JobEnd>> {
  const { stop, parallel, once, onEvent, clock = systemClock } = options;
  const room = roomOf(options, runs);
  try {
    return await watchSchedules({ jobs: await watchedJobs(room), clock, stop, parallel, once, onEvent });
  } finally {
    await room.readers.close();
  }
}

function roomOf(options: WatchOptions, runs: WatchedRuns): WatchRoom {
  const { clock, run, harvest } = options;
  const now = clock ? { now: () => new Date(clock.now()) } : {};
  const remarks = run?.onRemark ? { onRemark: run.onRemark } : {};
  return {
    options,
    runs,
    readers: new SharedReaders(runs.openReaders),
    harvestOptions: (name) => ({ ...now, ...remarks, ...harvest?.(name) }),
  };
}

/** When each definition is due next: null for at once. */
export async function nextTimes(
  options: WatchOptions,
  runs: WatchedRuns,
): Promise<{ name: string; schedule: string; lastAt: number | null; next: number | null }[]> {
  return (await watchedJobs(roomOf(options, runs))).map(({ name, schedule, lastAt, unfinished }) => ({
    name,
    schedule: schedule.describe(),
    lastAt,
    next: unfinished || lastAt === null ? null : schedule.next(new Date(lastAt)).getTime(),
  }));
}

async function watchedJobs(room: WatchRoom): Promise<Job[]> {
  const { files, portals } = room.options;
  const defined = await Promise.all(files.map((file) => jobOf(file, room)));
  const jobs = [...defined, ...(portals ? await portalJobs(portals, room) : [])];
  const twice = jobs.find(({ name }, index) => jobs.findIndex((other) => other.name === name) !== index);
  if (twice)
    throw new WatchError(
      `Two definitions or portals are called ${twice.name}: give each a name of its own, since its workspace is called after it.`,
    );
  return jobs;
}

async function jobOf(file: string, room: WatchRoom): Promise<Job> {
  const { options } = room;
  const { definition, file: path } = await load(file, room);
  const { name } = definition;
  const schedule = definition.schedule ?? (await scheduleOfPortal(definition, dirname(path ?? file)));
  if (schedule === undefined) throw new WatchError(`${file} has no schedule. Write when it is to run, such as: schedule: daily at 02:00`);
  const workspace = join(options.crawls, name);
  const last = await room.runs.lastRun(workspace);
  return {
    name,
    schedule: parseSchedule(schedule),
    lastAt: last?.startedAt ?? null,
    unfinished: last !== null && last.state !== 'finished',
    run: (signal) => runJob(file, workspace, signal, room),
  };
}

async function load(file: string, { options: { environment }, runs }: WatchRoom): Promise<LoadedDefinition> {
  const loaded = await loadDefinition({ file, ...(environment ? { environment } : {}) });
  checkDefinition(loaded, await runs.loadRegistry(loaded.definition.plugins, dirname(loaded.file ?? file)));
  return loaded;
}

function runJob(file: string, workspace: string, stop: AbortSignal, room: WatchRoom): Promise<JobEnd> {
  const { options, runs } = room;
  const run = async (): Promise<JobEnd> => {
    const loaded = await load(file, room);
    const folder = dirname(loaded.file ?? file);
    const planAt = options.clock?.now();
    if (loaded.definition.portal !== undefined) return harvestJob(loaded.definition, { folder, workspace, stop }, room);
    const end = await runs.crawl({ ...options.run, definition: loaded.definition, folder, workspace, state: options.state, stop, planAt });
    return { state: end.idle ? 'idle' : end.state, detail: end.reason, run: end.run };
  };
  return jobEnd(run);
}

interface Place {
  readonly folder: string;
  readonly workspace: string;
  readonly stop: AbortSignal;
}

async function harvestJob(definition: Definition, place: Place, room: WatchRoom): Promise<JobEnd> {
  const options = { ...room.harvestOptions(definition.name), ...place, state: room.options.state };
  const harvest = async (readers: Readers): Promise<HarvestReport> =>
    room.runs.harvest(await portalHarvest(definition, { ...options, readers }));
  return harvestEnd(await room.readers.lend(definition, place.folder, harvest));
}
