/**
 * Opening workspaces. The only place that knows which addresses there are and which back end stands behind each of them.
 *
 * An address is the folder of a workspace. Everybody else passes it on as it was given.
 */
import { basename, resolve } from 'node:path';
import {
  type EmbeddedOptions,
  lastRunIn,
  openWorkspace as openFolder,
  readWorkspace as readFolder,
  workspaceOfArchiveFile,
  workspaceSigns,
} from '../backends/index.js';

import type { Definition } from '../definition/crawl/index.js';
import type { Turns } from '../frontier/politeness/index.js';
import type { LastRun, Workspace, WorkspaceReading } from '../store/index.js';
import { workspaceOptions } from './workspace-options.js';

export interface WorkspaceAddress {
  readonly kind: 'folder';
  /** For people. */
  readonly name: string;
  /** For caches: the same for every way of writing the address. */
  readonly key: string;
  readonly folder: string;
}

/** Says what an address means. Looks at no disk. */
export function describeAddress(address: string): WorkspaceAddress {
  const folder = resolve(address);
  return { kind: 'folder', name: basename(folder), key: folder, folder };
}

export interface OpenOptions {
  /** What says how to archive, order and find duplicates. */
  readonly definition: Definition;
  /** The machine's turns, shared with other crawls; null for what asks nobody. */
  readonly turns: Turns | null;
  readonly owner?: EmbeddedOptions['owner'];
}

/** Opens a workspace to write into it, and makes it when it is not there. */
export async function openWorkspace(address: string, { definition, turns, owner }: OpenOptions): Promise<Workspace> {
  return openFolder({ ...workspaceOptions(definition, describeAddress(address).folder, turns), ...(owner && { owner }) });
}

export interface ReadOptions {
  /** Compares every checksum before anything is read. */
  readonly all?: boolean;
}

/** Opens a workspace to look at it. Never waits for a writer and makes nothing. */
export async function readWorkspace(address: string, options: ReadOptions = {}): Promise<WorkspaceReading> {
  return readFolder(describeAddress(address).folder, options);
}

/** The same at once, for who keeps readings open and hands them to many: the server. */
export const readAtOnce = (address: string): WorkspaceReading => readFolder(describeAddress(address).folder);

/** Opens a workspace, lets `use` look at it and closes it again. */
export async function withReading<T>(
  address: string,
  use: (reading: WorkspaceReading) => T | Promise<T>,
  options: ReadOptions = {},
): Promise<T> {
  const reading = await readWorkspace(address, options);
  try {
    return await use(reading);
  } finally {
    reading.close();
  }
}

export { workspaceOfArchiveFile, workspaceSigns };

/** The last run of a workspace of any format; null where nothing has run or no workspace is. */
export async function lastRunOf(address: string): Promise<LastRun | null> {
  return lastRunIn(describeAddress(address).folder);
}
