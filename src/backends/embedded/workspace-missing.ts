/** Whether there is a workspace in a folder, and what is said where there is none. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../../model/index.js';

export const isWorkspace = (folder: string): boolean => existsSync(join(folder, 'core.db'));

export function mustBeWorkspace(folder: string): void {
  if (isWorkspace(folder)) return;
  throw new WinnowError('WORKSPACE_MISSING', `There is no workspace in ${folder}. Make one with: winnow crawl URL --workspace ${folder}`);
}
