import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';

const FLAGS = '-w, --workspace <folder>';
const ONLY = 'the only crawl below ./crawls';

/** --workspace, with the only crawl below ./crawls as its default: most people have one. */
export function workspaceOption(): Option {
  const only = onlyCrawl();
  // Both ways the help reads the same, wherever it is asked for.
  return only ? new Option(FLAGS, 'folder of the crawl').default(only, ONLY) : optionalWorkspace().makeOptionMandatory();
}

/** --workspace for commands that can do without one. */
export const optionalWorkspace = (): Option => new Option(FLAGS, `folder of the crawl (default: ${ONLY})`);

/** Null when there is none or a choice. */
export function onlyCrawl(): string | null {
  try {
    const folders = readdirSync('crawls', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders.length === 1 ? join('crawls', (folders[0] as { name: string }).name) : null;
  } catch {
    return null;
  }
}
