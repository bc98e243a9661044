/**
 * What a harvest remembers between runs beside its documents: how far changes were followed, when everything was last
 * listed, which windows of an unfinished run are done, how much of a quota is used.
 *
 * A file in the workspace, replaced whole. Losing it costs requests, never documents: everything is listed again then.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadArchives } from '../listing/room.js';
import type { Usage } from './quota.js';

export interface HarvestMemory {
  /** Up to which day changes are known, by route. */
  readonly cursors: Readonly<Record<string, string>>;
  /** When a complete list was last read, by route; ISO. */
  readonly listed: Readonly<Record<string, string>>;
  readonly usage: Usage;
  /** How far the archives of a folder were read, by route and folder. */
  readonly archives: Readonly<Record<string, ArchivesMemory>>;
  /** Of a run that has not finished. */
  readonly unfinished: Unfinished | null;
  /** Documents the last complete list had, by route. */
  readonly rows: Readonly<Record<string, number>>;
  /** Parameters the last complete list was made with, by route. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Day of the snapshot that was imported, by route. */
  readonly snapshots: Readonly<Record<string, string>>;
}

export interface ArchivesMemory extends ReadArchives {
  /** The run that read the last one. */
  readonly run: number;
  /** Parameters they were read with. */
  readonly parameters: string;
}

export interface Unfinished {
  readonly run: number;
  readonly route: string;
  readonly mode: 'list' | 'changes';
  /** Documents asked for in it so far. */
  readonly documents: number;
  /** The day it began, which its windows end at. */
  readonly today: string;
  /** Windows of the first step that end before this day are done. */
  readonly resumeAt: string | null;
}

export const NOTHING: HarvestMemory = {
  cursors: {},
  listed: {},
  usage: {},
  archives: {},
  unfinished: null,
  rows: {},
  parameters: {},
  snapshots: {},
};

export class ProgressFile {
  readonly #file: string;
  #memory: HarvestMemory;

  constructor(workspace: string, connector: string) {
    const folder = join(workspace, 'harvest');
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `${connector}.json`);
    this.#memory = read(this.#file);
  }

  get memory(): HarvestMemory {
    return this.#memory;
  }

  save(change: Partial<HarvestMemory>): void {
    this.#memory = { ...this.#memory, ...change };
    const fresh = `${this.#file}.new`;
    writeFileSync(fresh, `${JSON.stringify(this.#memory, null, 2)}\n`, { flush: true });
    renameSync(fresh, this.#file);
  }
}

function read(file: string): HarvestMemory {
  try {
    return { ...NOTHING, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<HarvestMemory>) };
  } catch {
    return NOTHING; // not there yet, or torn by a crash: everything is listed again
  }
}
