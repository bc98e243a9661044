/** What brings statements into a workspace's knowledge, in the order it is asked. */
import type { WorkspaceKnowledge } from '../../backends/index.js';
import { documentsFeed } from '../../deliver/index.js';
import type { KnowledgeFeed } from '../../store/index.js';

/** Opens a feed over the workspace the knowledge is of. */
export type FeedOpener = (opened: Pick<WorkspaceKnowledge, 'repository' | 'triples'>, onRemark?: (remark: string) => void) => KnowledgeFeed;

export const KNOWLEDGE_FEEDS: readonly FeedOpener[] = [
  ({ repository, triples }, onRemark) => documentsFeed({ journal: repository.journal, triples, ...(onRemark && { onRemark }) }),
];
