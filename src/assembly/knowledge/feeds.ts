/** What brings statements into a workspace's knowledge, in the order it is asked. */
import type { WorkspaceKnowledge } from '../../backends/index.js';
import { documentsFeed } from '../../follow/knowledge/index.js';
import type { KnowledgeFeed } from '../../store/index.js';
import { importedMemoryFeed, localCopiesFeed, memoryFeed } from '../../views/scutter/index.js';

/** Opens a feed over the workspace the knowledge is of. */
export type FeedOpener = (opened: FedWorkspace, onRemark?: (remark: string) => void) => KnowledgeFeed;

export interface FedWorkspace extends Pick<WorkspaceKnowledge, 'repository' | 'triples'> {
  readonly folder: string;
}

export const KNOWLEDGE_FEEDS: readonly FeedOpener[] = [
  ({ repository, triples }, onRemark) => documentsFeed({ journal: repository.journal, triples, ...(onRemark && { onRemark }) }),
  ({ repository }) => memoryFeed(repository.memory),
  ({ folder }) => localCopiesFeed(folder), // after the memory, which begins with an empty graph
  ({ folder }) => importedMemoryFeed(folder),
];
