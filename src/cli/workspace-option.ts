import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';

/** --workspace, with the only crawl below ./crawls as its default: most people have one. */
export function workspaceOption(): Option {
  const only = onlyCrawl();
  const option = new Option('-w, --workspace <folder>', 'folder of the crawl');
  return only ? option.default(only) : option.makeOptionMandatory();
}

function onlyCrawl(): string | null {
  try {
    const folders = readdirSync('crawls', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders.length === 1 ? join('crawls', (folders[0] as { name: string }).name) : null;
  } catch {
    return null;
  }
}
