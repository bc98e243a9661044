/** What a server needs besides reading workspaces: threads that index for the search and answer SPARQL, and a look at portals. */
import { indexKeeper, portalHealth, sparqlOverWorkspaces } from '../assembly/index.js';
import type { ServerOptions } from '../server/index.js';
import { connectorFolders } from './portals/connector-folders.js';
import type { Terminal } from './terminal.js';

export interface Keepers {
  readonly parts: Pick<ServerOptions, 'refreshSearch' | 'sparql' | 'health'>;
  close(): Promise<void>;
}

export function openKeepers(terminal: Terminal, { allowUpdate = false } = {}): Keepers {
  const keeper = indexKeeper((remark) => terminal.remark(remark));
  const service = sparqlOverWorkspaces();
  return {
    parts: {
      refreshSearch: keeper.refresh,
      sparql: { service, allowUpdate },
      health: (workspace) => portalHealth({ workspace, connectors: connectorFolders({}) }),
    },
    async close() {
      await keeper.close();
      await service.close();
    },
  };
}
