export { type Dataset, SEPARATE } from './dataset.js';
export { type Formatted, formatResult } from './format/format.js';
export {
  chooseFormat,
  type FormatWish,
  mediaTypeOf,
  QUAD_FORMATS,
  type QuadFormat,
  type ResultFormat,
  ROW_FORMATS,
  type RowFormat,
} from './format/media-types.js';
export { writeQuads } from './format/quads.js';
export { type RowResult } from './format/rows.js';
export { type SparqlLimits } from './limits.js';
export { MemorySource } from './memory-source.js';
export { type Parameters, parameterTerm } from './parameters.js';
export { type QueryOptions, type QueryResult, query, type ResultRow } from './query.js';
export type { KnowledgeOpener, KnowledgeView, OpenedKnowledge, SparqlRequest } from './service/messages.js';
export { type Asker, type SparqlAnswer, SparqlService, type SparqlServiceOptions } from './service/sparql-service.js';
export { SparqlError, type SparqlErrorCode } from './sparql-error.js';
export { type UpdateSummary, update } from './update.js';
