/** Which WARC files a command is about: those named, or all of a workspace as far as they are committed. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { withReading } from '../../assembly/index.js';
import { oneByOne } from '../../store/index.js';
import { UsageError } from '../usage-error.js';
import { latestCrawl } from '../workspace-option.js';

export interface ArchiveFile {
  readonly path: string;
  /** As shown to the user, and as `archive cat` takes it. */
  readonly name: string;
  /** Bytes that count; all of them when left out. */
  readonly length?: number;
  /** Captures the repository knows that end after this many bytes of the file. */
  readonly captures?: (after: number) => Promise<number>;
}

export async function archiveFiles(files: readonly string[], workspace: string | undefined): Promise<ArchiveFile[]> {
  if (files.length) return files.map((path) => ({ path: resolve(path), name: path }));
  const folder = workspaceFolder(workspace);
  return withReading(folder, async ({ repository }) => {
    const found: ArchiveFile[] = [];
    for await (const { name, length } of oneByOne(repository.streams.segments.each()))
      found.push({ path: join(folder, 'archive', name), name, length, captures: (after) => capturesBeyond(folder, name, after) });
    return found;
  });
}

/** Asked only of files that are too short, which is never. */
async function capturesBeyond(folder: string, name: string, after: number): Promise<number> {
  return withReading(folder, async ({ repository }) => {
    const records = repository.streams.fetches.each({ where: { segment: name }, columns: ['id', 'offset', 'size'] });
    let count = 0;
    for await (const { offset, size } of oneByOne(records)) if ((offset ?? 0) + (size ?? 0) > after) count++;
    return count;
  });
}

export function workspaceFolder(workspace: string | undefined): string {
  const folder = workspace ?? latestCrawl();
  if (folder === null) throw new UsageError('Say which archive: name WARC files, or a crawl with --workspace FOLDER.');
  return resolve(folder);
}

/** A file as the user names it: by path, or by its name in the archive of the workspace. */
export function findArchiveFile(name: string, workspace: string | undefined): string {
  if (existsSync(name)) return resolve(name);
  const folder = workspace ?? latestCrawl();
  const inside = folder === null ? null : join(resolve(folder), 'archive', basename(name));
  if (inside !== null && existsSync(inside)) return inside;
  throw new UsageError(`There is no file ${name}${inside === null ? '' : `, nor ${inside}`}.`);
}
