/** How the portals in a workspace do: what `winnow portals health`, its report and the server tell. */

import { type ConnectorFolders, type LoadedConnector, loadConnector } from '../../definition/connector/index.js';
import type { Repository } from '../../store/index.js';
import { examinePortal, type PortalHealth } from './examine.js';
import { historyOf, type MeasuredRun } from './history.js';
import { isShared } from './repair/patch.js';
import { type Proposal, proposeRepairs } from './repair/propose.js';

export interface HealthOptions {
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly connectors?: ConnectorFolders;
  /** Only these; left out: all that were harvested into it. */
  readonly portals?: readonly string[];
  /** Read by this connector, wherever it lies; left out: by the one of the portal's id. */
  readonly loaded?: LoadedConnector;
  /** Also how it might be repaired. */
  readonly propose?: boolean;
}

export interface WorkspaceHealth extends PortalHealth {
  readonly workspace: string;
  readonly proposals: readonly Proposal[];
}

/** A workspace that is read. */
export interface OpenedReading {
  readonly repository: Repository;
  close(): unknown;
}

/** By portal. None where the folder is no workspace, or one nothing was harvested into: then `open` gives null. */
export async function portalHealth(
  options: HealthOptions,
  open: (workspace: string) => OpenedReading | null | Promise<OpenedReading | null>,
): Promise<WorkspaceHealth[]> {
  const reading = await open(options.workspace);
  if (!reading) return [];
  try {
    const all = historyOf(reading.repository.runs());
    const chosen = [...all].filter(([portal]) => options.portals?.includes(portal) ?? true);
    const found: WorkspaceHealth[] = [];
    for (const [portal, runs] of chosen) found.push(await healthOf(portal, runs, reading.repository, options));
    return found;
  } finally {
    await reading.close();
  }
}

async function healthOf(
  portal: string,
  runs: readonly MeasuredRun[],
  repository: Repository,
  options: HealthOptions,
): Promise<WorkspaceHealth> {
  const { workspace, connectors = {}, propose = false } = options;
  // A connector that is gone leaves its runs behind.
  const loaded = options.loaded ?? (await loadConnector(portal, connectors).catch(() => null));
  const health = examinePortal({ repository, loaded, runs });
  const isIll = health.state === 'broken' || health.state === 'unusual';
  const wanted = propose && isIll && loaded;
  const proposals = wanted ? await proposeRepairs({ repository, connector: loaded.connector, runs, isShared: isShared(loaded) }) : [];
  return { ...health, workspace, proposals };
}
