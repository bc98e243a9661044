/** winnow import dataset: dumps of statements into the knowledge of a workspace. */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openKnowledgeStore } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { loadDataset } from '../../views/exports/index.js';
import type { Exit } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

interface Flags {
  readonly workspace: string;
  readonly json?: boolean;
}

export async function importDataset(files: readonly string[], flags: Flags, terminal: Terminal): Promise<Exit> {
  const absent = files.filter((file) => !existsSync(file));
  if (absent.length) throw new UsageError(`There is no file ${absent.join(', ')}.`);
  const folder = resolve(flags.workspace);
  await mkdir(folder, { recursive: true });
  const store = await openKnowledgeStore(folder);
  try {
    const loaded = { quads: 0, sources: 0 };
    for (const file of files) {
      const { quads, sources } = await loadDataset(store, file, { onProgress: (count) => terminal.live(`${counted(count, 'statement')}`) });
      loaded.quads += quads;
      loaded.sources += sources;
    }
    terminal.live('');
    terminal.print(
      flags.json
        ? JSON.stringify(loaded)
        : `${counted(loaded.quads, 'statement')} of ${counted(loaded.sources, 'source')} are in ${flags.workspace}`,
    );
    return 'ok';
  } finally {
    store.close();
  }
}
