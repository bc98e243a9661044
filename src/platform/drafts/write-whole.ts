/** Files that appear whole or not at all, and leave nothing behind but themselves. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { draftBeside } from './draft-name.js';

/** `write` makes a file at the path it is given; then it takes the place of `target`. */
export async function writeWhole<T>(target: string, write: (draft: string) => Promise<T>): Promise<T> {
  const draft = draftBeside(target);
  try {
    const result = await write(draft);
    await rename(draft, target);
    return result;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Lends a folder beside `target`, for this user alone; afterwards it is gone with all that is still in it. */
export async function inDraftFolder<T>(target: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = draftBeside(target);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
