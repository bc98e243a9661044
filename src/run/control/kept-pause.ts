/**
 * A pause somebody asked for holds until somebody lets the crawl go on, whatever becomes of its process: a service manager
 * that starts it again knows nothing of the pause. It is a file in the workspace, there before the wish is answered.
 */
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlHandlers } from './requests.js';

const fileIn = (folder: string) => join(folder, 'paused');

/** Whether the crawl in this workspace is to begin nothing for now. */
export const isKeptPaused = (folder: string): boolean => existsSync(fileIn(folder));

/** For `winnow resume`, for the end of a run, and for whoever lets it go on. */
export const forgetPause = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });

/** Handlers whose pauses are kept before they are answered. */
export function keepingPause(folder: string, handlers: ControlHandlers): ControlHandlers {
  return {
    ...handlers,
    async pause() {
      await keepPause(folder);
      await handlers.pause();
    },
    async goOn() {
      await forgetPause(folder);
      await handlers.goOn();
    },
  };
}

async function keepPause(folder: string): Promise<void> {
  const file = await open(fileIn(folder), 'w', 0o600);
  try {
    await file.writeFile('Somebody asked this crawl to pause. winnow resume lets it go on.\n');
    await file.sync();
  } finally {
    await file.close();
  }
}
