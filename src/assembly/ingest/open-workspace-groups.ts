import { indexWhenIdle } from '../../follow/search/index.js';
import { makeWorkspaceGroups, type WorkspaceGroups, type WorkspaceGroupsOptions } from '../../ingest/index.js';
import { compiledUrl } from '../../platform/index.js';
import { openWorkspace } from '../open-workspace.js';
import { INDEXING } from '../search/indexing.js';

export interface OpenGroupsOptions extends Pick<WorkspaceGroupsOptions, 'definition' | 'folder' | 'readsText'> {
  /** Folder of the workspace. */
  readonly workspace: string;
  /** Told in a sentence what was found and mended. */
  readonly onRemark?: (remark: string) => void;
}

/** Received groups in a workspace of their own. */
export async function openWorkspaceGroups({ onRemark = () => undefined, ...options }: OpenGroupsOptions): Promise<WorkspaceGroups> {
  const { definition } = options;
  const workspace = await openWorkspace(options.workspace, { definition, turns: null });
  for (const remark of workspace.remarks) onRemark(remark);
  const entries = (): number => workspace.repository.journal.last();
  const indexing = definition.search.index ? indexWhenIdle(workspace.folder, entries, onRemark, INDEXING) : null;
  return makeWorkspaceGroups({ ...options, workspace, indexing, readerThread: compiledUrl(import.meta.url, '../reader-thread.js') });
}
