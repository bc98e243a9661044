/**
 * Images and files as plain files in a workspace, once a run has finished and its definition asks for it. They are copies
 * of what the archive holds: whatever is taken out of the archive is taken out here too, by making them anew.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readWorkspace } from '../backends/index.js';
import type { Definition } from '../definition/crawl/index.js';
import { mapAccess, saveFiles } from '../views/exports/index.js';

const folderIn = (workspace: string): string => join(workspace, 'files');

export async function saveAfterRun(
  workspace: string,
  definition: Definition,
  onRemark: (remark: string) => void = () => {},
): Promise<void> {
  try {
    // What earlier runs brought was thrown away.
    if (definition.session === 'replace') await rm(folderIn(workspace), { recursive: true, force: true });
    if (definition.capture.saveFiles) await save(workspace, onRemark);
  } catch (error) {
    onRemark(
      `Not all images and files were saved: ${(error as Error).message}. Make up for it with: winnow export files -w ${workspace} -o ${workspace}`,
    );
  }
}

/** Removes the copies while `work` takes something out of the archive, and makes them of what is left. */
export async function withoutSavedFiles<T>(
  workspace: string,
  work: () => Promise<T>,
  onRemark: (remark: string) => void = () => {},
): Promise<T> {
  if (!existsSync(folderIn(workspace))) return work();
  await rm(folderIn(workspace), { recursive: true, force: true });
  const done = await work();
  await save(workspace, onRemark);
  return done;
}

async function save(workspace: string, onRemark: (remark: string) => void): Promise<void> {
  const { repository, close } = readWorkspace(workspace);
  try {
    const { bytesAt, types, images } = mapAccess(repository, workspace);
    await saveFiles(repository.webMap, { folder: workspace, bytesAt, types, images, onTrouble: onRemark });
  } finally {
    close();
  }
}
