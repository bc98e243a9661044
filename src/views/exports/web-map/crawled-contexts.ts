/** Contexts of JSON-LD that earlier runs have crawled, as text by URL: documents that need them are read with these copies. */
import { contextName, parseContext } from '../../../read/index.js';
import type { Workspace } from '../../../store/index.js';
import { mapAccess } from './map-access.js';

const MOST = 1000;
/** Characters: of one, and of all of them, since every reader thread has a copy. */
const LONGEST = 1_000_000;
const MOST_TEXT = 16_000_000;

export async function crawledContexts(workspace: Pick<Workspace, 'repository' | 'archive'>): Promise<Map<string, string>> {
  const contexts = new Map<string, string>();
  const places = workspace.repository.silentJsonLd(MOST);
  if (places.length === 0) return contexts;
  const { textAt } = mapAccess(workspace);
  let left = MOST_TEXT;
  for (const place of places) {
    const text = await textAt(place, { charset: 'utf-8' });
    if (text === null || text.length > Math.min(LONGEST, left) || parseContext(text) === null) continue;
    contexts.set(contextName(place.url), text);
    left -= text.length;
  }
  return contexts;
}
