/** Images and files as plain files, once a run has finished and its definition asks for it. */
import { readWorkspace } from '../backends/index.js';
import type { Definition } from '../definition/index.js';
import { saveFiles } from '../deliver/index.js';
import { mapAccess } from './web-map.js';

export async function saveAfterRun(
  workspace: string,
  { capture }: Definition,
  onRemark: (remark: string) => void = () => {},
): Promise<void> {
  if (!capture.saveFiles) return;
  const { repository, close } = readWorkspace(workspace);
  try {
    const { bytesAt, types, images } = mapAccess(repository, workspace);
    await saveFiles(repository.webMap, {
      folder: workspace,
      bytesAt,
      types,
      images: capture.images || capture.requisites ? images : [],
      onTrouble: onRemark,
    });
  } finally {
    close();
  }
}
