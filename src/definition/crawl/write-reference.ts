/** Writes docs/reference/definition.md and definition.schema.json. `npm run docs` calls it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionJsonSchema, referencePage } from './reference.js';

/** File name → text of the files under docs/reference. */
export const referenceFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['definition.md', referencePage()],
    ['definition.schema.json', `${JSON.stringify(definitionJsonSchema(), null, 2)}\n`],
  ]);

/** `folder` is docs/reference of the project. Returns the paths written. */
export async function writeReference(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = [...referenceFiles()].map(([name, text]) => ({ path: join(folder, name), text }));
  await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
  return files.map(({ path }) => path);
}
