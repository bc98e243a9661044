/** winnow portals import: what an older crawler knew of a portal, its CrawlerDatabase.xml, into the workspace of today's. */

import { join, resolve } from 'node:path';
import { counted } from '../../model/index.js';
import { importFormerIds } from '../../run/harvest/index.js';
import type { Terminal } from '../terminal.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { namedPortal } from './named-portal.js';

interface ImportFlags extends ConnectorFlags {
  readonly workspace?: string;
  readonly json?: boolean;
}

export async function importIds(id: string, file: string, flags: ImportFlags, terminal: Terminal): Promise<void> {
  const { connector } = await namedPortal(id, connectorFolders(flags));
  const workspace = resolve(flags.workspace ?? join('crawls', connector.id));
  const imported = await importFormerIds(file, { connector: connector.id, workspace });
  const { read, added, known } = imported;
  terminal.print(
    flags.json
      ? JSON.stringify(imported)
      : `${counted(read, 'document')} read, ${counted(added, 'id')} taken over; ${known === 1 ? '1 is' : `${known} are`} known now.`,
  );
}
