/** A connector by whatever a user calls it: its number, its id, a name older crawlers had, its file. */
import { type ConnectorFolders, type LoadedConnector, listConnectors, loadConnector } from '../../connector/index.js';

export async function namedPortal(name: string, folders: ConnectorFolders): Promise<LoadedConnector> {
  if (!/^\d+$/.test(name)) return loadConnector(name, folders);
  const found = (await listConnectors(folders)).find(({ loaded }) => loaded?.connector.number === Number(name));
  return found?.loaded ?? loadConnector(name, folders);
}
