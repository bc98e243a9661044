/** Takes down what conversions keep of documents that were forgotten: rows, answers that wait, and copies in folders of the operator's. */
import { rmSync } from 'node:fs';
import type { Repository } from '../../store/index.js';
import { consumerStates, openDatabase } from '../consumers/index.js';

/** `isForgotten` says of a version whether its document was taken down. Returns how many rows went. Done again, it finds nothing more. */
export function forgetConversions(
  workspace: string,
  repository: Pick<Repository, 'journal'>,
  isForgotten: (version: number) => boolean,
): number {
  let count = 0;
  for (const { file, kind } of consumerStates(workspace, repository)) {
    if (kind !== 'convert') continue;
    const db = openDatabase(file);
    try {
      db.pragma('secure_delete = ON');
      const rows = (db.prepare('SELECT id, version, copy FROM conversion').all() as Row[]).filter(({ version }) => isForgotten(version));
      // First: the rows tell where they are. The folder is the document's own.
      for (const { copy } of rows) if (copy !== null) rmSync(copy, { recursive: true, force: true });
      for (const { id } of rows) db.prepare('DELETE FROM conversion WHERE id = ?').run(id);
      if (rows.length > 0) db.pragma('wal_checkpoint(TRUNCATE)');
      count += rows.length;
    } finally {
      db.close();
    }
  }
  return count;
}

interface Row {
  readonly id: number;
  readonly version: number;
  readonly copy: string | null;
}
