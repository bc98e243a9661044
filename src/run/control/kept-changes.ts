/**
 * Changes of a run must hold when it goes on after a stop, a pause or a crash: whoever raised a delay because a site
 * complained must not find it lowered again. They are kept in the workspace until the run has finished.
 */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { changeDefinition, type Definition, type KeptSetting, keptSettings, replaySettings } from '../../definition/crawl/index.js';
import type { ControlHandlers } from './requests.js';

const fileIn = (folder: string) => join(folder, 'changes.json');

/** The definition with what was changed while the unfinished run was at work before. */
export async function withKeptChanges(folder: string, definition: Definition): Promise<Definition> {
  return replaySettings(definition, await keptChanges(folder));
}

/** Handlers whose changes are kept before they are answered. `definition` is what the crawl began with. */
export function keepingChanges(folder: string, definition: Definition, handlers: ControlHandlers): ControlHandlers {
  let current = definition;
  let last: Promise<unknown> = Promise.resolve();
  const change: ControlHandlers['change'] = async (settings) => {
    const after = changeDefinition(current, settings);
    const applied = await handlers.change(settings);
    await keepChanges(folder, keptSettings(current, after, settings));
    current = after;
    return applied;
  };
  return {
    ...handlers,
    /** One after the other: what a change was made to decides whether it holds again. */
    change(settings) {
      const next = last.then(() => change(settings));
      last = next.catch(() => {});
      return next;
    },
  };
}

/** Adds to what is kept. Durable when it resolves. */
async function keepChanges(folder: string, settings: readonly KeptSetting[]): Promise<void> {
  if (settings.length === 0) return;
  const all = [...(await keptChanges(folder)), ...settings];
  const next = `${fileIn(folder)}.tmp`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(all, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, fileIn(folder));
}

/** In the order they were made. A file that is not there or was spoilt holds none. */
async function keptChanges(folder: string): Promise<KeptSetting[]> {
  try {
    const read = JSON.parse(await readFile(fileIn(folder), 'utf8')) as unknown;
    return Array.isArray(read) ? (read as KeptSetting[]).filter((kept) => typeof kept?.path === 'string') : [];
  } catch {
    return [];
  }
}

/** For the end of a run. */
export const forgetChanges = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });
