/** A workspace where there is none yet, for what is brought in from outside before anything was crawled. */
import { isWorkspace } from '../backends/index.js';
import { definitionFromInput } from '../definition/crawl/index.js';
import { openWorkspace } from './open-workspace.js';

export async function ensureWorkspace(folder: string): Promise<void> {
  if (isWorkspace(folder)) return;
  const { definition } = await definitionFromInput({ seeds: ['https://nowhere.invalid/'] });
  await (await openWorkspace(folder, { definition, turns: null })).close();
}
