/** Takes what a crawler before this one knew into a workspace, so that it is not fetched, or not sent, a second time. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CRAWLER_DATABASE, readCrawlerDatabase } from '../../../formats/document-groups/index.js';
import { readFormerIds, writeFormerIds } from './former-ids.js';

export interface FormerImport {
  /** Id of the connector. */
  readonly connector: string;
  /** Folder of the workspace. */
  readonly workspace: string;
}

export interface ImportedIds {
  readonly read: number;
  /** Those that were not known before. */
  readonly added: number;
  readonly known: number;
}

/** Done again, it adds nothing. */
export async function importFormerIds(file: string, { connector, workspace }: FormerImport): Promise<ImportedIds> {
  const ids = new Map(readFormerIds(workspace, connector));
  const before = ids.size;
  let read = 0;
  for await (const { id, md5 } of readCrawlerDatabase(file)) {
    read++;
    ids.set(id, md5);
  }
  writeFormerIds(workspace, connector, ids);
  return { read, added: ids.size - before, known: ids.size };
}

/** Of folders where one may lie; those without are passed over. */
export async function importFormerFrom(folders: readonly string[], into: FormerImport, onRemark: (remark: string) => void): Promise<void> {
  for (const folder of folders) {
    const file = join(folder, CRAWLER_DATABASE);
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isThere) continue;
    const { added, known } = await importFormerIds(file, into);
    if (added > 0) onRemark(`${file}: ${added} ids that an older crawler knew were taken over; ${known} are known now.`);
  }
}
