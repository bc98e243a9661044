/** docs/portals/: a page for every connector that comes with the program. A test compares them with the files. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listConnectors } from '../../definition/connector/index.js';
import { fixtureOf } from '../../webs/portals/index.js';
import { portalPage } from './portal-page.js';

/** File name → text. */
export async function portalPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const { id, loaded } of await listConnectors()) if (loaded) pages.set(`${id}.md`, portalPage(loaded, await fixtureOf(id)));
  return pages;
}

export async function writePortalPages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of await portalPages()) await writeFile(join(folder, name), text);
}
