/** Portals: looked at before there is a connector, played offline, examined. */
import { tmpdir } from 'node:os';
import { httpFetcher } from '../fetch/index.js';
import { type LookOptions, openLooks as looksWith, type PortalLooks } from '../run/harvest/index.js';
import type { WorkspaceReading } from '../store/index.js';
import { type HealthOptions, portalHealth as healthWith, type WorkspaceHealth } from '../views/health/index.js';
import {
  type PlayedDay,
  type PlayOptions,
  type PlayParts,
  type PortalPlays,
  openPlays as playsWith,
  playPortal as playWith,
} from '../webs/portals/index.js';
import { openHarvestReaders } from './harvest-readers.js';
import { readWorkspace } from './open-workspace.js';
import { openHarvest } from './run-harvest.js';

export async function openLooks(options: Omit<LookOptions, 'fetcher'>): Promise<PortalLooks> {
  const fetcher = await httpFetcher.open(httpFetcher.options.parse({ ...options.definition.fetch, spoolFolder: tmpdir() }));
  return looksWith({ ...options, fetcher });
}

/** By portal. None where the folder is no workspace, or one nothing was harvested into. */
export const portalHealth = (options: HealthOptions): Promise<WorkspaceHealth[]> => healthWith(options, opened);

async function opened(workspace: string): Promise<WorkspaceReading | null> {
  try {
    return await readWorkspace(workspace);
  } catch {
    return null; // no workspace, or one of another format
  }
}

const PLAY: PlayParts = { openHarvest, openReaders: openHarvestReaders, brokenRules };

async function brokenRules(workspace: string, portal: string): Promise<string[]> {
  const [health] = await portalHealth({ workspace, portals: [portal] });
  return health?.findings.flatMap(({ level, rule }) => (level === 'broken' && rule !== null ? [rule] : [])) ?? [];
}

/** For several portals: starting the threads that read takes longer than playing one. */
export const openPlays = (): Promise<PortalPlays> => playsWith(PLAY);

export const playPortal = (options: PlayOptions): Promise<PlayedDay[]> => playWith(PLAY, options);
