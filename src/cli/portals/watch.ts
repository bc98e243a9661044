/** winnow portals watch: portals by their schedules, unattended. Whatever could not run at all is said before the first one does. */
import { loadRegistry } from '../../assembly/index.js';
import {
  type ConnectorEntry,
  type ConnectorFolders,
  type LoadedConnector,
  listConnectors,
  resolveParameters,
} from '../../definition/connector/index.js';
import { type Definition, definitionFromInput } from '../../definition/crawl/index.js';
import { checkDefinition } from '../../run/crawl/index.js';
import { openRoutes } from '../../run/harvest/index.js';
import { type WatchedPortals } from '../../run/watch/index.js';
import { withContact } from '../ask-contact.js';
import { type WatchFlags, watchWith } from '../commands/watch.js';
import type { Exit } from '../exit-codes.js';
import { LICENCE_NOTICE, TERMS_NOTICE } from '../licence-notice.js';
import { folded } from '../lines.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { namedPortal } from './named-portal.js';
import { withPlainTargets } from './plain-targets.js';

export interface WatchPortalsFlags extends ConnectorFlags, WatchFlags, Readonly<Record<string, unknown>> {
  readonly all?: boolean;
  readonly accept?: readonly string[];
}

export async function watchPortals(ids: readonly string[], flags: WatchPortalsFlags, terminal: Terminal): Promise<Exit> {
  const folders = connectorFolders(flags);
  const { watched, leftOut } = flags.all ? await allPortals(folders, flags) : await namedPortals(ids, folders, flags);
  for (const reason of leftOut) terminal.remark(terminal.style('yellow', printable(reason)));
  if (!flags.list) for (const notice of [LICENCE_NOTICE, TERMS_NOTICE]) terminal.remark(folded(notice, terminal.width).join('\n'));
  const definition = await sharedDefinition(flags, terminal);
  const portals: WatchedPortals = {
    names: watched.map(({ file }) => file),
    folders,
    definition,
    accepted: new Set(watched.filter((each) => isAccepted(each, flags)).map(({ connector }) => connector.id)),
    ...(definition.schedule === undefined ? {} : { schedule: definition.schedule }),
  };
  return watchWith({ files: [], portals }, flags, terminal);
}

interface Chosen {
  readonly watched: readonly LoadedConnector[];
  /** Why others are not, each a sentence. */
  readonly leftOut: readonly string[];
}

/** Those that can be harvested as they are; one that cannot does not keep the others from being watched. */
async function allPortals(folders: ConnectorFolders, flags: WatchPortalsFlags): Promise<Chosen> {
  const entries = await listConnectors(folders);
  const objections = entries.map((entry) => ({ entry, objection: objectionTo(entry, flags) }));
  return {
    watched: objections.flatMap(({ entry, objection }) => (entry.loaded && objection === null ? [entry.loaded] : [])),
    leftOut: objections.flatMap(({ entry, objection }) => (objection === null ? [] : [`${entry.id} is left out: ${objection}`])),
  };
}

async function namedPortals(ids: readonly string[], folders: ConnectorFolders, flags: WatchPortalsFlags): Promise<Chosen> {
  if (ids.length === 0) throw new UsageError('Name portals to watch, or say --all.');
  const watched = await Promise.all(ids.map((id) => namedPortal(id, folders)));
  const wrong = watched.flatMap((loaded) => objectionTo({ id: loaded.connector.id, file: loaded.file, loaded, error: null }, flags) ?? []);
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'));
  return { watched, leftOut: [] };
}

/** Why a portal cannot be harvested as it is: its terms, what has to be confirmed, parameters that nobody gave. */
function objectionTo({ loaded, error }: ConnectorEntry, flags: WatchPortalsFlags): string | null {
  if (!loaded) return error?.message ?? 'it cannot be read';
  try {
    openRoutes(loaded.connector, isAccepted(loaded, flags));
    resolveParameters(loaded.connector.parameters);
    return null;
  } catch (refusal) {
    const advice = (refusal as Error).name === 'ParameterError' ? '. Write a definition with portal.parameters, and watch that.' : '';
    return `${(refusal as Error).message}${advice}`;
  }
}

const isAccepted = ({ connector }: LoadedConnector, { accept = [] }: WatchPortalsFlags): boolean =>
  [connector.id, String(connector.number), ...connector.names].some((name) => accept.includes(name));

/** Flags of a definition hold for all of them. */
async function sharedDefinition(flags: WatchPortalsFlags, terminal: Terminal): Promise<Definition> {
  const own = { all: undefined, accept: undefined, connectors: undefined, crawls: undefined, parallel: undefined, log: undefined };
  const loaded = await definitionFromInput(
    { name: 'portals', seeds: ['https://portal.invalid/'] },
    { flags: { ...flags, ...own, once: undefined, list: undefined, json: undefined } as never },
  );
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, process.cwd()));
  const resolved = await withPlainTargets(loaded.definition.fetch.resolve);
  const definition = { ...loaded.definition, fetch: { ...loaded.definition.fetch, resolve: resolved } };
  return flags.list ? definition : withContact(definition, terminal);
}
