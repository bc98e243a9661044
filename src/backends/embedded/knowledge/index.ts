/** Knowledge in a workspace of the embedded back end: knowledge.db beside core.db. */
export { isDamage, knowledgeFile, removeKnowledge, type WritingOptions } from './knowledge-file.js';
export { type EmbeddedKnowledge, openKnowledgeStore } from './knowledge-store.js';
export { type KnowledgeReading, openQuadSource } from './quad-source.js';
