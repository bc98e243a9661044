/** Portals as `winnow serve` shows and runs them. Only those that are listed can be named: no file is ever named by a request. */
import { basename, dirname, join, resolve } from 'node:path';
import { type CompleteConnector, type ConnectorEntry, describeForm, type LoadedConnector } from '../../../definition/connector/index.js';
import type { PortalEntry, PortalServing, PortalWorker } from '../../../server/index.js';
import { type ConnectorFlags, connectorFolders } from '../connector-folders.js';
import { stateOf } from '../list.js';
import { TERMS } from '../show.js';
import { checkValues } from './check-values.js';
import { ConnectorShelf } from './connector-shelf.js';
import { type FetchFlags, workOf } from './run-worker.js';
import { openWorkerFile, saveWorkerFile } from './worker-values.js';

export interface ServedPortalFlags extends ConnectorFlags, FetchFlags {
  readonly allowStart?: boolean;
}

/** `helpOf`: the help text of a portal. `root`: what is written stays below it. */
export function servedPortals(
  flags: ServedPortalFlags,
  helpOf: (connector: CompleteConnector) => string,
  root = process.cwd(),
): PortalServing {
  const folders = connectorFolders(flags);
  const shelf = new ConnectorShelf(folders);
  return {
    mayStart: flags.allowStart === true,
    list: async () => (await shelf.list()).map((entry) => rowOf(entry, root)),
    async find(id) {
      const found = await shelf.find(id);
      return found && workerOf(found, { root, flags, folders: folders.folders ?? [], helpOf });
    },
  };
}

function rowOf({ id, file, loaded }: ConnectorEntry, root: string): PortalEntry {
  if (loaded) return entryOf(loaded, root);
  const nothing = { number: null, country: countryOf(file), languages: [] };
  return { id, title: id, ...nothing, availability: 'has problems', workspace: workspaceOf(id, root) };
}

function entryOf({ connector, file }: LoadedConnector, root: string): PortalEntry {
  const { id, number = null, title, languages } = connector;
  const availability = stateOf(connector).replace('needs --accept', 'to be accepted');
  return { id, number, title, country: countryOf(file), languages, availability, workspace: workspaceOf(id, root) };
}

const workspaceOf = (id: string, root: string): string => resolve(root, join('crawls', id));

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });

/** Connectors lie in folders by country; journals and those of one's own do not. */
function countryOf(file: string): string | null {
  const folder = basename(dirname(file));
  return /^[a-z]{2}$/.test(folder) ? (REGIONS.of(folder.toUpperCase()) ?? null) : null;
}

interface Around {
  readonly root: string;
  readonly flags: ServedPortalFlags;
  readonly folders: readonly string[];
  readonly helpOf: (connector: CompleteConnector) => string;
}

function workerOf(loaded: LoadedConnector, { root, flags, folders, helpOf }: Around): PortalWorker {
  const { connector } = loaded;
  const { url = null, reuse, routes } = connector;
  return {
    ...entryOf(loaded, root),
    url,
    terms: `Terms: ${TERMS[reuse.terms]}. ${reuse.because}`,
    confirm: routes[0]?.reuse.confirm ?? null,
    form: describeForm(connector),
    get usage() {
      return helpOf(connector);
    },
    open: (file) => openWorkerFile(connector, file),
    save: (values) => saveWorkerFile(connector, values),
    check: (values) => checkValues(connector, values, { root, flags, folders }),
    work: workOf(loaded, { root, flags, folders }),
  };
}
