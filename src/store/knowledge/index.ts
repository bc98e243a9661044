import * as vocabulary from './vocabulary.js';

export { KnowledgeBusy, KnowledgeError } from './errors.js';
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
export type { RemoteAnswer, RemoteKnowledge, RemoteRequest, RemoteRows, RemoteTransport } from './remote-port.js';
export type { DocumentStatements, TripleSource } from './triple-source.js';
export { vocabulary };
