/** Where a user's crawls keep what they share: not part of any workspace, since workspaces come and go. */

import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { WinnowError } from '../model/index.js';

export class StateFolderError extends WinnowError {
  override readonly name = 'StateFolderError';
  constructor(folder: string, cause: unknown) {
    super(
      'STATE_FOLDER_UNUSABLE',
      `Cannot write to ${folder}, where the crawls on this machine agree on whose turn it is (${(cause as Error).message}). ` +
        'Set the environment variable WINNOW_STATE to a folder you can write to.',
      { cause },
    );
  }
}

/** WINNOW_STATE, else winnow below XDG_STATE_HOME, else ~/.local/state/winnow. */
export function stateFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { WINNOW_STATE: own, XDG_STATE_HOME: xdg, HOME: home } = environment;
  if (own) return resolve(own);
  // The XDG rules tell programs to ignore a relative path there.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'winnow');
  return join(home || homedir(), '.local', 'state', 'winnow');
}

export function makeStateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StateFolderError(folder, error);
  }
}
