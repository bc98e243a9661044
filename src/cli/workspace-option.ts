import { resolve } from 'node:path';
import { Option } from 'commander';
import { workspaceSigns } from '../assembly/index.js';
import { UsageError } from './usage-error.js';

const FLAGS = '-w, --workspace <folder>';
const LATEST = 'the latest crawl below ./crawls';

/** --workspace, with the latest crawl below ./crawls as its default: the one people just made. */
export function workspaceOption(): Option {
  const latest = latestCrawl();
  // Both ways the help reads the same, wherever it is asked for.
  return latest ? new Option(FLAGS, 'folder of the crawl').default(latest, LATEST) : optionalWorkspace().makeOptionMandatory();
}

/** --workspace for commands that can do without one. */
export const optionalWorkspace = (): Option => new Option(FLAGS, `folder of the crawl (default: ${LATEST})`);

/** The workspace that was named, or the latest; for commands that need one only sometimes. */
export function workspaceIn({ workspace = latestCrawl() ?? undefined }: { readonly workspace?: string | undefined }): string {
  if (workspace === undefined) throw new UsageError('Name the crawl with -w FOLDER: there is none below ./crawls.');
  return resolve(workspace);
}

/** The workspace below ./crawls that was written to last; null when there is none. */
export function latestCrawl(): string | null {
  const found = workspaceSigns.below('crawls').map((folder) => ({ folder, at: workspaceSigns.changedAt(folder) }));
  return found.toSorted((a, b) => b.at - a.at)[0]?.folder ?? null;
}
