/**
 * Images and files as plain files in a workspace, once a run has finished and its definition asks for it. They are copies
 * of what the archive holds: whatever is taken out of the archive is taken out here too, by making them anew.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Definition } from '../../../definition/crawl/index.js';
import type { WithReading } from '../../../store/index.js';
import { mapAccess } from './map-access.js';
import { saveFiles } from './save-files.js';

export interface SavedFilesOptions {
  readonly reading: WithReading;
  readonly onRemark?: ((remark: string) => void) | undefined;
}

const folderIn = (workspace: string): string => join(workspace, 'files');

export async function saveAfterRun(
  workspace: string,
  definition: Definition,
  { reading, onRemark = () => {} }: SavedFilesOptions,
): Promise<void> {
  try {
    // What earlier runs brought was thrown away.
    if (definition.session === 'replace') await rm(folderIn(workspace), { recursive: true, force: true });
    if (definition.capture.saveFiles) await save(workspace, reading, onRemark);
  } catch (error) {
    onRemark(
      `Not all images and files were saved: ${(error as Error).message}. Save the rest with: winnow export files -w ${workspace} -o ${workspace}`,
    );
  }
}

/** Removes the copies while `work` takes something out of the archive, and makes them of what is left. */
export async function withoutSavedFiles<T>(
  workspace: string,
  work: () => Promise<T>,
  { reading, onRemark = () => {} }: SavedFilesOptions,
): Promise<T> {
  if (!existsSync(folderIn(workspace))) return work();
  await rm(folderIn(workspace), { recursive: true, force: true });
  const done = await work();
  await save(workspace, reading, onRemark);
  return done;
}

function save(workspace: string, reading: WithReading, onRemark: (remark: string) => void): Promise<void> {
  return reading(workspace, async (opened) => {
    const { bytesAt, types, images } = mapAccess(opened);
    await saveFiles(opened.repository.webMap, { folder: workspace, bytesAt, types, images, onTrouble: onRemark });
  });
}
