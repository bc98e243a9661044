/** Which source has its copy where: kept in the workspace, so that memory and mappings can say it. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CachedCopy {
  readonly path: string;
  /** Where in the archive it was taken from: a copy of the same place need not be made again. */
  readonly from: string;
}

/** Source → absolute path of its copy. */
export type CacheIndex = Readonly<Record<string, string>>;

const INDEX = 'cache-index.json';
const ORIGINS = 'cache-origins.json';

export const cacheIndexFile = (workspace: string): string => join(workspace, INDEX);

/** Empty when there is none, or none that can be read: it is made anew by the next run. */
export const readCacheIndex = (workspace: string): Promise<CacheIndex> => readTable(cacheIndexFile(workspace));

export async function readCopies(workspace: string): Promise<Map<string, CachedCopy>> {
  const [paths, origins] = await Promise.all([readCacheIndex(workspace), readTable(join(workspace, ORIGINS))]);
  return new Map(Object.entries(paths).map(([url, path]) => [url, { path, from: origins[url] ?? '' }]));
}

export async function writeCopies(workspace: string, copies: ReadonlyMap<string, CachedCopy>): Promise<void> {
  const column = (pick: (copy: CachedCopy) => string) => Object.fromEntries([...copies].map(([url, copy]) => [url, pick(copy)]));
  await writeTable(
    cacheIndexFile(workspace),
    column(({ path }) => path),
  );
  await writeTable(
    join(workspace, ORIGINS),
    column(({ from }) => from),
  );
}

async function readTable(file: string): Promise<Readonly<Record<string, string>>> {
  try {
    const read = JSON.parse(await readFile(file, 'utf8')) as unknown;
    const isTable = typeof read === 'object' && read !== null && Object.values(read).every((value) => typeof value === 'string');
    return isTable ? (read as Record<string, string>) : {};
  } catch {
    return {};
  }
}

async function writeTable(file: string, table: Readonly<Record<string, string>>): Promise<void> {
  await writeFile(`${file}.tmp`, `${JSON.stringify(table, null, 1)}\n`);
  await rename(`${file}.tmp`, file);
}
