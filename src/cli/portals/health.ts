/** winnow portals health: how portals do by their runs, which expression broke, and how it might be mended. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { portalHealth } from '../../assembly/index.js';
import type { LoadedConnector } from '../../definition/connector/index.js';
import { patchOf, repairedConnector, type WorkspaceHealth } from '../../views/health/index.js';
import type { Exit } from '../exit-codes.js';
import { widthOf } from '../lines.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { crawlsBelow } from './crawls-below.js';
import { formatHealth } from './format-health.js';
import { namedPortal } from './named-portal.js';

export interface HealthFlags extends ConnectorFlags {
  readonly workspace?: string;
  readonly propose?: boolean;
  readonly write?: string;
  readonly json?: boolean;
}

export async function showHealth(ids: readonly string[], flags: HealthFlags, terminal: Terminal): Promise<Exit> {
  if (flags.write !== undefined && ids.length !== 1) throw new UsageError('--write is about one portal: name it.');
  const folders = connectorFolders(flags);
  const named = await Promise.all(ids.map((id) => namedPortal(id, folders)));
  const found = await healthIn(flags, named);
  if (found.length === 0) throw new UsageError(nothingFor(ids));
  const patches = new Map<WorkspaceHealth, string>();
  for (const each of found) if (each.proposals.length > 0) patches.set(each, await patchFor(each, await loadedFor(each, named, folders)));
  if (flags.json)
    terminal.print(
      JSON.stringify(
        found.map((each) => ({ ...each, patch: patches.get(each) ?? null })),
        null,
        2,
      ),
    );
  else terminal.print(formatHealth(found, patches, terminal, widthOf(terminal), isProposing(flags)));
  const [first] = found;
  if (flags.write !== undefined && first) await write(flags.write, first, patches.get(first) ?? '', named[0] as LoadedConnector, terminal);
  return found.some(({ state }) => state === 'broken' || state === 'unusual') ? 'found' : 'ok';
}

const isProposing = ({ propose, write: file }: HealthFlags): boolean => propose === true || file !== undefined;

async function healthIn(flags: HealthFlags, named: readonly LoadedConnector[]): Promise<WorkspaceHealth[]> {
  const workspaces = flags.workspace === undefined ? crawlsBelow('crawls') : [resolve(flags.workspace)];
  const found: WorkspaceHealth[] = [];
  for (const workspace of workspaces) {
    const asked = { workspace, connectors: connectorFolders(flags), propose: isProposing(flags) };
    if (named.length === 0) found.push(...(await portalHealth(asked)));
    for (const loaded of named) found.push(...(await portalHealth({ ...asked, loaded, portals: [loaded.connector.id] })));
  }
  return found.toSorted((one, other) => one.portal.localeCompare(other.portal));
}

const nothingFor = (ids: readonly string[]): string =>
  ids.length > 0
    ? `No run of ${ids.join(', ')} is known here: winnow portals run ${ids[0]} harvests it, -w names where it is kept.`
    : 'No portal has been harvested here yet: winnow portals run ID does it, winnow portals list names them.';

const loadedFor = async (
  { portal }: WorkspaceHealth,
  named: readonly LoadedConnector[],
  folders: Parameters<typeof namedPortal>[1],
): Promise<LoadedConnector> => named.find(({ connector }) => connector.id === portal) ?? namedPortal(portal, folders);

const patchFor = ({ proposals }: WorkspaceHealth, loaded: LoadedConnector): Promise<string> => patchOf(loaded, proposals, process.cwd());

/** A patch by its ending; else the connector as it would be, ready to be run. */
async function write(file: string, health: WorkspaceHealth, patch: string, loaded: LoadedConnector, terminal: Terminal): Promise<void> {
  if (health.proposals.length === 0) return terminal.remark(`There is no repair for ${health.portal}, so ${file} was not written.`);
  const isPatch = /\.(patch|diff)$/.test(file);
  await writeFile(file, isPatch ? patch : await repairedConnector(loaded, health.proposals));
  terminal.remark(
    isPatch ? `Written to ${file}: patch -p1 < ${file} makes the changes.` : `Written to ${file}: winnow portals run ${file} tries it.`,
  );
}
