/** A connector by whatever a user calls it: its number, its id, a name older crawlers had, its file. */
import { type ConnectorFolders, type LoadedConnector, listConnectors, loadConnector } from '../../definition/connector/index.js';

export async function namedPortal(name: string, folders: ConnectorFolders): Promise<LoadedConnector> {
  if (!/^\d+$/.test(name)) return loadConnector(name, folders);
  const found = (await listConnectors(folders)).find(({ loaded }) => loaded?.connector.number === Number(name));
  return found?.loaded ?? loadConnector(name, folders);
}

/** The root of a worker file hints at its portal as programs write names: EurLex is eur-lex. */
export async function wishedPortal(name: string, folders: ConnectorFolders): Promise<LoadedConnector> {
  const dashed = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return namedPortal(name, folders).catch((error: unknown) =>
    namedPortal(dashed, folders).catch(() => {
      throw error;
    }),
  );
}
