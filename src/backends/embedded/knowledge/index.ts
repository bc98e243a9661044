/** Knowledge in a workspace of the embedded back end: knowledge.db beside core.db. */
export { dropDamagedKnowledge, dropKnowledge, hasKnowledge } from './drop-knowledge.js';
export { type EmbeddedKnowledge, openKnowledgeStore } from './knowledge-store.js';
export { openKnowledge, openWorkspaceKnowledge, readKnowledge, type WorkspaceKnowledge } from './open-workspace-knowledge.js';
export { type KnowledgeReading, openQuadSource } from './quad-source.js';
export { readTriples, type TriplesReading } from './read-triples.js';
