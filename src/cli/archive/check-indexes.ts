/** Whether the indexes beside the WARC files of a workspace say what its repository knows. */
import { join } from 'node:path';
import { withReading } from '../../assembly/index.js';
import { checkIndexes, type IndexProblem } from '../../views/exports/index.js';

/** While a crawl is under way, was paused (by a full disk, say) or was broken off, they are behind, which is no damage. */
export async function indexProblems(folder: string): Promise<IndexProblem[]> {
  return withReading(folder, async ({ repository, owner }) => {
    if (owner() !== null || repository.runs().some(({ endedAt, state }) => endedAt === null || state === 'paused')) return [];
    return await checkIndexes(repository.streams, join(folder, 'archive'));
  });
}
