export { SEPARATE } from './dataset.js';
export { formatResult } from './format/format.js';
export {
  chooseFormat,
  type FormatWish,
  mediaTypeOf,
  QUAD_FORMATS,
  type QuadFormat,
  type ResultFormat,
  ROW_FORMATS,
} from './format/media-types.js';
export { writeQuads } from './format/quads.js';
export type { SparqlLimits } from './limits.js';
export { MemorySource } from './memory-source.js';
export { parameterTerm } from './parameters.js';
export { type QueryOptions, type QueryResult, query } from './query.js';
export type { KnowledgeView, OpenedKnowledge, SparqlRequest } from './service/messages.js';
export { type Asker, type SparqlAnswer, SparqlService, type SparqlServiceOptions } from './service/sparql-service.js';
export { SparqlError, type SparqlProblem } from './sparql-error.js';
export { update } from './update.js';
