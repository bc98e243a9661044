/** The definition's rules of retention, applied to a workspace: after a run that finished, or when somebody asks. */
import { join } from 'node:path';
import { applyRetention, hasRule, mustBeWorkspace, planRetention, type Retained } from '../backends/index.js';
import type { Definition } from '../definition/crawl/index.js';
import { indexArchive, withoutSavedFiles } from '../views/exports/index.js';
import { withReading } from './open-workspace.js';

export interface RetainOptions {
  readonly dryRun?: boolean;
  readonly now?: number;
  readonly onProgress?: (sentence: string) => void;
}

export type { Retained };

/** Null when the definition has no rule: then everything is kept. */
export async function retain(workspace: string, definition: Definition, options: RetainOptions = {}): Promise<Retained | null> {
  const { retention } = definition;
  mustBeWorkspace(workspace);
  if (!hasRule(retention)) return null;
  if (options.dryRun) return planRetention(workspace, retention, options.now);
  const apply = (): Promise<Retained> => applyRetention(workspace, retention, options);
  // Only records that leave the archive may lie there as files.
  const retained = await (retention.archive === 'drop'
    ? withoutSavedFiles(workspace, apply, { reading: withReading, onRemark: options.onProgress })
    : apply());
  if (retained.captures > 0) await indexAnew(workspace);
  return retained;
}

/** Whoever took the workspace in the meantime will come to its end too. */
export async function retainAfterRun(workspace: string, definition: Definition, onRemark?: (remark: string) => void): Promise<void> {
  try {
    await retain(workspace, definition);
  } catch (error) {
    onRemark?.(`The rules of retention were not applied: ${(error as Error).message} Do it with: winnow retention apply -w ${workspace}`);
  }
}

/** The indexes beside the WARC files, after some of these were written anew. */
export const indexAnew = (workspace: string): Promise<unknown> =>
  withReading(workspace, ({ repository }) => indexArchive(repository.streams, join(workspace, 'archive')));
