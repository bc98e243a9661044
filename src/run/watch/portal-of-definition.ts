/** Definitions that name a portal instead of seeds: `winnow crawl` and `winnow watch` run its connector. */
import { resolve } from 'node:path';
import { type CompleteConnector, type LoadedConnector, loadConnector } from '../../definition/connector/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import type { HarvestRunOptions } from '../harvest/index.js';

export type PortalOptions = Pick<
  HarvestRunOptions,
  | 'workspace'
  | 'folder'
  | 'state'
  | 'chain'
  | 'stop'
  | 'now'
  | 'time'
  | 'readers'
  | 'pace'
  | 'onStart'
  | 'onProgress'
  | 'onDocument'
  | 'onRemark'
>;

/** The harvest of the portal that a definition names. */
export async function portalHarvest(definition: Definition, options: PortalOptions): Promise<HarvestRunOptions> {
  const { connector } = await connectorOf(definition, options.folder ?? '.');
  const {
    parameters = {},
    accepted = false,
    downloadAll = false,
    onlyNew = false,
  } = typeof definition.portal === 'object' ? definition.portal : {};
  return { ...options, connector, definition, parameters, accepted, downloadAll, onlyNew };
}

/** When the connector says its portal is worth asking; undefined where the definition names none. */
export async function scheduleOfPortal(definition: Definition, folder: string): Promise<string | undefined> {
  return definition.portal === undefined ? undefined : scheduleOf((await connectorOf(definition, folder)).connector);
}

/** Most portals are worth a look a day. */
export const scheduleOf = ({ schedule = 'daily' }: CompleteConnector): string => schedule;

/** Connectors of one's own lie in a folder beside the definition. */
function connectorOf({ portal }: Definition, folder: string): Promise<LoadedConnector> {
  const id = typeof portal === 'object' ? portal.id : (portal ?? '');
  return loadConnector(/\.ya?ml$/.test(id) ? resolve(folder, id) : id, { folders: [resolve(folder, 'connectors')] });
}
