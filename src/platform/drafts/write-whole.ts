/** Writes files that appear complete or not at all, and leaves no drafts behind. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { draftBeside } from './draft-name.js';

/** `write` fills a draft at the path it is given; the draft then replaces `target`. */
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

/** Lends a folder beside `target`, readable by this user alone. Afterwards the folder and everything still in it is removed. */
export async function inDraftFolder<T>(target: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = draftBeside(target);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
