/** Unattended runs of definitions and portals. */
import type { JobEnd } from '../definition/schedule/index.js';
import { nextTimes as nextTimesWith, type WatchedRuns, type WatchOptions, watchDefinitions as watchWith } from '../run/watch/index.js';
import { openHarvestReaders } from './harvest-readers.js';
import { lastRunOf } from './open-workspace.js';
import { loadRegistry } from './registry.js';
import { runCrawl } from './run-crawl.js';
import { runHarvest } from './run-harvest.js';

const RUNS: WatchedRuns = {
  loadRegistry,
  lastRun: lastRunOf,
  crawl: runCrawl,
  harvest: runHarvest,
  openReaders: openHarvestReaders,
};

export const watchDefinitions = (options: WatchOptions): Promise<Map<string, JobEnd>> => watchWith(options, RUNS);

export const nextTimes = (options: WatchOptions): ReturnType<typeof nextTimesWith> => nextTimesWith(options, RUNS);
