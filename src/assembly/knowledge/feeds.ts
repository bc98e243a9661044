/** What brings statements into a workspace's knowledge, in the order it is asked. */
import { documentsFeed, type FeedOpener } from '../../follow/knowledge/index.js';
import { importedMemoryFeed, localCopiesFeed, memoryFeed } from '../../views/scutter/index.js';

export const KNOWLEDGE_FEEDS: readonly FeedOpener[] = [
  ({ repository, triples }, onRemark) => documentsFeed({ journal: repository.journal, triples, ...(onRemark && { onRemark }) }),
  ({ repository }) => memoryFeed(repository.memory),
  ({ folder }) => localCopiesFeed(folder), // after the memory, which begins with an empty graph
  ({ folder }) => importedMemoryFeed(folder),
];
