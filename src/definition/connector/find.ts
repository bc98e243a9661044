/** Finds connectors: YAML files below folders, the user's folders before the shipped one. */
import { readdir } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The connectors that come with the program. */
export const SHIPPED_CONNECTORS = fileURLToPath(new URL('../../../connectors', import.meta.url));

export interface ConnectorFile {
  readonly file: string;
  /** The folder it was found below. */
  readonly root: string;
  /** Path below that folder without its ending: families/ojs-3, de/gesetze-im-internet. */
  readonly name: string;
}

const ENDINGS = new Set(['.yaml', '.yml']);
const MOST_FILES = 10_000;

/** All connector files in the order of their folders, sorted by name within each. Of two with the same name the first counts. */
export async function connectorFiles(folders: readonly string[]): Promise<ConnectorFile[]> {
  const found = new Map<string, ConnectorFile>();
  for (const root of folders) {
    const below = (await filesBelow(root)).sort((left, right) => (left.name < right.name ? -1 : 1));
    for (const each of below) if (!found.has(each.name)) found.set(each.name, each);
  }
  return [...found.values()];
}

async function filesBelow(root: string): Promise<ConnectorFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && ENDINGS.has(extname(entry.name)))
    .slice(0, MOST_FILES)
    .map((entry) => connectorFile(root, join(entry.parentPath, entry.name)));
}

export function connectorFile(root: string, file: string): ConnectorFile {
  const below = relative(root, file).split(sep).join('/');
  return { file, root, name: below.slice(0, -extname(below).length) };
}

/** The identifier of a connector whose file states none. */
export const idOfFile = (file: string): string => basename(file, extname(file));
