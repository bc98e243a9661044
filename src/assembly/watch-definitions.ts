/**
 * Unattended crawling: each definition is run when its schedule says so, and every step is written down.
 *
 * A definition is read anew before each run, so a change to the file counts from the next one. When the last run began
 * is asked of the workspace itself: nothing has to be remembered, and a run started by hand counts too.
 */
import { dirname, join } from 'node:path';
import { lastRunIn, WorkspaceInUse } from '../backends/index.js';
import { type Definition, type LoadedDefinition, loadDefinition } from '../definition/index.js';
import { type Clock, type Job, type JobEnd, parseSchedule, type ScheduleEvent, systemClock, watchSchedules } from '../schedule/index.js';
import { checkDefinition } from './check-definition.js';
import { loadRegistry } from './registry.js';
import { type RunOptions, runCrawl } from './run-crawl.js';
import { runPortal, scheduleOfPortal } from './run-portal.js';

export interface WatchOptions {
  /** Definition files. */
  readonly files: readonly string[];
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
}

export class WatchError extends Error {
  override readonly name = 'WatchError';
}

/** How each definition that was run ended last, by name. */
export async function watchDefinitions(options: WatchOptions): Promise<Map<string, JobEnd>> {
  const { stop, parallel, once, onEvent, clock = systemClock } = options;
  return watchSchedules({ jobs: await watchedJobs(options), clock, stop, parallel, once, onEvent });
}

/** When each definition is due next: null for at once. */
export async function nextTimes(
  options: WatchOptions,
): Promise<{ name: string; schedule: string; lastAt: number | null; next: number | null }[]> {
  return (await watchedJobs(options)).map(({ name, schedule, lastAt, unfinished }) => ({
    name,
    schedule: schedule.describe(),
    lastAt,
    next: unfinished || lastAt === null ? null : schedule.next(new Date(lastAt)).getTime(),
  }));
}

async function watchedJobs(options: WatchOptions): Promise<Job[]> {
  const jobs = await Promise.all(options.files.map((file) => jobOf(file, options)));
  const twice = jobs.find(({ name }, index) => jobs.findIndex((other) => other.name === name) !== index);
  if (twice)
    throw new WatchError(`Two definitions are called ${twice.name}: give each a name of its own, since its workspace is called after it.`);
  return jobs;
}

async function jobOf(file: string, options: WatchOptions): Promise<Job> {
  const { definition, file: path } = await load(file, options);
  const { name } = definition;
  const schedule = definition.schedule ?? (await scheduleOfPortal(definition, dirname(path ?? file)));
  if (schedule === undefined) throw new WatchError(`${file} has no schedule. Write when it is to run, such as: schedule: daily at 02:00`);
  const workspace = join(options.crawls, name);
  const last = lastRunIn(workspace);
  return {
    name,
    schedule: parseSchedule(schedule),
    lastAt: last?.startedAt ?? null,
    unfinished: last !== null && last.state !== 'finished',
    run: (signal) => runJob(file, workspace, signal, options),
  };
}

async function load(file: string, { environment }: WatchOptions): Promise<LoadedDefinition> {
  const loaded = await loadDefinition({ file, ...(environment ? { environment } : {}) });
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, dirname(loaded.file ?? file)));
  return loaded;
}

async function runJob(file: string, workspace: string, stop: AbortSignal, options: WatchOptions): Promise<JobEnd> {
  try {
    const loaded = await load(file, options);
    const folder = dirname(loaded.file ?? file);
    const planAt = options.clock?.now();
    if (loaded.definition.portal !== undefined) return await harvestJob(loaded.definition, folder, workspace, stop, options);
    const end = await runCrawl({ ...options.run, definition: loaded.definition, folder, workspace, state: options.state, stop, planAt });
    return { state: end.idle ? 'idle' : end.state, detail: end.reason, run: end.run };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { state: error instanceof WorkspaceInUse ? 'in-use' : 'failed', detail };
  }
}

/** What a quota ended goes on when its schedule says so, not at once. */
async function harvestJob(
  definition: Definition,
  folder: string,
  workspace: string,
  stop: AbortSignal,
  options: WatchOptions,
): Promise<JobEnd> {
  const { clock, state, run } = options;
  const now = clock ? { now: () => new Date(clock.now()) } : {};
  const remarks = run?.onRemark ? { onRemark: run.onRemark } : {};
  const report = await runPortal(definition, { folder, workspace, state, stop, ...now, ...remarks });
  const ended = report.state === 'limited' ? 'finished' : report.state;
  return { state: report.run === null ? 'idle' : ended, detail: report.reason, ...(report.run === null ? {} : { run: report.run }) };
}
