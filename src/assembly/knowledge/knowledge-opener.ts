/** Opens what a workspace knows for a thread that answers queries: brought up to date first, then read as it is at that moment. */
import { hasKnowledge, openWorkspaceKnowledge, readKnowledge } from '../../backends/index.js';
import { smushed } from '../../views/scutter/index.js';
import type { KnowledgeView, OpenedKnowledge } from '../../views/sparql/index.js';
import { catchUpKnowledge } from './catch-up.js';

export async function openKnowledge(folder: string, { smush = false }: KnowledgeView = {}): Promise<OpenedKnowledge> {
  await bringUpToDate(folder);
  const source = readKnowledge(folder);
  return {
    source: smush ? smushed(source) : source,
    write(change) {
      const { store, close } = openWorkspaceKnowledge(folder);
      try {
        return store.write(change);
      } finally {
        close();
      }
    },
    close: () => source.close(),
  };
}

/** What cannot be written to is asked as it is. */
async function bringUpToDate(folder: string): Promise<void> {
  try {
    await catchUpKnowledge(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!/^(SQLITE_READONLY|SQLITE_CANTOPEN|EROFS|EACCES)/.test(code ?? '') || !hasKnowledge(folder)) throw error;
  }
}
