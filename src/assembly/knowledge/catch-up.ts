import { dropDamagedKnowledge, openWorkspaceKnowledge } from '../../backends/index.js';
import { catchUpKnowledge as catchUpWith, type KnowledgeCatchUpOptions, type KnowledgeParts } from '../../follow/knowledge/index.js';
import { KNOWLEDGE_FEEDS } from './feeds.js';

const PARTS: KnowledgeParts = {
  feeds: KNOWLEDGE_FEEDS,
  open: (folder, onRemark) => openWorkspaceKnowledge(folder, onRemark && { onRemark }),
  dropDamaged: (folder, error) => dropDamagedKnowledge(folder, error) !== null,
};

/** Brings the knowledge of a workspace to where its journal is. */
export const catchUpKnowledge = (folder: string, options?: KnowledgeCatchUpOptions): ReturnType<typeof catchUpWith> =>
  catchUpWith(folder, PARTS, options);
