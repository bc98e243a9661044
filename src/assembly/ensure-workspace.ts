/** A workspace where there is none yet, for what is brought in from outside before anything was crawled. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../backends/index.js';
import { definitionFromInput } from '../definition/crawl/index.js';
import { workspaceOptions } from './workspace-options.js';

export async function ensureWorkspace(folder: string): Promise<void> {
  if (existsSync(join(folder, 'core.db'))) return;
  const { definition } = await definitionFromInput({ seeds: ['https://nowhere.invalid/'] });
  await openWorkspace(workspaceOptions(definition, folder, null)).close();
}
