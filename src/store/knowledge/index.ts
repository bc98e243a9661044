export type {
  Bindings,
  GraphScope,
  KnowledgeFeed,
  KnowledgeStore,
  KnowledgeWriting,
  QuadSource,
  Solutions,
  Term,
  TriplePattern,
} from './port.js';
