/** A dry run from its definition to its report, on the embedded back end: what `winnow crawl --against-archive` calls. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledUrl, inDraftFolder } from '../platform/index.js';
import { type DryRunOptions, type DryRunReport, dryRun } from '../run/dry-run/index.js';
import { withReading } from './open-workspace.js';
import { loadRegistry } from './registry.js';

export type DryOptions = Omit<DryRunOptions, 'registry' | 'repository' | 'readerThread' | 'spoolFolder'>;

export async function runDry(options: DryOptions): Promise<DryRunReport> {
  const registry = await loadRegistry(options.definition.plugins, options.folder);
  return withReading(options.workspace, async ({ repository }) => {
    const readerThread = compiledUrl(import.meta.url, './reader-thread.js');
    return await inDraftFolder(join(tmpdir(), 'dry-run'), (spoolFolder) =>
      dryRun({ ...options, registry, repository, readerThread, spoolFolder }),
    );
  });
}
